// @ts-check
// The board of clusters as values: what lies where, what is selected, folded and found, where the focus is. No
// elements. A place is the id of a sentence or that of a cluster, which stands for its head; no id is both.

/** @typedef {"unsorted" | "board" | "aside"} Zone */
/** @type {Zone[]} */
export const ZONES = ["unsorted", "board", "aside"];

export class Board {
  /** @param {string[]} items ids in reading order
   *  @param {{folded: string[], trayOpen: boolean, matches(item: string, wanted: string): boolean}} view */
  constructor(items, { folded, trayOpen, matches }) {
    this.position = new Map(items.map((item, at) => [item, at]));
    this.sequence = items; // the order in which unsorted sentences are shown
    this.folded = new Set(folded);
    this.trayOpen = trayOpen;
    this.matches = matches;
    this.wanted = "";
    /** @type {Set<string> | null} what the filter finds; null without one */
    this.found = null;
    /** @type {Set<string>} */
    this.selected = new Set();
    /** @type {string | null} where a range of selected cards begins */
    this.anchor = null;
    /** @type {string | null} the place that has, or had, the focus */
    this.current = null;
    /** @type {string | null} the cluster that got sentences before */
    this.last = null;
    /** @type {Map<Zone, string>} each zone's place in the tab order */
    this.stop = new Map();
    /** @type {ClusterGroup[]} */
    this.groups = [];
    /** @type {string[]} */
    this.tray = [];
    /** @type {Map<string, string>} sentence -> cluster or "aside"; unsorted ones are not in it */
    this.home = new Map();
  }

  /** Take in a state of the work; places that are gone lose the focus.
   * @param {ClusterState} state */
  read({ groups, tray }) {
    this.groups = groups;
    this.tray = tray;
    this.home = new Map();
    for (const item of tray) this.home.set(item, "aside");
    for (const group of groups) for (const item of group.items) this.home.set(item, group.id);
    if (this.current !== null && !this.knows(this.current)) this.current = null;
    for (const zone of ZONES) {
      const stop = this.stop.get(zone);
      if (stop !== undefined && this.knows(stop) && this.zoneOf(stop) === zone) continue;
      const first = this.all(zone)[0];
      if (first === undefined) this.stop.delete(zone);
      else this.stop.set(zone, first);
    }
    this.current ??=
      this.stop.get("unsorted") ?? this.stop.get("aside") ?? this.stop.get("board") ?? null;
  }

  /** @param {string | null | undefined} id @returns {ClusterGroup | undefined} */
  group(id) {
    return this.groups.find((one) => one.id === id);
  }

  /** @param {string | null} place @returns {place is string} */
  isItem(place) {
    return place !== null && this.position.has(place);
  }

  /** @param {string | null} place */
  knows(place) {
    return this.isItem(place) || this.group(place) !== undefined;
  }

  /** The cluster that a place is in, or is.
   * @param {string | null} place */
  clusterOf(place) {
    if (place === null) return null;
    if (!this.isItem(place)) return place;
    const home = this.home.get(place) ?? null;
    return home === "aside" ? null : home;
  }

  /** @param {string | null} place @returns {Zone} */
  zoneOf(place) {
    if (place === null) return "unsorted";
    if (!this.isItem(place)) return "board";
    const home = this.home.get(place);
    return home === undefined ? "unsorted" : home === "aside" ? "aside" : "board";
  }

  /** Every place of a zone, also what is filtered or folded away.
   * @param {Zone} zone @returns {string[]} */
  all(zone) {
    if (zone === "unsorted") return this.sequence.filter((item) => !this.home.has(item));
    if (zone === "aside") return this.tray;
    return this.groups.flatMap((group) => [group.id, ...group.items]);
  }

  /** The places of a zone that can be seen, in their order.
   * @param {Zone} zone @returns {string[]} */
  stops(zone) {
    if (zone === "aside" && !this.trayOpen) return [];
    return this.all(zone).filter((place) => {
      if (!this.isItem(place)) return true;
      if (this.found && !this.found.has(place)) return false;
      const home = this.home.get(place);
      return home === undefined || !this.folded.has(home);
    });
  }

  /** @param {string | null} place @returns {place is string} */
  sees(place) {
    return place !== null && this.knows(place) && this.stops(this.zoneOf(place)).includes(place);
  }

  // Moving.

  /** The place some steps away in the zone of the focus; null where that zone is empty.
   * @param {number} by */
  step(by) {
    const places = this.stops(this.zoneOf(this.current));
    const at = this.current === null ? -1 : places.indexOf(this.current);
    return places[at < 0 ? 0 : Math.max(0, Math.min(places.length - 1, at + by))] ?? null;
  }

  /** Where to go in the next zone that has anything; on the board, to the cluster used last.
   * @param {number} by */
  otherZone(by) {
    const zones = ZONES.filter((zone) => this.stops(zone).length);
    if (!zones.length) return null;
    const zone =
      zones[(zones.indexOf(this.zoneOf(this.current)) + by + zones.length) % zones.length];
    return zone === "board" && this.group(this.last) ? this.last : this.stops(zone)[0];
  }

  /** Where the focus goes when sentences leave: the next place of the same list.
   * @param {string[]} items */
  successor(items) {
    const places = this.stops(this.zoneOf(this.current));
    const at = this.current === null ? -1 : places.indexOf(this.current);
    /** @param {string} place */
    const stays = (place) => !items.includes(place);
    return (
      places.slice(at + 1).find(stays) ??
      places.slice(0, Math.max(0, at)).reverse().find(stays) ??
      null
    );
  }

  /** A place, or the nearest one to it that can be seen.
   * @param {string | null} [place] */
  landing(place = null) {
    if (this.sees(place)) return place;
    const zone = this.knows(place) ? this.zoneOf(place) : "unsorted";
    for (const one of [zone, "board", "aside"]) {
      const first = this.stops(/** @type {Zone} */ (one))[0];
      if (first !== undefined) return first;
    }
    return null;
  }

  // Selecting.

  /** @param {string} item @param {boolean} [on] */
  select(item, on = !this.selected.has(item)) {
    if (on) this.selected.add(item);
    else this.selected.delete(item);
  }

  clear() {
    this.selected.clear();
    this.anchor = null;
  }

  /** @param {string} from @param {string} to */
  selectRange(from, to) {
    const places = this.stops(this.zoneOf(to));
    const [a, b] = [places.indexOf(from), places.indexOf(to)].sort((x, y) => x - y);
    this.selected = new Set(
      places.slice(Math.max(0, a), b + 1).filter((place) => this.isItem(place)),
    );
  }

  /** The sentences that an action is about: those selected in reading order, or the one in focus.
   * @returns {string[]} */
  subject() {
    if (!this.selected.size) return this.isItem(this.current) ? [this.current] : [];
    return [...this.selected].sort(
      (a, b) => (this.position.get(a) ?? 0) - (this.position.get(b) ?? 0),
    );
  }

  // Looking.

  /** @param {string} text */
  filter(text) {
    this.wanted = text.trim().toLowerCase();
    this.found = this.wanted
      ? new Set([...this.position.keys()].filter((item) => this.matches(item, this.wanted)))
      : null;
  }

  /** @param {string[]} items */
  countFound(items) {
    return items.filter((item) => !this.found || this.found.has(item)).length;
  }

  /** @param {string} cluster */
  fold(cluster) {
    if (!this.folded.delete(cluster)) this.folded.add(cluster);
  }

  /** Fold every cluster, or unfold all where all are folded. */
  foldAll() {
    const ids = this.groups.map((group) => group.id);
    this.folded = new Set(ids.every((id) => this.folded.has(id)) ? [] : ids);
  }
}
