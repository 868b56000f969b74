// @ts-check
// Parts that are drawn when they come into view, or as soon as the browser has nothing better to do.
//
// What is in view is drawn at once; the rest follows in idle slices, and before the page is printed. Nobody finds a part undrawn.

/** @type {Map<Element, () => void>} */
const waiting = new Map();
/** @type {Set<Element>} */
const near = new Set();
let asked = false;

const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        near.add(target);
        run(target);
      } else near.delete(target);
    }
  },
  { rootMargin: "15% 0px" },
);

/** Call draw() now if the element is in view (or `now` says so), else later; a later call for the same element takes its place.
 * @param {Element} element @param {() => void} draw @param {{ now?: boolean }} options */
export function drawInView(element, draw, { now = false } = {}) {
  watcher.observe(element);
  waiting.set(element, draw);
  if (now || near.has(element)) {
    run(element);
    return;
  }
  element.setAttribute("aria-busy", "true");
  ask();
}

/** Draw everything inside an element that still waits.
 * @param {Node} inside */
export function settle(inside = document) {
  for (const element of [...waiting.keys()]) if (inside.contains(element)) run(element);
}

/** @param {Element} element */
function run(element) {
  const draw = waiting.get(element);
  if (!draw) return;
  waiting.delete(element);
  draw();
  element.removeAttribute("aria-busy");
}

/** Whether an element can be seen; older browsers do not say, nor does TypeScript's oldest library.
 * @param {any} element @returns {boolean} */
const shows = (element) => element.checkVisibility?.() ?? true;

/** One part in each idle slice, in the order of the page; parts in closed sections wait until these open. */
function slice() {
  asked = false;
  const visible = [...waiting.keys()].filter(shows);
  if (!visible.length) return;
  run(visible[0]);
  if (visible.length > 1) ask();
}

function ask() {
  if (asked) return;
  asked = true;
  if ("requestIdleCallback" in globalThis) requestIdleCallback(slice, { timeout: 1000 });
  else setTimeout(slice, 30);
}

addEventListener("beforeprint", () => settle());
