"""English."""

from sumscope.text.languages.language import LETTER, RUN, Language

_CLITICS = rf"(?i:n['’]t|['’](?:s|m|d|re|ve|ll))(?!{LETTER})"

LANGUAGE = Language(
    "en",
    names=("eng", "english"),
    snowball="english",
    abbreviations=(
        r"(?i:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Sen|Rep|Gov|Gen|Col|Lt|Capt|Sgt|Rev|Hon|Inc|Corp|Ltd|Co"
        r"|vs|etc|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Ave|Blvd|Ft|Mt|approx|est|dept)\."
    ),
    # Clitics are tokens of their own, as in treebanks: do n't.
    tokens=(
        rf"{RUN}?(?:['’]{RUN}?)*?(?={_CLITICS})",
        _CLITICS,
        rf"{RUN}(?:['’\u200c\u200d]{RUN})*",
    ),
    splitter=("yasbd.rules.en", "EnRules"),
    guessed=True,
)
