"""Make docs/gallery.html: every shared page component with ordinary, empty, huge, hostile and
right-to-left data, as one file to look at. `python scripts/make_gallery.py [OUT.html]`."""

from __future__ import annotations

import sys
from pathlib import Path

from sumscope.report.bundle import SHARED_STYLES, bundle, single_page, styles

HERE = Path(__file__).resolve().parent
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>'\"&${7*7}\u202e"
STYLE = """
main { padding: 16px 24px; display: grid; gap: 24px; }
header { padding: 16px 24px 0; }
.gallery { display: grid; gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); }
.gallery > h2 { grid-column: 1 / -1; border-top: 1px solid var(--line); padding-top: 16px; }
.example { min-width: 0; }
"""


def page() -> str:
    """The gallery as one file."""
    return single_page(
        title="Page components",
        script=bundle("scripts/gallery.js", {"scripts": HERE, "src": HERE.parent / "src"}),
        style=styles(*SHARED_STYLES) + STYLE,
        data={"hostile": HOSTILE},
        body="<header><h1>Page components</h1></header>\n<main></main>",
    )


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "docs" / "gallery.html"
    target.write_text(page(), encoding="utf-8")
    print(target)
