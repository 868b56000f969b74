// @ts-check
// The keys of the board of clusters.

import { CODES } from "./codes.js";

/** @param {BoardView} view @returns {KeyGroup[]} */
export function boardKeys(view) {
  const { board, parts } = view;
  /** A key that works where the focus is on the board, or nowhere.
   * @param {string[]} keys @param {string | null} words @param {(event: KeyboardEvent) => unknown} run */
  const key = (keys, words, run) => ({
    keys,
    words,
    /** @param {KeyboardEvent} event */
    run: (event) =>
      parts.element.contains(document.activeElement) || document.activeElement === document.body
        ? run(event)
        : false,
  });
  const mine = () => board.clusterOf(board.current);
  const onButton = () =>
    document.activeElement instanceof HTMLButtonElement && !document.activeElement.dataset.stop;
  return [
    {
      title: "Move",
      keys: [
        key(["j", "ArrowDown"], "next sentence", () => view.go(1)),
        key(["k", "ArrowUp"], "previous sentence", () => view.go(-1)),
        key(["ArrowRight"], "to the clusters, the tray, the unsorted", () => view.switchZone(1)),
        key(["ArrowLeft"], "back", () => view.switchZone(-1)),
        key(["PageDown"], null, () => view.go(10)),
        key(["PageUp"], null, () => view.go(-10)),
        key(["Home"], null, () => view.go(-1e6)),
        key(["End"], null, () => view.go(1e6)),
        {
          keys: ["/"],
          words: "filter",
          run: () => {
            parts.find.focus();
            parts.find.select();
          },
        },
        ...(view.orders.length > 1
          ? [key(["o"], "change the order of unsorted sentences", () => view.nextOrder())]
          : []),
      ],
    },
    {
      title: "Sort",
      keys: [
        {
          ...key(CODES, "put into the cluster with this key", (event) => view.sendByKey(event.key)),
          show: ["1", "…", "9", "Shift+A", "…", "Shift+Z"],
        },
        key(["g"], "put into any cluster, by typing its label", () => {
          view.sendAnywhere();
        }),
        key(["."], "put into the same cluster as before", () => view.sendAgain()),
        key(["n"], "new cluster with the sentence, and label it", () => view.create()),
        key(["x"], "set aside", () => view.send("aside")),
        key(["u"], "back to the unsorted", () => view.send(null)),
        key([" "], "select", () => {
          if (onButton()) return false;
          view.toggle();
          return true;
        }),
        key(["Shift+ArrowDown"], "select several", () => view.go(1, true)),
        key(["Shift+ArrowUp"], null, () => view.go(-1, true)),
        key(["Mod+a"], "select all that are shown in this list", () => view.selectShown()),
        key(["Escape"], "clear selection and filter", () => {
          view.clear();
          if (board.wanted) view.clearFilter();
        }),
      ],
    },
    {
      title: "The cluster of the sentence, or of its head",
      keys: [
        key(["e", "F2"], "edit the label", () => view.editLabel(mine())),
        key(["r"], "rank it", () => view.editRank(mine())),
        key(["p"], "rank all: order by importance", () => {
          view.rankAll();
        }),
        key(["m"], "merge it into another", () => {
          view.merge(mine());
        }),
        key(["b"], "break the selected sentences off", () => view.breakOff(mine())),
        key(["Delete"], "drop the cluster", () => {
          if (!board.isItem(board.current)) view.drop(board.current);
        }),
        key(["f"], "fold or unfold", () => view.fold(mine())),
        key(["z"], "fold or unfold all", () => view.foldAll()),
        key(["t"], "write a note", () => {
          view.note();
        }),
      ],
    },
    ...(view.evidence?.keys ?? []),
  ];
}
