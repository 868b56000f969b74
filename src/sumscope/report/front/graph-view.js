// GraphView: a graph at positions computed beforehand, its groups by level of a hierarchy.

import { h, s, replace } from "./dom.js";
import { plural } from "./format.js";
import { category } from "./scale.js";
import { canvas, chart, mark, nothing, reachable } from "./chart.js";

/** nodes: [{id, label, x, y}] with x, y between 0 and 1; edges: [{from, to, weight}];
 *  levels: [{label, groups: {id: [group, ...]}}]; a slider chooses the level. onNode(node). */
export function graphView({ caption, nodes, edges, levels = [], level = 0, height = 420, onNode, onLevel }) {
  if (!nodes.length) return nothing("No nodes to draw.");
  let now = Math.max(0, Math.min(levels.length - 1, level));
  const at = new Map(nodes.map((node) => [node.id, node]));
  const heaviest = Math.max(1e-9, ...edges.map((e) => e.weight ?? 1));
  const draw = (width) => {
    const svg = canvas(width, height, caption);
    const x = (node) => 24 + node.x * (width - 48);
    const y = (node) => 20 + node.y * (height - 40);
    for (const edge of edges) {
      const [a, b] = [at.get(edge.from), at.get(edge.to)];
      if (a && b) svg.append(s("line", { class: "edge", x1: x(a), y1: y(a), x2: x(b), y2: y(b), "stroke-opacity": 0.15 + 0.6 * ((edge.weight ?? 1) / heaviest) }));
    }
    const groups = levels[now]?.groups ?? {};
    for (const node of nodes) {
      const mine = groups[node.id] ?? [];
      const shape = s("g", { class: mine.length ? category(mine[0]) : "cat-7" }, s("circle", { cx: x(node), cy: y(node), r: 7 }),
        mine.length > 1 && s("circle", { class: `ring ${category(mine[1])}`, cx: x(node), cy: y(node), r: 10.5 }));
      const words = `${node.label ?? node.id}${mine.length ? ` (${plural(mine.length, "group")}: ${mine.map((g) => g + 1).join(", ")})` : ""}`;
      svg.append(mark(shape, words, onNode && (() => onNode(node))));
    }
    return reachable(svg);
  };
  const figure = chart({ caption, draw });
  if (levels.length < 2) return figure;
  const said = h("output", { class: "number" });
  const slider = h("input", { type: "range", min: 0, max: levels.length - 1, value: now, on: { input: () => choose(Number(slider.value)) } });
  const choose = (next) => {
    now = next;
    replace(said, levels[now].label);
    slider.setAttribute("aria-valuetext", levels[now].label);
    figure.redraw();
    onLevel?.(now);
  };
  choose(now);
  return h("div", { class: "graph-view" }, h("label", { class: "row" }, "Level", slider, said), figure);
}
