from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sumscope.covers.dates import calendar_day, time_of_day


@pytest.mark.parametrize(
    "written",
    [
        "2004-05-01",
        "2004-05-01T23:30:00",
        "2004-05-01T23:30:00Z",
        "2004-05-01T23:30:00-05:00",
        "2004-05-01 00:10",
        "2004/05/01",
        "2004-5-1",
        "20040501",
        "20040501 0810",
        "040501",
        "May 1, 2004",
        "May 1, 2004, Saturday, Late Edition",
        "Saturday May 1, 2004",
        "MAY 1, 2004 10:34 EST",
        "1 May 2004",
        "Sat, 01 May 2004 10:00:00 GMT",
        "1-May-2004",
        "5/1/2004",
        " 2004-05-01",
    ],
)
def test_one_day_however_it_is_written(written: str) -> None:
    assert calendar_day(written) == "2004-05-01"


@pytest.mark.parametrize("written", ["spring  2004", "2004-13-40", "", "2004", "31/31/2004"])
def test_what_is_no_date_stands_for_itself(written: str) -> None:
    assert calendar_day(written) == " ".join(written.split())


def test_times_order_documents_of_a_day() -> None:
    written = ["2004-05-01", "2004-05-01T08:00:00Z", "1 May 2004 9:30", "2004-05-01 21:15:10"]
    assert [time_of_day(one) for one in written] == ["", "08:00:00", "09:30:00", "21:15:10"]


@given(
    st.dates(date(1951, 1, 1), date(2049, 12, 31)), st.times(), st.sampled_from(["", "Z", "+09:00"])
)
def test_any_time_and_zone_leave_the_day(day: date, time: object, zone: str) -> None:
    iso = day.isoformat()
    assert calendar_day(f"{iso}T{time}{zone}") == iso
    assert calendar_day(day.strftime("%Y%m%d")) == iso
    assert calendar_day(day.strftime("%y%m%d")) == iso
