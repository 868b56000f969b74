"""The tables of Hirao et al. (2017) as printed, and how a corpus is known for one of theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sumscope.core.values import Topic

# Table 1: topics, documents, sentences and words of a topic, references in all, length.
STATISTICS = {
    2001: (30, 10.0, 365.0, 7706.0, 89, 100),
    2002: (59, 10.0, 238.0, 4822.0, 116, 100),
    2003: (30, 10.0, 245.0, 5711.0, 120, 100),
    2004: (50, 10.0, 218.0, 4870.0, 200, 100),
    2005: (50, 29.5, 885.0, 18273.5, 300, 250),
    2006: (50, 25.0, 732.5, 15997.5, 200, 250),
    2007: (45, 25.0, 516.0, 11427.0, 180, 250),
}
# Table 2: ROUGE-1 and ROUGE-2.
SCORES = {
    2001: {"multi": (0.400, 0.164), "single": (0.500, 0.226), "greedy": (0.387, 0.161),
           "peer": (0.251, 0.080)},
    2002: {"multi": (0.452, 0.186), "single": (0.515, 0.225), "greedy": (0.438, 0.184),
           "peer": (0.269, 0.080)},
    2003: {"multi": (0.434, 0.185), "single": (0.525, 0.258), "greedy": (0.424, 0.182),
           "peer": (0.295, 0.094)},
    2004: {"multi": (0.427, 0.162), "single": (0.519, 0.228), "greedy": (0.412, 0.157),
           "peer": (0.305, 0.092)},
    2005: {"multi": (0.445, 0.177), "single": (0.574, 0.279), "greedy": (0.430, 0.173),
           "peer": (0.262, 0.073)},
    2006: {"multi": (0.491, 0.211), "single": (0.607, 0.303), "greedy": (0.473, 0.206),
           "peer": (0.305, 0.095)},
    2007: {"multi": (0.506, 0.236), "single": (0.622, 0.330), "greedy": (0.495, 0.234),
           "peer": (0.363, 0.117)},
}  # fmt: skip
# Table 3, DUC-2004.
SYSTEMS = {
    "CLASSY04": (0.305, 0.0897), "CLASSY11": (0.286, 0.0919), "Submodular": (0.300, 0.0933),
    "DPP": (0.309, 0.0960), "RegSum": (0.331, 0.0974), "OCCAMS_V": (0.300, 0.0974),
    "ICSISumm": (0.310, 0.0980),
}  # fmt: skip
# Table 4, DUC-2004.
JACCARD = {(1, "single"): 0.451, (1, "multi"): 0.419, (2, "single"): 0.536, (2, "multi"): 0.530}
# Section 6.2.3, DUC-2004: among the oracles of a problem; section 6.2.2: greedy over oracle.
AMONG = 0.5
APPROXIMATION = 0.9
# Table 5: median number of oracles and share of problems with several, by year, n and setting.
_MEDIANS = """
    8 9 4 5 .854 .787 .833 .733
    7.5 5.5 4 4 .897 .836 .814 .780
    8 10.5 3.5 4 .833 .858 .800 .900
    8 8 3.5 3 .865 .865 .780 .760
    35 35.5 2 3 .916 .907 .580 .660
    28 22 2.5 3 .877 .880 .700 .720
    23 16 4 2 .910 .878 .733 .711"""
# Table 6, DUC-2004: Pearson and Spearman; "S" as an interval.
CORRELATION = {
    "ROUGE-1": (".861", ".760"), "ROUGE-2": (".907", ".831"),
    "F (R1, single-M)": (".857", ".855"), "F (R1, single-S)": (".815-.830", ".811-.830"),
    "F (R2, single-M)": (".904", ".826"), "F (R2, single-S)": (".855-.865", ".740-.760"),
    "F (R1, multi-M)": (".814", ".841"), "F (R1, multi-S)": (".794-.802", ".803-.813"),
    "F (R2, multi-M)": (".824", ".846"), "F (R2, multi-S)": (".806-.816", ".797-.817"),
}  # fmt: skip
# Table 7: feasible sets and sets checked, single.
SEARCH = {
    2001: {1: (3.66e13, 5.75e3), 2: (3.32e7, 1.00e3)},
    2002: {1: (1.12e12, 4.64e3), 2: (1.34e7, 8.87e2)},
    2003: {1: (1.62e11, 3.65e3), 2: (6.37e6, 8.19e2)},
    2004: {1: (9.65e10, 4.47e3), 2: (6.90e6, 9.83e2)},
    2005: {1: (5.48e36, 2.32e6), 2: (3.48e21, 7.03e4)},
    2006: {1: (1.94e32, 1.97e6), 2: (2.11e20, 5.08e4)},
    2007: {1: (4.14e28, 1.40e6), 2: (1.81e19, 2.60e4)},
}
# Section 6.2.4, DUC-2004: seconds to enumerate, and for one oracle by integer programming.
SECONDS = {(1, "single"): (11.90, 0.026), (2, "single"): (1.40, 0.021),
           (1, "multi"): (102.94, 0.047), (2, "multi"): (3.65, 0.031)}  # fmt: skip


def numbers_of(year: int | None, n: int, setting: str) -> tuple[float, float] | tuple[None, None]:
    """Table 5: the median number of oracles and the share of problems with several."""
    if year is None:
        return None, None
    cells = [float(cell) for cell in _MEDIANS.strip().splitlines()[year - 2001].split()]
    at = (0 if setting == "single" else 2) + n - 1
    return cells[at], cells[at + 4]


# Names of topics as NIST gives them; those of 2002 and 2003 overlap.
_IDS = {
    2004: re.compile(r"d3\d{4}t?$", re.I),
    2006: re.compile(r"d?06\d\d[a-z]?(\b|$)", re.I),
    2007: re.compile(r"d?07\d\d[a-z]?(\b|$)", re.I),
    2005: re.compile(r"d[34]\d\d[a-z]$", re.I),
    2001: re.compile(r"d[0-5]\d[a-z]{1,2}$", re.I),
}


def year_of(topics: Sequence[Topic], name: str, limit: int) -> int | None:
    """The DUC year of a corpus, by its file name, else by the names of its topics; None: unknown.

    A length limit that is not that year's own makes published numbers incomparable.
    """
    said = re.search(r"(?:duc[-_ ]?(?:20)?|20)(0[1-7])(?!\d)", name, re.I)
    years = [2000 + int(said[1])] if said else []
    if not years:
        years = [y for y, ids in _IDS.items() if all(ids.match(topic.id) for topic in topics)][:1]
    return next((year for year in years if STATISTICS[year][5] == limit), None)
