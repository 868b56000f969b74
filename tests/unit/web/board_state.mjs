// The board of clusters as values, tried without a page: what can be said of it after any run of actions.

import assert from "node:assert/strict";
import { Board, ZONES } from "../../../src/sumscope/pages/workbench/board/state.js";

const ITEMS = Array.from({ length: 12 }, (_, at) => `s${at}`);

/** Numbers that look like chance, the same for every run of a seed. */
function chance(seed) {
  let now = seed;
  return (below) => {
    now = (now * 1103515245 + 12345) % 2147483648;
    return Math.floor((now / 2147483648) * below);
  };
}

/** A state of the work: every sentence unsorted, set aside or in one of some clusters. */
function someWork(draw) {
  const groups = Array.from({ length: draw(4) }, (_, at) => ({
    id: `c${at}`,
    label: null,
    rank: null,
    items: [],
  }));
  const tray = [];
  for (const item of ITEMS) {
    const to = draw(groups.length + 2);
    if (to < groups.length) groups[to].items.push(item);
    else if (to === groups.length) tray.push(item);
  }
  return { groups, tray, notes: new Map() };
}

function act(board, draw, work) {
  const places = ZONES.flatMap((zone) => board.stops(zone));
  const one = places[draw(places.length)];
  const actions = [
    () => board.read(work()),
    () => {
      if (one === undefined) return;
      board.current = one;
      board.stop.set(board.zoneOf(one), one);
    },
    () => board.select(ITEMS[draw(ITEMS.length)]),
    () => board.filter(["", "1", "s", "none"][draw(4)]),
    () => board.groups.length && board.fold(board.groups[draw(board.groups.length)].id),
    () => board.foldAll(),
    () => {
      board.trayOpen = !board.trayOpen;
    },
    () => board.clear(),
    () => one !== undefined && board.selectRange(one, places[draw(places.length)]),
  ];
  actions[draw(actions.length)]();
}

function check(board) {
  assert.deepEqual(
    ZONES.flatMap((zone) => board.all(zone).filter((place) => board.isItem(place))).sort(),
    [...ITEMS].sort(),
    "every sentence lies in one zone",
  );
  for (const zone of ZONES) {
    const [all, stops] = [board.all(zone), board.stops(zone)];
    assert.deepEqual(
      stops,
      all.filter((place) => stops.includes(place)),
      "stops keep the order",
    );
    for (const place of all) assert.equal(board.zoneOf(place), zone);
    assert.equal(board.stop.has(zone), all.length > 0, "a zone with anything has a way in");
    if (all.length) assert.equal(board.zoneOf(board.stop.get(zone)), zone);
    for (const place of stops)
      assert.ok(!board.isItem(place) || !board.wanted || place.includes(board.wanted));
  }
  assert.ok(board.current === null || board.knows(board.current));
  const moved = board.step(1);
  assert.ok(moved === null || board.zoneOf(moved) === board.zoneOf(board.current));
  const subject = board.subject();
  const next = board.successor(subject);
  assert.ok(next === null || (!subject.includes(next) && board.sees(next)));
  const landing = board.landing(next);
  assert.ok(landing === null || board.sees(landing));
  assert.deepEqual(
    subject,
    ITEMS.filter((item) => subject.includes(item)),
    "reading order",
  );
}

for (let seed = 1; seed <= 200; seed += 1) {
  const draw = chance(seed);
  const work = () => someWork(draw);
  const board = new Board(ITEMS, {
    folded: [],
    trayOpen: true,
    matches: (item, wanted) => item.includes(wanted),
  });
  board.read(work());
  for (let turn = 0; turn < 30; turn += 1) {
    act(board, draw, work);
    check(board);
  }
}

// What a judge relies on, step by step.
const board = new Board(["a", "b", "c", "d"], {
  folded: [],
  trayOpen: true,
  matches: (item, wanted) => item === wanted,
});
const cluster = (id, items) => ({ id, label: null, rank: null, items });
board.read({ groups: [cluster("k", ["c"])], tray: ["d"], notes: new Map() });
assert.deepEqual(
  ZONES.map((zone) => board.stops(zone)),
  [["a", "b"], ["k", "c"], ["d"]],
);
assert.equal(board.current, "a");
assert.equal(board.successor(["a"]), "b");
assert.equal(board.otherZone(1), "k");
board.last = "k";
board.current = "c";
assert.equal(board.clusterOf("c"), "k");
board.fold("k");
assert.deepEqual(board.stops("board"), ["k"]);
assert.equal(board.landing("c"), "k", "what is folded away leads to what can be seen");
board.filter(" B ");
assert.deepEqual(board.stops("unsorted"), ["b"]);
assert.equal(board.countFound(["a", "b"]), 1);
board.read({ groups: [], tray: [], notes: new Map() });
assert.equal(board.current, "c", "an unsorted sentence that had the focus keeps it");
board.current = "k";
board.read({ groups: [], tray: [], notes: new Map() });
assert.notEqual(board.current, "k", "a dropped cluster loses it");
