"""Numbers as a page carries them."""

from __future__ import annotations

import base64

from hypothesis import given
from hypothesis import strategies as st

from sumscope.report.overview import packed, short

VALUES = st.lists(
    st.none()
    | st.floats(-2, 2)
    | st.integers(-5, 200)
    | st.floats(-1e6, 1e6)
    | st.floats(allow_nan=False, allow_infinity=False, width=32)
)


def unpacked(made: object) -> list[float | None]:
    """As `unpacked` of model.js does it."""
    if isinstance(made, list):
        return made
    assert isinstance(made, dict)
    raw, size = base64.b64decode(made["data"]), made["bytes"]
    codes = [int.from_bytes(raw[at : at + size], "little") for at in range(0, len(raw), size)]
    none = 256**size - 1
    return [None if code == none else (made["from"] + code) / made["scale"] for code in codes]


@given(VALUES, st.sampled_from([0, 4]))
def test_packed_numbers_are_the_rounded_ones_to_the_last_bit(
    values: list[float | None], digits: int
) -> None:
    assert unpacked(packed(values, digits)) == [short(v, digits) for v in values]


def test_scores_take_two_bytes_and_wide_ranges_four_or_a_list() -> None:
    made = packed([0.1, None, 0.25])
    # 0.1 and 0.25 are 1000 and 2500 ten-thousandths: 0, 65535 and 1500, the small end first.
    data = base64.b64encode(bytes([0, 0, 255, 255, 220, 5])).decode()
    assert made == {"scale": 10000, "from": 1000, "bytes": 2, "data": data}
    wide = packed([0.0, 100.0])
    assert isinstance(wide, dict)
    assert wide["bytes"] == 4
    assert packed([0.5, 1e9]) == [0.5, 1000000000]
    assert unpacked(packed([])) == []
