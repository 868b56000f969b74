// @ts-check
// The keys of clusters: digits, then capital letters; a cluster keeps its key while it is there.

export const CODES = [..."123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** settings: remembered settings with `codes`, cluster id -> key.
 * @param {{ value: { codes: Record<string, string> }, keep(change: { codes: Record<string, string> }): void }} settings */
export function clusterCodes(settings) {
  return {
    /** @param {string} id */
    code: (id) => settings.value.codes[id] ?? "",
    /** Give a key to every cluster that has none, the lowest that is free.
     * @param {ClusterGroup[]} groups */
    give(groups) {
      const { codes } = settings.value;
      const here = new Set(groups.map((group) => group.id));
      const used = new Set(
        Object.entries(codes)
          .filter(([id]) => here.has(id))
          .map(([, key]) => key),
      );
      let changed = false;
      for (const group of groups) {
        if (codes[group.id]) continue;
        const free = CODES.find((key) => !used.has(key));
        if (!free) break;
        for (const [id, key] of Object.entries(codes)) if (key === free) delete codes[id];
        codes[group.id] = free;
        used.add(free);
        changed = true;
      }
      if (changed) settings.keep({ codes });
    },
  };
}
