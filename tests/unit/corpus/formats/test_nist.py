"""DUC and TAC as NIST gives them out, in small folders written here.

The shapes of TAC's files are those that sacrerouge (Deutsch and Roth 2020) reads and that the
README files of TAC's data describe.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.core.errors import SumscopeError
from sumscope.corpus import formats
from sumscope.corpus.formats import duc, rouge
from sumscope.corpus.nist.judgements import drawn_columns
from sumscope.corpus.nist.names import TopicFinder, join_selector, summary_name
from sumscope.corpus.notes import Notes

DOC = '<DOC id="{name}" type="story">\n<TEXT>\n<P>\nRain fell.\n</P>\n</TEXT>\n</DOC>\n'
STATEMENTS = """<?xml version="1.0"?>
<!-- <topic id="D9999Z"><title>commented out</title></topic> -->
<topics>
<topic id = "D0901A" category = "2">
<title> Rain &amp; wind </title>
<narrative> Describe the rain. </narrative>
<docsetA id = "D0901A-A"><doc id = "XYZ_ENG_20041007.0256"/></docsetA>
<docsetB id = "D0901A-B"><doc id = "XYZ_ENG_20041009.0001"/><doc id = "X.2"/></docsetB>
</topic>
</topics>
"""


def write(root: Path, files: dict[str, str]) -> str:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, encoding="utf-8")
    return str(root)


def told(notes: Notes) -> dict[object, object]:
    return {row["kind"]: row["count"] for row in notes.to_json()}


def test_tac_with_initial_and_update_sets(tmp_path: Path) -> None:
    base = "UpdateSumm09_eval"
    source = write(
        tmp_path,
        {
            "docs/D0901A/D0901A-A/XYZ_ENG_20041007.0256": DOC.format(name="XYZ_ENG_20041007.0256"),
            "UpdateSumm09_test_topics.xml.txt": STATEMENTS,
            f"{base}/ROUGE/models/D0901-A.M.100.A.C": "It rained.\nIt blew.\n",
            f"{base}/ROUGE/peers/D0901-A.M.100.A.C": "It rained.\nIt blew.\n",
            f"{base}/ROUGE/models/D0901-B.M.100.A.C": "It stopped.\n",
            f"{base}/ROUGE/peers/D0901-A.M.100.A.7": "Rain.\n\n",
            f"{base}/ROUGE/peers/D0901-B.M.100.A.7": "Dry.\n",
            f"{base}/ROUGE/peers/README": "not a summary",
            f"{base}/ROUGE/rougejk_A.m.out": "7 ROUGE-2 Average_R: 0.1 (95%-conf.int. 0 - 1)\n"
            "7 ROUGE-2 Eval D0901-A.M.100.A-C.7 R:0.10000 P:0.20000 F:0.13333\n"
            "7 ROUGE-2 Eval D0901-A.M.100.A-D.7 R:0.30000 P:0.40000 F:0.34286\n",
            f"{base}/BE/models/D0901-A.M.100.A.C": "rain|fall|subj\n",
            f"{base}/BE/peers/D0901-A.M.100.A.9": "sun|shine|subj\n",
            f"{base}/manual/manual.peer.A": "D0901-A 7 0.25 3 1 9 9 0.2 6 5\n"
            "D0901-A 8 0.25 3 1 9 9 0.2 6 5\nmean 1 2\n",
            f"{base}/manual/manual.model.B": "D0901-B C 12 9 9 0.75 10 9\n",
            f"{base}/manual/pyramids/D0901-A.pyr": "<pyramid><text/>"
            '<scu uid="3" label="rain"><contributor/><contributor/></scu></pyramid>',
            f"{base}.tar.gz": "packed",
            "results": "PK\x03\x04 packed too",
            "AESOP09_eval/data/aesop_allpeers_A": "p t 1 2\ns7 t1 0.5 NaN\nsC t1 0.25 0.75\n",
            "AESOP09_eval/data/aesop_allpeers_B": "peer topic 1 2\ns7 t1 0.125 1\nsX t1 0 0\n",
        },
    )
    assert formats.detect(source) == "duc"
    notes = Notes()
    first, second = duc.read(source, notes)
    assert (first["id"], second["id"]) == ("D0901A-A", "D0901A-B")
    for topic in (first, second):
        assert topic["title"] == "Rain & wind"
        assert topic["narrative"] == "Describe the rain."
        assert topic["category"] == "2"
    assert "document_ids" not in first
    assert second["document_ids"] == ["XYZ_ENG_20041009.0001", "X.2"]
    (model,) = first["references"]
    assert model == {"id": "C", "be": ["rain|fall|subj"], "sentences": ["It rained.", "It blew."]}
    seven, person = first["peers"]
    assert seven["sentences"] == ["Rain."]
    assert seven["scores"] == {
        "ROUGE-2-R (rougejk_A.m.out)": pytest.approx(0.2),
        "ROUGE-2-P (rougejk_A.m.out)": pytest.approx(0.3),
        "ROUGE-2-F (rougejk_A.m.out)": pytest.approx(0.238095),
        "aesop-1": 0.5,
    }
    assert person["human"] is True
    assert person["scores"] == {"aesop-1": 0.25, "aesop-2": 0.75}
    assert second["peers"][0]["scores"] == {"aesop-1": 0.125, "aesop-2": 1.0}
    assert first["judgements"]["7"] == {
        "modified_pyramid": 0.25,
        "num_scus": 3,
        "num_repetitions": 1,
        "modified_pyramid_3_models": 0.2,
        "linguistic_quality": 6,
        "overall_responsiveness": 5,
    }
    assert second["judgements"]["C"] == {
        "num_scus": 12,
        "modified_pyramid_3_models": 0.75,
        "linguistic_quality": 10,
        "overall_responsiveness": 9,
    }
    assert first["pyramids"] == {"pyramid": [{"id": "3", "label": "rain", "weight": 2}]}
    assert told(notes) == {
        "archives left out; unpack them to have them read": 2,
        "files left out because their place in the layout is unknown": 1,
        "scores that are not a number, left out": 1,
        "rows that do not fit the columns of their table, left out": 1,
        "columns whose meaning is not published, left out": 2,
        "topics whose listed documents are missing": 1,
        "summaries without their documents": 1,
        "judgements of a peer that is not there": 6 + 4,
        "scores of a missing peer, left out": 2,
        "basic elements of a summary that is not there, left out": 1,
    }


def table(*rows: str) -> str:
    head = "Topic\n|       Selector\n|       |       Assessor\n|       |       |  Summarizer (x)\n"
    score = (
        "|       |       |       |       Responsiveness Score (1 = very poor)\n|   |   |   |   |\n"
    )
    return head + score + "".join(row + "\n" for row in rows)


def test_drawn_tables_and_judges_who_judge_twice(tmp_path: Path) -> None:
    source = write(
        tmp_path,
        {
            "results/ROUGE/peers/D301.M.250.I.1": "A.\n",
            "docs/d301i/FT1": DOC.format(name="FT1"),
            "docs/copy/d301i/FT1": DOC.format(name="FT1"),
            "results/responsiveness.table": table(
                "D301\tI\tA\t1\t4",
                "D301 I B 1 2",
                "D301\tI\tA\t1\t5",
                "D301\tI\tA",
                "D999\tI\tA\t1\t4",
            ),
            "pyr/header.txt": "setid peerid modifiedscore annotatorid responsiveness\n",
            "pyr/x_scores.txt": "D301\t1\t0.5\t9\t4\t\n",
            "processed_pans.txt": "301 1 0.4 0.5 7 2\n",
        },
    )
    notes = Notes()
    (topic,) = duc.read(source, notes)
    assert topic["id"] == "d301i"
    assert len(topic["documents"]) == 1
    judged = topic["judgements"]["1"]
    assert judged["responsiveness"] == {"A": 4, "B": 2, "A-2": 5}
    assert judged["pyramid"] == 0.4
    assert judged["num_scus"] == 7
    assert told(notes) == {
        "copies of a document of the same docset, left out": 1,
        "rows that do not fit the columns of their table, left out": 1,
        "second values of the same judge, kept as those of another judge": 1,
        "judgements of a missing topic, left out": 1,
        "values repeated from another table, left out": 1,
    }


@pytest.mark.parametrize(
    ("name", "content", "note"),
    [
        ("odd.table", "a\tb\n", "tables without a topic, a summarizer and a score, left out"),
        (
            "BE/peers/D1.M.100.A.1",
            "a|b\nx|y|z\n",
            "lines of basic elements that are not HEAD|MODIFIER|RELATION, left out",
        ),
        (
            "x.table",
            table("D1\tA\tB\t1\tgood"),
            "values of a table that are not numbers, treated as missing",
        ),
        ("100.D1.M.100.A.1.pan", "<a>", "pyramids that are not XML, left out"),
    ],
)
def test_what_cannot_be_read_is_counted(name: str, content: str, note: str, tmp_path: Path) -> None:
    source = write(tmp_path, {"peers/D1.M.100.A.1": "x", name: content})
    notes = Notes()
    (topic,) = duc.read(source, notes)
    assert topic["peers"][0]["text"] == "x"
    assert told(notes) == {note: 1}


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path, {"notes.txt": "x"})
    with pytest.raises(SumscopeError, match="found neither documents nor summaries"):
        list(duc.read(source, Notes()))


def test_an_evaluation_that_is_not_there(tmp_path: Path) -> None:
    source = write(tmp_path, {"E1/peers/D1.M.100.A.1": "x", "E2/peers/D1.M.100.A.1": "y"})
    with pytest.raises(SumscopeError, match="unknown evaluation 'E3'; did you mean E"):
        list(duc.read(source, Notes(), evaluation="E3"))


def evaluation(name: str, models: str, peers: str) -> str:
    given = "".join(f'<M ID="{m}">T.{m}</M>' for m in models)
    scored = "".join(f'<P ID="{p}">T.{p}</P>' for p in peers)
    return (
        f'<EVAL ID="{name}"><PEER-ROOT>/far/away/peers</PEER-ROOT><MODEL-ROOT>C:\\far\\models'
        f'</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/><PEERS>{scored}</PEERS>'
        f"<MODELS>{given}</MODELS></EVAL>"
    )


def test_jackknifed_evals_are_one_topic(tmp_path: Path) -> None:
    evals = [evaluation(f"T-{m}", "ABC".replace(m, ""), f"1{m}") for m in "ABC"]
    files = {
        f"{kind}/T.{who}": f"{who} says.\n"
        for kind, people in (("models", "ABC"), ("peers", "1ABC"))
        for who in people
    }
    files["deep/down/jk.in"] = f'<ROUGE_EVAL version="1.5.5">{"".join(evals)}</ROUGE_EVAL>'
    write(tmp_path, files)
    notes = Notes()
    (topic,) = rouge.read(str(tmp_path / "deep/down"), notes, outside=True)
    assert topic["id"] == "T"
    assert [row["id"] for row in topic["references"]] == ["A", "B", "C"]
    assert [(row["id"], row.get("human")) for row in topic["peers"]] == [
        ("1", None),
        ("A", True),
        ("B", True),
        ("C", True),
    ]
    assert told(notes) == {rouge.JOINED: 3, rouge.ELSEWHERE: 2}


def test_evals_of_the_same_files_that_are_no_jackknife_stay_apart(tmp_path: Path) -> None:
    evals = evaluation("T-1", "AB", "1") + evaluation("T-2", "AB", "1")
    write(tmp_path, {"x.xml": f"<ROUGE-EVAL>{evals}</ROUGE-EVAL>"})
    write(tmp_path, {"models/T.A": "a", "models/T.B": "b", "peers/T.1": "c"})
    assert [topic["id"] for topic in rouge.read(str(tmp_path), Notes())] == ["T-1", "T-2"]


def test_a_folder_with_two_settings_files_names_them(tmp_path: Path) -> None:
    write(tmp_path, {"a.in": "<ROUGE_EVAL/>", "b.in": "<ROUGE_EVAL/>"})
    with pytest.raises(SumscopeError, match=r"found 2: a\.in, b\.in; name the settings file"):
        list(rouge.read(str(tmp_path), Notes()))


letter = st.sampled_from("ABCDEFGHIJ")


@given(st.integers(0, 9999), letter, st.sampled_from(["", "-A", "-B"]), letter)
def test_every_spelling_of_a_topic_finds_it(n: int, sel: str, update: str, who: str) -> None:
    name = summary_name(f"D{n:04}{update}.M.100.{sel}.{who}")
    assert name is not None
    docset = join_selector(name.docset, name.selector)
    assert docset == f"D{n:04}{sel}{update}"
    finder = TopicFinder([docset, f"D{n + 1:04}{sel}{update}"])
    for label in (docset, docset.lower(), f"D{n:04}{update}", f"{n}{update}"):
        assert finder.find(label) == [docset]
    assert finder.find(f"D{n:04}{update}", sel) == [docset]


def test_a_label_without_a_set_prefers_the_docset_that_has_none() -> None:
    finder = TopicFinder(["D0703A", "D0703A-A", "D0703A-B", "D0704B-A", "D0704B-B"])
    assert finder.find("D0703") == ["D0703A"]
    assert finder.find("D0703-B", "A") == ["D0703A-B"]
    assert finder.find("D0704") == ["D0704B-A", "D0704B-B"]


@given(st.text(alphabet="|ab \t\n", max_size=60))
def test_a_drawn_header_ends_somewhere(text: str) -> None:
    lines = text.split("\n")
    columns, start = drawn_columns(lines)
    assert 0 <= start <= len(lines)
    assert len(columns) != 1
