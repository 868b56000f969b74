// The numbers of a study, as the parts of the page ask for them.

/** Numbers of the page as a typed array, NaN where there is none: a list, or {scale, from, bytes, data} (see `packed` in overview.py). */
export function unpacked(list) {
  if (Array.isArray(list)) return Float64Array.from(list, (v) => v ?? NaN);
  const { scale, from, bytes, data } = list;
  const text = atob(data);
  const made = new Float64Array(text.length / bytes);
  const none = 256 ** bytes - 1;
  for (let at = 0, byte = 0; at < made.length; at += 1) {
    let code = 0;
    for (let power = 1, end = byte + bytes; byte < end; byte += 1, power *= 256)
      code += text.charCodeAt(byte) * power;
    made[at] = code === none ? NaN : (from + code) / scale;
  }
  return made;
}

/** A function of one text that remembers what it gave. */
function remembered(make) {
  const kept = new Map();
  return (key) => {
    if (!kept.has(key)) kept.set(key, make(key));
    return kept.get(key);
  };
}

/** The overview of a study (or null) as lookups; `texts` reads the topics for reading when they are wanted. */
export function model(overview, texts) {
  const columns = overview?.columns ?? [];
  const systems = overview?.systems ?? [];
  const topics = overview?.topics ?? [];
  const column = new Map(columns.map((c, at) => [c.name, at]));
  const judged = new Map(
    columns.map((c, at) => [c.name, at]).filter(([, at]) => columns[at].kind === "judgement"),
  );
  const place = new Map(systems.map((s, at) => [s.id, at]));
  const count = topics.length;
  let read;
  const held = () => {
    if (read === undefined) {
      const list = texts();
      read = list && { list, at: new Map(list.map((t, at) => [t.id, at])) };
    }
    return read;
  };
  const key = (at, i, j) =>
    (at * systems.length + Math.min(i, j)) * systems.length + Math.max(i, j);
  const tests = new Map((overview?.duels ?? []).map((d) => [key(d[0], d[1], d[2]), d]));
  const pairs = new Map();
  for (const d of overview?.duels ?? []) pairs.set(d[0], (pairs.get(d[0]) ?? 0) + 1);
  const correlations = new Map(
    (overview?.correlations ?? []).map((r) => [JSON.stringify(r.slice(0, 4)), r]),
  );
  const between = new Map((overview?.tests ?? []).map((t) => [t.slice(0, 5).join(" "), t]));
  const digits = columns.map((c, at) => {
    const highest = Math.max(...overview.cells[at].map((cell) => Math.abs(cell[0] ?? 0)), 0);
    return highest < 0.1 ? 4 : highest < 2 ? 3 : 2;
  });
  const every = remembered((name) => unpacked(overview.values[column.get(name)]));
  const words = remembered(() => unpacked(overview.lengths));
  const own = (list, system) =>
    list.subarray(place.get(system) * count, (place.get(system) + 1) * count);
  const known = (value) => (Number.isNaN(value) ? null : value);
  return {
    columns,
    systems,
    topics,
    column,
    place,
    digits,
    remembered,
    named: (name) => columns[column.get(name)],
    /** {value, low, high, n, letters, top, reason} of a system in a column. */
    cell(name, system) {
      const [value, low, high, n, letters, top, reason] =
        overview.cells[column.get(name)][place.get(system)];
      return { value, low, high, n, letters, top: Boolean(top), reason };
    },
    /** The value of one summary, or null. */
    value: (name, system, topic) => known(every(name)[place.get(system) * count + topic]),
    /** The values of a system, a number or NaN for each topic: a view, not to be written to. */
    values: (name, system) => own(every(name), system),
    /** The values of all systems, one after the other. */
    every,
    length: (system, topic) => known(words("")[place.get(system) * count + topic]),
    lengths: () => words(""),
    /** The test of two systems by a measure, seen from the first: {difference, p, corrected, n}. */
    duel(name, left, right) {
      const [at, i, j] = [column.get(name), place.get(left), place.get(right)];
      const found = tests.get(key(at, i, j));
      return (
        found && {
          difference: found[1] === i ? found[3] : -found[3],
          p: found[4],
          corrected: found[5],
          n: found[6],
          pairs: pairs.get(at),
        }
      );
    },
    correlation(measure, human, level, statistic) {
      const found = correlations.get(JSON.stringify([measure, human, level, statistic]));
      return (
        found && { value: found[4], low: found[5], high: found[6], n: found[7], reason: found[8] }
      );
    },
    /** Whether a measure correlates better with a judgement than a baseline measure: {difference, low, high, p}, or undefined. */
    against(measure, baseline, human, level, statistic) {
      const found = between.get(
        [column.get(measure), column.get(baseline), judged.get(human), level, statistic].join(" "),
      );
      return found && { difference: found[5], low: found[6], high: found[7], p: found[8] };
    },
    tested: (level) => [...between.values()].some((t) => t[3] === level),
    /** The text of a topic, where the page holds the texts; and the order of all topics with texts. */
    text(id) {
      const all = held();
      return all && all.list[all.at.get(id)];
    },
    readable: () => Boolean(held()),
    textTopics: () => held()?.list.map((t) => t.id) ?? [],
  };
}
