"""Parquet files from rows that come one by one, written whole or not at all."""

from __future__ import annotations

import contextlib
import glob
import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from sumscope.core.lazy import optional

_TEMPORARY = ("rows.jsonl", "table.parquet")


def write_parquet(
    path: Path, lines: Iterable[bytes], columns: Mapping[str, str], meta: Mapping[str, object]
) -> None:
    """Write JSON lines as a table with these columns and SQL types; `meta` goes with the file."""
    duckdb = optional("duckdb", "parquet")
    path.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{path.name}.sumscope-"
    for stray in path.parent.glob(glob.escape(prefix) + "*"):  # left by a run that was killed
        _remove_stray(stray)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=prefix) as folder:
        rows, made = (Path(folder) / name for name in _TEMPORARY)
        with rows.open("wb") as file:
            file.writelines(lines)
        typed = ", ".join(f"'{name}': '{kind}'" for name, kind in columns.items())
        source = (
            f"read_json({literal(rows)}, format = 'newline_delimited', columns = {{{typed}}}, "
            "maximum_object_size = 67108864)"
        )
        note = json.dumps(meta, ensure_ascii=False)
        with duckdb.connect() as base:
            base.execute("SET threads = 1; SET preserve_insertion_order = true")
            base.execute("SET memory_limit = '200MB'")
            base.execute(
                f"COPY (SELECT * FROM {source}) TO {quote(made)} "
                f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{sumscope: {quote(note)}}})"
            )
        with made.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(made, path)


def _remove_stray(folder: Path) -> None:
    """Remove a folder of temporary files, if it holds nothing else."""
    for name in _TEMPORARY:
        with contextlib.suppress(OSError):
            (folder / name).unlink()
    with contextlib.suppress(OSError):
        folder.rmdir()


def quote(value: object) -> str:
    """A string of SQL."""
    return "'" + str(value).replace("'", "''") + "'"


def literal(path: Path) -> str:
    """A path for DuckDB to read, which takes `*`, `?` and `[` in names for patterns."""
    return quote(re.sub(r"([*?\[])", r"[\1]", str(path)))
