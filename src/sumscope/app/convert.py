"""Other people's formats into a corpus."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sumscope.core.files import output

if TYPE_CHECKING:
    from sumscope.corpus.columns import Columns
    from sumscope.corpus.conversion import Conversion
    from sumscope.corpus.peer_files import Peers


def convert(
    source: str | os.PathLike[str],
    out: str | os.PathLike[str],
    from_: str | None = None,
    lang: str | None = None,
    *,
    evaluation: str | None = None,
    columns: Columns | str | None = None,
    peer: Peers | None = None,
    outside: bool = False,
) -> Conversion:
    """Read `source` in the format `from_` and write it as a corpus.

    Without `from_`, the format is detected; any other source is read as a table, with `columns` and
    `peer` as in `sumscope.score`.

    - `lang`: language of every topic, instead of what the format says.
    - `evaluation`: the evaluation whose peers are used, if a DUC or TAC folder has several
      (default: the first by name).
    - `outside`: allow a ROUGE settings file to name files outside its own folder.

    Anything odd but not fatal (a dangling link, a file in another encoding) is counted in the
    notes of the result. The output is written atomically.

    >>> import pathlib, sumscope
    >>> text = "id,reference,prediction\\n1,A cat sat.,The cat sat.\\n"
    >>> _ = pathlib.Path("t.csv").write_text(text)
    >>> sumscope.convert("t.csv", "t.jsonl").topics
    1
    """
    from sumscope.corpus.conversion import convert_source, reader

    name = os.fspath(source)
    from_, read = reader(
        name, from_, evaluation=evaluation, columns=columns, peer=peer, outside=outside
    )
    with output(out, [source, *(peer or {}).values()], stdout=True):
        return convert_source(name, out, from_, read, lang)
