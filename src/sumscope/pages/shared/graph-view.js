// @ts-check
// GraphView: a graph at positions computed beforehand, its groups by level of a hierarchy.

import { h, s, replace } from "./dom.js";
import { plural } from "./format.js";
import { category } from "./scale.js";
import { canvas, chart, mark, name, nothing, reachable } from "./chart.js";

/** @typedef {{ id: string, label?: string, x: number, y: number }} GraphNode */

const STEPS = 8;

/** nodes: [{id, label, x, y}] with x, y between 0 and 1; edges: [{from, to, weight}];
 *  levels: [{label, groups: {id: [group, ...]}}]; a slider chooses the level. onNode(node).
 * @param {{ caption: string, nodes: GraphNode[], edges: { from: string, to: string, weight?: number }[], levels?: { label: string, groups: Record<string, number[]> }[], level?: number, height?: number, onNode?: (node: GraphNode) => void, onLevel?: (level: number) => void }} options */
export function graphView({
  caption,
  nodes,
  edges,
  levels = [],
  level = 0,
  height = 420,
  onNode,
  onLevel,
}) {
  if (!nodes.length) return nothing("No nodes to draw.");
  let now = Math.max(0, Math.min(levels.length - 1, level));
  const at = new Map(nodes.map((node) => [node.id, node]));
  /** @type {SVGGElement[]} */
  let shapes = [];
  const heaviest = Math.max(1e-9, ...edges.map((e) => e.weight ?? 1));
  /** @param {number} width */
  const draw = (width) => {
    const svg = canvas(width, height, caption);
    /** @param {GraphNode} node */
    const x = (node) => 24 + node.x * (width - 48);
    /** @param {GraphNode} node */
    const y = (node) => 20 + node.y * (height - 40);
    // Thousands of edges are a few paths, one for each step of their weight.
    /** @type {string[][]} */
    const paths = Array.from({ length: STEPS + 1 }, () => []);
    for (const edge of edges) {
      const [a, b] = [at.get(edge.from), at.get(edge.to)];
      if (a && b)
        paths[Math.round(Math.max(0, (edge.weight ?? 1) / heaviest) * STEPS)].push(
          `M${x(a).toFixed(1)},${y(a).toFixed(1)}L${x(b).toFixed(1)},${y(b).toFixed(1)}`,
        );
    }
    paths.forEach((pieces, step) => {
      if (pieces.length)
        svg.append(
          s("path", {
            class: "edge",
            d: pieces.join(""),
            "stroke-opacity": 0.15 + (0.6 * step) / STEPS,
          }),
        );
    });
    shapes = nodes.map((node) =>
      mark(
        s(
          "g",
          {},
          s("circle", { cx: x(node), cy: y(node), r: 7 }),
          s("circle", { class: "ring", cx: x(node), cy: y(node), r: 10.5 }),
        ),
        "",
        onNode && (() => onNode(node)),
      ),
    );
    svg.append(...shapes);
    paint();
    return reachable(svg);
  };
  /** Colours and words of the nodes at this level. */
  const paint = () =>
    shapes.forEach((shape, index) => {
      const node = nodes[index];
      const mine = levels[now]?.groups[node.id] ?? [];
      const [, ring] = shape.children;
      shape.setAttribute("class", `mark ${mine.length ? category(mine[0]) : "cat-7"}`);
      ring.setAttribute("class", `ring ${mine.length > 1 ? category(mine[1]) : ""}`);
      ring.setAttribute("visibility", mine.length > 1 ? "visible" : "hidden");
      name(
        shape,
        `${node.label ?? node.id}${mine.length ? ` (${plural(mine.length, "group")}: ${mine.map((g) => g + 1).join(", ")})` : ""}`,
      );
    });
  const figure = chart({ caption, draw });
  if (levels.length < 2) return figure;
  const said = h("output", { class: "number" });
  /** @type {HTMLInputElement} */
  const slider = h("input", {
    type: "range",
    min: 0,
    max: levels.length - 1,
    value: now,
    on: { input: () => choose(Number(slider.value)) },
  });
  /** @param {number} next */
  const choose = (next) => {
    now = next;
    replace(said, levels[now].label);
    slider.setAttribute("aria-valuetext", levels[now].label);
    paint();
    onLevel?.(now);
  };
  choose(now);
  return h(
    "div",
    { class: "graph-view" },
    h("label", { class: "row" }, "Level", slider, said),
    figure,
  );
}
