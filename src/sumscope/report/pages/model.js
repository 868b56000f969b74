// The numbers of a study, as the parts of the page ask for them.

/** The overview of a study (or null) as lookups; `texts` reads the topics for reading when they are wanted. */
export function model(overview, texts) {
  const columns = overview?.columns ?? [];
  const systems = overview?.systems ?? [];
  const topics = overview?.topics ?? [];
  const column = new Map(columns.map((c, at) => [c.name, at]));
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
  const key = (at, i, j) => (at * systems.length + Math.min(i, j)) * systems.length + Math.max(i, j);
  const tests = new Map((overview?.duels ?? []).map((d) => [key(d[0], d[1], d[2]), d]));
  const pairs = new Map();
  for (const d of overview?.duels ?? []) pairs.set(d[0], (pairs.get(d[0]) ?? 0) + 1);
  const digits = columns.map((c, at) => {
    const highest = Math.max(...(overview.cells[at].map((cell) => Math.abs(cell[0] ?? 0))), 0);
    return highest < 0.1 ? 4 : highest < 2 ? 3 : 2;
  });
  return {
    columns, systems, topics, column, place, digits,
    named: (name) => columns[column.get(name)],
    /** {value, low, high, n, letters, top, reason} of a system in a column. */
    cell(name, system) {
      const [value, low, high, n, letters, top, reason] = overview.cells[column.get(name)][place.get(system)];
      return { value, low, high, n, letters, top: Boolean(top), reason };
    },
    value: (name, system, topic) => overview.values[column.get(name)][place.get(system) * count + topic],
    values: (name, system) => overview.values[column.get(name)].slice(place.get(system) * count, (place.get(system) + 1) * count),
    length: (system, topic) => overview.lengths[place.get(system) * count + topic],
    /** The test of two systems by a measure, seen from the first: {difference, p, corrected, n}. */
    duel(name, left, right) {
      const [at, i, j] = [column.get(name), place.get(left), place.get(right)];
      const found = tests.get(key(at, i, j));
      return found && { difference: found[1] === i ? found[3] : -found[3], p: found[4], corrected: found[5], n: found[6], pairs: pairs.get(at) };
    },
    correlation(measure, human, level, statistic) {
      const found = overview.correlations.find((r) => r[0] === measure && r[1] === human && r[2] === level && r[3] === statistic);
      return found && { value: found[4], low: found[5], high: found[6], n: found[7], reason: found[8] };
    },
    /** The text of a topic, where the page holds the texts; and the order of all topics with texts. */
    text(id) { const all = held(); return all && all.list[all.at.get(id)]; },
    readable: () => Boolean(held()),
    textTopics: () => held()?.list.map((t) => t.id) ?? [],
  };
}
