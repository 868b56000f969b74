"""The documentation as a site that works from disk: `make docs`.

The source folder is the root of the repository, so that the links between pages are those that
GitHub follows.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

import sumscope

ROOT = Path(__file__).parents[1]
# Pages of names that are gone would stay.
shutil.rmtree(ROOT / "docs/reference/api", ignore_errors=True)
# Public modules are attributes of the package; autodoc imports modules by their name.
sys.modules.update({f"sumscope.{name}": getattr(sumscope, name) for name in sumscope._MODULES})

project = "sumscope"
author = copyright = "the sumscope developers"
version = release = sumscope.__version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
]
root_doc = "README"
include_patterns = ["*.md", ".github/*.md", "docs/**"]
exclude_patterns = [".venv", "build", "site", "docs/_templates", "docs/menu.md"]
templates_path = [str(ROOT / "docs/_templates")]  # autosummary looks in the source folder
smartquotes = False
default_role = "code"  # docstrings write code in single backticks

myst_heading_anchors = 4
autosummary_generate = True
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
highlight_language = "none"  # a block that names no language is no Python
copybutton_selector = "div:not(.highlight-text) > div.highlight > pre"  # text is output
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"sumscope {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = False
html_show_sphinx = False
html_show_search_summary = False  # it would fetch pages, which browsers refuse from disk


REPOSITORY = "https://github.com/sumscope/sumscope/tree/main"


def add_menu(_: Sphinx, page: str, text: list[str]) -> None:
    """Menus stand under pages that GitHub shows without them."""
    if page == root_doc:
        text[0] += (ROOT / "docs/menu.md").read_text(encoding="utf-8")
    elif page == "docs/reference/commands":
        text[0] += "\n```{toctree}\n:hidden:\n:glob:\n\ncommands/*\n```\n"


def link_folders(app: Sphinx, page: nodes.document) -> None:
    """Links to a folder lead to GitHub, which lists what is in it."""
    for link in list(page.findall(pending_xref)):
        folder = Path(app.env.doc2path(app.env.docname)).parent / link["reftarget"]
        if folder.is_dir():
            address = f"{REPOSITORY}/{folder.resolve().relative_to(ROOT).as_posix()}"
            link.replace_self(nodes.reference("", "", *link.children, refuri=address))


def shorten(*signature: object) -> tuple[str | None, object]:
    """Sphinx shortens types only where it can parse the defaults too."""
    *_, arguments, returned = signature
    return arguments and str(arguments).replace("<factory>", "..."), returned


def copy_start(app: Sphinx, error: Exception | None) -> None:
    """README is the page that a browser opens for the folder."""
    if error is None:
        shutil.copy(Path(app.outdir) / "README.html", Path(app.outdir) / "index.html")


def setup(app: Sphinx) -> None:
    """Connect the above."""
    app.connect("source-read", add_menu)
    app.connect("doctree-read", link_folders)
    app.connect("autodoc-process-signature", shorten)
    app.connect("build-finished", copy_start)
