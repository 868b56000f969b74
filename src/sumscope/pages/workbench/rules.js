// The rules of a task, checked live: the twin of sumscope.covers.rules for states that the page can reach.

// White space as Python's str.strip knows it.
const BLANK = /^[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/;

const said = (label) => label !== null && !BLANK.test(label);
const broken = (rule, message, item = null, cluster = null) => ({ rule, item, cluster, message });

/** Rules that are broken: [{rule, item, cluster, message}]. */
export function check(brief, state) {
  return CHECKS[brief.task]?.(brief, state) ?? [];
}

function clusterRules(brief, state) {
  const found = [];
  const names = state.groups.map(
    (group, at) => `cluster ${at + 1}${said(group.label) ? ` (${group.label})` : ""}`,
  );
  state.groups.forEach((group, at) => {
    const only = group.items[0] ?? null;
    if (group.items.length < 2) {
      found.push(
        broken(
          "two-sentences",
          `${names[at]} has ${only === null ? "no sentence" : `only the sentence ${only}`}`,
          only,
          group.id,
        ),
      );
    } else {
      const sources = new Set(group.items.map((item) => brief.documents.get(item)));
      if (sources.size === 1)
        found.push(
          broken(
            "two-documents",
            `${names[at]}: all sentences come from the document ${[...sources][0]}`,
            only,
            group.id,
          ),
        );
    }
    if (!said(group.label))
      found.push(broken("labelled", `${names[at]} has no label`, null, group.id));
  });
  const first = new Map();
  state.groups.forEach((group, at) => {
    if (group.rank === null)
      found.push(broken("ranked", `${names[at]} has no rank`, null, group.id));
    else if (first.has(group.rank))
      found.push(
        broken(
          "distinct-ranks",
          `${names[first.get(group.rank)]} and ${names[at]} both have the rank ${group.rank}`,
          null,
          group.id,
        ),
      );
    else first.set(group.rank, at);
  });
  return found;
}

function extractRules(brief, state) {
  const total = state.picked.reduce((sum, item) => sum + brief.words.get(item), 0);
  if (brief.limit === null || total <= brief.limit) return [];
  return [
    broken(
      "limit",
      `the extract has ${total} words, ${total - brief.limit} more than the limit of ${brief.limit}`,
      state.picked.at(-1),
    ),
  ];
}

function preferRules(brief, state) {
  return [...state.choices]
    .filter(([, made]) => typeof made === "object" && (made.best === null || made.worst === null))
    .map(([item, made]) =>
      broken(
        "best-and-worst",
        `comparison ${item} has no ${made.best === null ? "best" : "worst"} summary yet`,
        item,
      ),
    );
}

const CHECKS = { cluster: clusterRules, extract: extractRules, prefer: preferRules };
