"""Checks of a page in a browser: our own, which are quick, and axe-core's."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any


class Opened:
    """A page, and everything it said or asked for while it was open."""

    def __init__(self, browser: Any, path: Path, width: int = 1280, dark: bool = False) -> None:
        scheme = "dark" if dark else "light"
        view = {"width": width, "height": 900}
        self._watch(browser.new_page(viewport=view, color_scheme=scheme))
        self.page.goto(path.as_uri())

    def _watch(self, page: Any) -> None:
        self.page = page
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda m: self.said.append(f"{m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: self.said.append(f"error: {e}"))
        self.page.on("dialog", lambda d: (self.said.append(f"dialog: {d.message}"), d.dismiss()))
        self.page.on("request", lambda r: self.asked.append(r.url))

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *error: object) -> None:
        self.page.close()

    def check_quiet(self) -> None:
        """No word on the console, nothing asked for but files from disk and data."""
        assert not self.said, self.said
        outside = [a for a in self.asked if not a.startswith(("file:", "data:"))]
        assert not outside, outside

    def check_fits(self) -> None:
        """Nothing makes the page wider than its window."""
        wide, window = self.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert wide <= window, (wide, window)

    def check_accessible(self) -> None:
        """No serious finding."""
        found = self.page.evaluate(ACCESSIBLE)
        assert not found, found[:12]

    def axe(self, inside: str = "html") -> dict[str, list[str]]:
        """What axe-core finds against WCAG 2 A and AA and good practice: rule -> elements.

        It shortens long tables and drawings of the page, so look at these before.
        """
        from axe_playwright_python.sync_playwright import Axe

        # A drawing with a name is one picture to whoever hears the page, and slow to walk through.
        self.page.eval_on_selector_all("svg[role=img] > *", "all => all.forEach(e => e.remove())")
        # Rows of a table are alike; thousands of them take axe-core a minute.
        self.page.eval_on_selector_all(
            "tbody", "all => all.forEach(b => [...b.rows].slice(12).forEach(r => r.remove()))"
        )
        options = {"runOnly": RULES, "resultTypes": ["violations"]}
        found = Axe().run(self.page, inside, options).response
        assert len(found["passes"]) > 10, "axe-core looked at nothing"
        return {v["id"]: [node["html"][:120] for node in v["nodes"]] for v in found["violations"]}


class Visitor(Opened):
    """Somebody at the workbench: a browser of their own, led by keys and pointer."""

    def __init__(
        self,
        browser: Any,
        address: str,
        width: int = 1280,
        dark: bool = False,
        height: int = 800,
        context: Any = None,
    ) -> None:
        view = {"width": width, "height": height}
        scheme = "dark" if dark else "light"
        self.own = context is None
        self.context = context or browser.new_context(viewport=view, color_scheme=scheme)
        self.context.set_default_timeout(8000)
        self.host = address.split("/")[2]
        self._watch(self.context.new_page())
        self.page.goto(address)
        self.page.locator("#app > *").first.wait_for()

    def __exit__(self, *error: object) -> None:
        self.page.close()
        if self.own:
            self.context.close()

    def check_quiet(self) -> None:
        """No word on the console, nothing asked for elsewhere."""
        assert not self.said, self.said
        outside = [a for a in self.asked if a.split("/")[2:3] != [self.host] and a[:5] != "blob:"]
        assert not outside, outside

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Write text where the focus is, once a field has it."""
        with suppress(Exception):
            self.page.wait_for_function(
                "['INPUT', 'TEXTAREA'].includes(document.activeElement?.tagName)", timeout=3000
            )
        self.page.keyboard.insert_text(text)

    def saved(self) -> None:
        """Wait until the server has everything."""
        self.page.locator(".saved-mark[data-status=saved]").wait_for()

    def focused(self, attribute: str) -> str | None:
        """An attribute of the element that has the focus."""
        made: str | None = self.page.evaluate(
            "name => document.activeElement.getAttribute(name)", attribute
        )
        return made

    def focused_text(self) -> str:
        """The words of the element that has the focus."""
        return str(self.page.evaluate("document.activeElement.textContent"))


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


ACCESSIBLE = r"""
() => {
  const found = [];
  const seen = e => e.checkVisibility() && !e.closest("[aria-hidden=true]");
  const all = q => [...document.querySelectorAll(q)].filter(seen);
  const name = e => (e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent
    || e.getAttribute("alt") || "").trim();
  if (!document.documentElement.lang) found.push("no language");
  if (!document.title) found.push("no title");
  for (const q of ["main", "header", "footer", "h1"])
    if (all(q).length !== 1) found.push(all(q).length + " of " + q);
  for (const e of all("nav, [role=region], dialog"))
    if (!name(e)) found.push("no name: " + e.tagName);
  let level = 0;
  for (const h of all("h1,h2,h3,h4,h5,h6")) {
    const now = Number(h.tagName[1]);
    if (now > level + 1) found.push("heading jumps to " + now + ": " + h.textContent);
    if (!h.textContent.trim()) found.push("empty heading");
    level = now;
  }
  for (const e of all("a[href], button, input, select, summary"))
    if (!name(e)) found.push("no name: " + e.outerHTML.slice(0, 80));
  for (const e of all("svg")) if (!["img", "group"].includes(e.getAttribute("role")) || !name(e))
    found.push("picture without words: " + e.outerHTML.slice(0, 80));
  for (const e of all("img")) if (!e.hasAttribute("alt")) found.push("picture without words");
  for (const t of all("table")) {
    if (!t.caption?.textContent.trim()) found.push("table without caption");
    if (!t.querySelector("thead th[scope=col]")) found.push("table without heads");
  }
  const ids = new Set();
  for (const e of document.querySelectorAll("[id]")) {
    if (ids.has(e.id)) found.push("id twice: " + e.id);
    ids.add(e.id);
  }
  for (const e of all(".wide")) if (e.scrollWidth > e.clientWidth + 1 && e.tabIndex < 0)
    found.push("scrolls but not by keyboard");
  const rgb = c => (c.match(/[\d.]+/g) || []).map(Number);
  const light = c => { const [r, g, b] = c.map(v => { v /= 255;
    return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
    return .2126 * r + .7152 * g + .0722 * b; };
  const ground = e => { for (; e; e = e.parentElement) {
    const c = rgb(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] > .99) return c.slice(0, 3); } return [255, 255, 255]; };
  const told = new Set();
  for (const e of all("body *")) {
    if (e.closest("svg, script, style, template, noscript")) continue;
    if (e.disabled || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const style = getComputedStyle(e);
    const a = light(rgb(style.color).slice(0, 3)), b = light(ground(e));
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const key = e.tagName + "." + e.className + " " + ratio.toFixed(2);
    if (ratio < 4.5 && !told.has(key)) { told.add(key); found.push("contrast: " + key); }
  }
  return found;
}
"""
