// @ts-check
// The numbers of a study, as the parts of the page ask for them.

/** Numbers of the page as a typed array, NaN where there is none: a list, or {scale, from, bytes, data} (see `packed` in overview.py).
 * @param {PackedNumbers} list */
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

/** A function of one text that remembers what it gave.
 * @template T @param {(key: string) => T} make @returns {(key: string) => T} */
function remembered(make) {
  const kept = new Map();
  return (key) => {
    if (!kept.has(key)) kept.set(key, make(key));
    return kept.get(key);
  };
}

/** The overview of a study (or null) as lookups; `texts` reads the topics for reading when they are wanted.
 * @param {Overview | null} overview @param {() => Reading[] | null} texts */
export function model(overview, texts) {
  const columns = overview?.columns ?? [];
  const systems = overview?.systems ?? [];
  const topics = overview?.topics ?? [];
  const column = new Map(columns.map((c, at) => [c.name, at]));
  const judged = new Map(
    columns.flatMap((c, at) => (c.kind === "judgement" ? [[c.name, at]] : [])),
  );
  /** @param {string} name */
  const columnAt = (name) => column.get(name) ?? -1;
  /** @param {string} system */
  const systemAt = (system) => place.get(system) ?? -1;
  const cells = overview?.cells ?? [];
  const place = new Map(systems.map((s, at) => [s.id, at]));
  const count = topics.length;
  /** @type {{ list: Reading[], at: Map<string, number> } | null | undefined} */
  let read;
  const held = () => {
    if (read === undefined) {
      const list = texts();
      read = list && { list, at: new Map(list.map((t, at) => [t.id, at])) };
    }
    return read;
  };
  /** @param {number} at @param {number} i @param {number} j */
  const key = (at, i, j) =>
    (at * systems.length + Math.min(i, j)) * systems.length + Math.max(i, j);
  const tests = new Map((overview?.duels ?? []).map((d) => [key(d[0], d[1], d[2]), d]));
  /** @type {Map<number, number>} */
  const pairs = new Map();
  for (const d of overview?.duels ?? []) pairs.set(d[0], (pairs.get(d[0]) ?? 0) + 1);
  const correlations = new Map(
    (overview?.correlations ?? []).map((r) => [JSON.stringify(r.slice(0, 4)), r]),
  );
  const between = new Map((overview?.tests ?? []).map((t) => [t.slice(0, 5).join(" "), t]));
  const digits = columns.map((c, at) => {
    const highest = Math.max(...cells[at].map((cell) => Math.abs(cell[0] ?? 0)), 0);
    return highest < 0.1 ? 4 : highest < 2 ? 3 : 2;
  });
  const every = remembered((name) => unpacked(overview?.values[columnAt(name)] ?? []));
  const words = remembered(() => unpacked(overview?.lengths ?? []));
  /** @param {Float64Array} list @param {string} system */
  const own = (list, system) =>
    list.subarray(systemAt(system) * count, (systemAt(system) + 1) * count);
  /** @param {number} value */
  const known = (value) => (Number.isNaN(value) ? null : value);
  return {
    columns,
    systems,
    topics,
    column,
    /** The number of a column, to look up what is listed by column. */
    at: columnAt,
    place,
    digits,
    remembered,
    /** @param {string} name */
    named: (name) => columns[columnAt(name)],
    /** {value, low, high, n, letters, top, reason} of a system in a column.
     * @param {string} name @param {string} system */
    cell(name, system) {
      const [value, low, high, n, letters, top, reason] = cells[columnAt(name)][systemAt(system)];
      return { value, low, high, n, letters, top: Boolean(top), reason };
    },
    /** The value of one summary, or null.
     * @param {string} name @param {string} system @param {number} topic */
    value: (name, system, topic) => known(every(name)[systemAt(system) * count + topic]),
    /** The values of a system, a number or NaN for each topic: a view, not to be written to.
     * @param {string} name @param {string} system */
    values: (name, system) => own(every(name), system),
    /** The values of all systems, one after the other. */
    every,
    /** @param {string} system @param {number} topic */
    length: (system, topic) => known(words("")[systemAt(system) * count + topic]),
    lengths: () => words(""),
    /** The test of two systems by a measure, seen from the first: {difference, p, corrected, n}.
     * @param {string} name @param {string} left @param {string} right */
    duel(name, left, right) {
      const [at, i, j] = [columnAt(name), systemAt(left), systemAt(right)];
      const found = tests.get(key(at, i, j));
      return (
        found && {
          difference: found[1] === i ? found[3] : -found[3],
          p: found[4],
          corrected: found[5],
          n: found[6],
          pairs: pairs.get(at) ?? 0,
        }
      );
    },
    /** @param {string} measure @param {string} human @param {string} level @param {string} statistic */
    correlation(measure, human, level, statistic) {
      const found = correlations.get(JSON.stringify([measure, human, level, statistic]));
      return (
        found && { value: found[4], low: found[5], high: found[6], n: found[7], reason: found[8] }
      );
    },
    /** Whether a measure correlates better with a judgement than a baseline measure: {difference, low, high, p}, or undefined.
     * @param {string} measure @param {string} baseline @param {string} human @param {string} level @param {string} statistic */
    against(measure, baseline, human, level, statistic) {
      const found = between.get(
        [column.get(measure), column.get(baseline), judged.get(human), level, statistic].join(" "),
      );
      return found && { difference: found[5], low: found[6], high: found[7], p: found[8] };
    },
    /** @param {string} level */
    tested: (level) => [...between.values()].some((t) => t[3] === level),
    /** The text of a topic, where the page holds the texts; and the order of all topics with texts.
     * @param {string} id @returns {Reading | undefined} */
    text(id) {
      const all = held();
      return all?.list[all.at.get(id) ?? -1];
    },
    readable: () => Boolean(held()),
    textTopics: () => held()?.list.map((t) => t.id) ?? [],
  };
}
