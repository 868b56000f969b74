BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE judge (
	id TEXT NOT NULL, 
	project TEXT NOT NULL, 
	name TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	gold INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (project, name), 
	FOREIGN KEY(project) REFERENCES project (id), 
	UNIQUE ("key")
);
INSERT INTO "judge" VALUES('b05987771cec','d23572ad9bfd','ann',0,'b68c31b26b69a049e1996cfc1e18004483562197',0,1794858445208);
CREATE TABLE op (
	task TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	client TEXT NOT NULL, 
	seq BIGINT NOT NULL, 
	op TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	received BIGINT NOT NULL, 
	PRIMARY KEY (task, version), 
	UNIQUE (task, client, seq), 
	FOREIGN KEY(task) REFERENCES task (id)
);
INSERT INTO "op" VALUES('0cb23a5389e79873473770e4',1,'tab',1,'{"do": "new", "cluster": "c1", "items": ["d0.0", "d1.0"]}',1700000001000,1794858445238);
INSERT INTO "op" VALUES('0cb23a5389e79873473770e4',2,'tab',2,'{"do": "label", "cluster": "c1", "text": "First <b>label</b>"}',1700000002000,1794858445238);
INSERT INTO "op" VALUES('0cb23a5389e79873473770e4',3,'tab',3,'{"do": "rank", "cluster": "c1", "rank": 1}',1700000003000,1794858445238);
INSERT INTO "op" VALUES('0cb23a5389e79873473770e4',4,'tab',4,'{"do": "aside", "item": "d0.1"}',1700000004000,1794858445238);
INSERT INTO "op" VALUES('0cb23a5389e79873473770e4',5,'tab',5,'{"do": "note", "item": "d0.2", "text": "Later."}',1700000060000,1794858445246);
CREATE TABLE project (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	task TEXT NOT NULL, 
	seed BIGINT NOT NULL, 
	settings TEXT NOT NULL, 
	guidelines TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "project" VALUES('d23572ad9bfd','Kept project','cluster',0,'{"per_item": null, "overlap": null, "scales": [], "question": "overall", "of": 2, "pairs": null, "words": null, "rate": null, "suggest": false}','Group the sentences that say the same thing. Each group gets a label, one sentence that says what it is about, and a rank, 1 for the most important. Set aside the sentences that fit with no other.',1794858445199);
CREATE TABLE session (
	token TEXT NOT NULL, 
	judge TEXT, 
	launch TEXT, 
	created BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY(judge) REFERENCES judge (id)
);
CREATE TABLE task (
	id TEXT NOT NULL, 
	project TEXT NOT NULL, 
	judge TEXT NOT NULL, 
	topic TEXT, 
	position INTEGER NOT NULL, 
	entries TEXT NOT NULL, 
	units INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	submitted BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(project) REFERENCES project (id), 
	FOREIGN KEY(judge) REFERENCES judge (id)
);
INSERT INTO "task" VALUES('0cb23a5389e79873473770e4','d23572ad9bfd','b05987771cec','T0',0,'[]',6,3,5,NULL);
CREATE TABLE topic (
	project TEXT NOT NULL, 
	id TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	content TEXT NOT NULL, 
	PRIMARY KEY (project, id), 
	FOREIGN KEY(project) REFERENCES project (id)
);
INSERT INTO "topic" VALUES('d23572ad9bfd','T0',0,'{"id": "T0", "documents": [{"id": "d0", "sentences": [{"id": "d0.0", "text": "Sentence 0 0."}, {"id": "d0.1", "text": "Sentence 0 1."}, {"id": "d0.2", "text": "Sentence 0 2."}]}, {"id": "d1", "sentences": [{"id": "d1.0", "text": "Sentence 1 0."}, {"id": "d1.1", "text": "Sentence 1 1."}, {"id": "d1.2", "text": "Sentence 1 2."}]}], "sample": {"note": "used whole: 2 documents, no more than 5", "choices": [{"document": "d0", "date": null, "sentences": 3, "same_day": 1, "chosen": true, "total": 3, "reason": "used whole: 2 documents, no more than 5"}, {"document": "d1", "date": null, "sentences": 3, "same_day": 1, "chosen": true, "total": 6, "reason": "used whole: 2 documents, no more than 5"}]}}
','{"title": "T0", "lang": null, "items": [{"id": "d0.0", "text": "Sentence 0 0.", "document": "d0", "date": null, "speaker": null, "words": null}, {"id": "d0.1", "text": "Sentence 0 1.", "document": "d0", "date": null, "speaker": null, "words": null}, {"id": "d0.2", "text": "Sentence 0 2.", "document": "d0", "date": null, "speaker": null, "words": null}, {"id": "d1.0", "text": "Sentence 1 0.", "document": "d1", "date": null, "speaker": null, "words": null}, {"id": "d1.1", "text": "Sentence 1 1.", "document": "d1", "date": null, "speaker": null, "words": null}, {"id": "d1.2", "text": "Sentence 1 2.", "document": "d1", "date": null, "speaker": null, "words": null}], "targets": [], "documents": [], "texts": {}, "near": [], "why": {"note": "used whole: 2 documents, no more than 5", "choices": [{"document": "d0", "date": null, "sentences": 3, "same_day": 1, "chosen": true, "total": 3, "reason": "used whole: 2 documents, no more than 5"}, {"document": "d1", "date": null, "sentences": 3, "same_day": 1, "chosen": true, "total": 6, "reason": "used whole: 2 documents, no more than 5"}]}}');
CREATE INDEX ix_task_project ON task (project);
CREATE INDEX ix_task_judge ON task (judge);
CREATE TRIGGER op_no_update BEFORE UPDATE ON op BEGIN SELECT RAISE(ABORT, 'the log of operations is append-only'); END;
CREATE TRIGGER op_no_delete BEFORE DELETE ON op BEGIN SELECT RAISE(ABORT, 'the log of operations is append-only'); END;
COMMIT;
