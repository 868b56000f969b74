// @ts-check
// Distribution: how often each value occurs, one row of bars per group (a judge, a system).

import { s } from "./dom.js";
import { plural, shorten } from "./format.js";
import { canvas, chart, mark, nothing, reachable } from "./chart.js";

/** groups: [{name, counts: {value: n} }]; values: in order, with words: [{value, label}]. Bars share one scale.
 * @param {{ caption: string, groups: { name: string, counts: Record<string, number> }[], values: { value: string | number, label?: string }[], unit?: string, note?: string }} options */
export function distribution({ caption, groups, values, unit = "item", note }) {
  const list = groups.filter((group) => Object.values(group.counts).some((n) => n > 0));
  if (!list.length) return nothing("No values yet.");
  const most = Math.max(...list.flatMap((group) => values.map((v) => group.counts[v.value] ?? 0)));
  /** @param {number} width */
  const draw = (width) => {
    const names = Math.min(
      width * 0.3,
      12 + 7.2 * Math.max(...list.map((group) => Math.min(22, [...group.name].length))),
    );
    const tall = 44;
    const svg = canvas(width, list.length * tall + 30, caption);
    const step = (width - names - 20) / values.length;
    list.forEach((group, index) => {
      const base = (index + 1) * tall;
      svg.append(
        s(
          "text",
          { class: "name", x: names, y: base - 6, "text-anchor": "end" },
          shorten(group.name, 22),
        ),
      );
      svg.append(s("line", { class: "axis", x1: names + 8, x2: width - 8, y1: base, y2: base }));
      values.forEach((value, at) => {
        const n = group.counts[value.value] ?? 0;
        const high = (n / most) * (tall - 18);
        const left = names + 10 + at * step;
        const one = s(
          "g",
          { class: "bar cat-0" },
          s("rect", {
            x: left,
            y: base - high,
            width: Math.max(2, Math.min(step - 4, 64)),
            height: high,
          }),
          n > 0 &&
            s(
              "text",
              {
                class: "tick",
                x: left + Math.max(2, Math.min(step - 4, 64)) / 2,
                y: base - high - 3,
                "text-anchor": "middle",
              },
              n,
            ),
        );
        svg.append(mark(one, `${group.name}, ${value.label ?? value.value}: ${plural(n, unit)}`));
      });
    });
    values.forEach((value, at) =>
      svg.append(
        s(
          "text",
          {
            class: "tick",
            x: names + 10 + at * step + Math.max(2, Math.min(step - 4, 64)) / 2,
            y: list.length * tall + 18,
            "text-anchor": "middle",
          },
          shorten(String(value.label ?? value.value), Math.max(3, Math.floor(step / 7))),
        ),
      ),
    );
    return reachable(svg);
  };
  return chart({ caption, draw, note });
}
