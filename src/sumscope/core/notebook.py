"""Let results display themselves in notebooks.

Results are plain values in the lower rooms; `sumscope.report.notebook` renders them. It is imported
by name when a notebook asks, so that no room has to import the report.
"""

from __future__ import annotations

from typing import ClassVar

from sumscope.core.lazy import function


class NotebookRepr:
    """Give a result with `to_json` a `_repr_html_`; `pictures` names what draws its figures.

    `pictures` is `module:function`; the function takes the result and returns SVG texts.
    """

    pictures: ClassVar[str | None] = None

    def _repr_html_(self) -> str:
        """Return the result as HTML: tables of what `to_json` gives, then figures."""
        drawn = [] if self.pictures is None else function(self.pictures)(self)
        html: str = function("sumscope.report.notebook:render")(self, drawn)
        return html
