"""Score tables and JSON as bytes, in C++; `python.table` says what each function does."""

from collections.abc import Iterable, Sequence

from sumscope.kernels.types import PeerRow

def csv_rows(measures: Sequence[str], peers: Iterable[PeerRow]) -> bytes: ...
def json_line(value: object) -> bytes: ...
