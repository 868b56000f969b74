"""Tables 1 to 4 of Kumar et al. (2011) as printed, and the measures that stand for their rows."""

from __future__ import annotations

HUMANS = ("pyramid", "responsiveness", "readability")
STATISTICS = ("pearson", "spearman", "kendall")
# The measure of each row, without the options of a run, and the row's name in the paper. Schemes 3
# and 4 stand in three readings of the printed 1/D.
ROWS = {
    "rouge-2": "Baseline-1",
    "rouge-su4": "Baseline-2",
    "be": "Baseline-3",
    "topic-unigram": "OUR SYSTEM-1",
    "topic-bigram": "OUR SYSTEM-2",
    "topic-path(form=paper)": "OUR SYSTEM-3",
    "topic-path(form=word)": "OUR SYSTEM-3",
    "topic-path": "OUR SYSTEM-3",
    "topic-closeness(form=paper)": "OUR SYSTEM-4",
    "topic-closeness(form=word)": "OUR SYSTEM-4",
    "topic-closeness": "OUR SYSTEM-4",
    "topic-closeness(topics=gaac,form=paper)": "OUR SYSTEM-4 (with GAAC)",
    "topic-closeness(topics=gaac,form=word)": "OUR SYSTEM-4 (with GAAC)",
    "topic-closeness(topics=gaac)": "OUR SYSTEM-4 (with GAAC)",
    "topic-fusion": "",
}
# Tables 1 to 4: Pearson, Spearman, Kendall with Pyramid, responsiveness and readability, for the
# rows that have a name in the paper, in its order.
_PUBLISHED = {
    ("A", "all"): """
        .572 .864 .703 .725 .779 .609 .663 .498 .374
        .763 .886 .723 .733 .810 .629 .682 .533 .400
        .781 .878 .720 .752 .784 .590 .683 .531 .387
        .956 .901 .760 .937 .845 .678 .894 .663 .490
        .786 .932 .799 .747 .860 .693 .711 .614 .460
        .950 .894 .752 .929 .834 .665 .884 .647 .479
        .975 .924 .776 .965 .857 .674 .906 .604 .446
        .975 .927 .790 .968 .871 .693 .921 .663 .501""",
    ("B", "all"): """
        .775 .851 .684 .717 .869 .710 .712 .550 .399
        .730 .883 .720 .675 .903 .743 .686 .558 .405
        .740 .848 .686 .649 .808 .637 .611 .415 .287
        .882 .720 .546 .880 .787 .596 .837 .501 .367
        .608 .827 .654 .539 .835 .666 .560 .479 .353
        .865 .719 .545 .859 .778 .589 .822 .486 .359
        .938 .853 .676 .937 .865 .694 .868 .494 .360
        .940 .868 .689 .941 .898 .712 .881 .531 .380""",
    ("A", "no-models"): """
        .961 .894 .745 .942 .790 .610 .752 .398 .292
        .981 .894 .737 .954 .790 .602 .784 .395 .292
        .939 .903 .746 .915 .768 .567 .717 .405 .291
        .950 .897 .755 .915 .787 .610 .776 .396 .290
        .965 .903 .758 .933 .781 .596 .731 .358 .242
        .946 .879 .725 .910 .767 .591 .773 .389 .282
        .951 .900 .753 .915 .797 .620 .777 .419 .304
        .971 .910 .787 .944 .810 .641 .799 .423 .314""",
    ("B", "no-models"): """
        .903 .802 .632 .917 .840 .678 .658 .373 .263
        .885 .838 .665 .912 .876 .706 .672 .363 .254
        .906 .838 .684 .876 .796 .625 .545 .245 .162
        .768 .715 .550 .802 .766 .586 .617 .286 .203
        .884 .796 .628 .885 .812 .638 .552 .257 .180
        .770 .722 .549 .804 .769 .590 .620 .307 .210
        .811 .820 .639 .836 .838 .662 .617 .331 .248
        .905 .848 .699 .920 .860 .705 .659 .389 .263""",
}


def published(part: str, peers: str, measure: str) -> dict[tuple[str, str], float]:
    """The paper's correlations of a measure, by human score and statistic."""
    names = list(dict.fromkeys(name for name in ROWS.values() if name))
    if (part, peers) not in _PUBLISHED or not ROWS.get(measure):
        return {}
    line = _PUBLISHED[part, peers].strip().splitlines()[names.index(ROWS[measure])]
    keys = [(human, statistic) for human in HUMANS for statistic in STATISTICS]
    return dict(zip(keys, map(float, line.split()), strict=True))
