from __future__ import annotations

import pytest

from sumscope.text import pipeline

HARD = {
    "en": [
        ["Dr. Smith arrived at 5 p.m. on Monday.", "He left."],
        ["He came at 5 p.m.", "The U.S. Army stayed in the U.S. until 2004.", "It left."],
        ["The price rose 3.5 percent to $1.20.", "It fell later."],
        ['"I am here," he said.', '"Are you?" she asked.', '"No!"', "He left."],
        ["Well...", "I do not know.", "Wait…", "What?"],
        ["Mr. and Mrs. Jones came (see Fig. 3).", "Prof. J. K. Rowling spoke."],
        ["He works for Apple Inc.", "She works for Google Corp. in Calif. and likes it."],
        ["What?!", "Really??", "Yes!!", "OK."],
        ["(He left.)", "She stayed.", "[Editor's note.]", "End."],
        ["Nov. 5 was cold.", "No. 5 is alive."],
    ],
    "pt": [
        ["O Sr. Silva e a Sra. Souza chegaram.", "O Dr. Paulo mora na Av. Brasil, nº 25."],
        ["O n.º 3 foi premiado.", 'A Profa. Ana disse: "Vou embora."', "Depois saiu."],
        ["O preço subiu 3,5% para R$ 1.200,50.", "Caiu depois...", "Será?"],
        ["O art. 5º da Lei nº 8.112 vale.", "São Paulo, 10 de jan. de 2004.", "Fim."],
        ["Compraram arroz, feijão etc.", "Depois saíram.", "Vide p. 25 e pp. 30-31."],
    ],
    "hi": [["यह एक वाक्य है।", "यह दूसरा है।", "क्या आप आएंगे?"]],
    "ar": [["هذه جملة.", "هل أنت هنا؟", "نعم!"]],
}


@pytest.mark.parametrize(("lang", "wanted"), [(k, v) for k, many in HARD.items() for v in many])
def test_hard_cases(lang: str, wanted: list[str]) -> None:
    assert pipeline(lang).sentences(" ".join(wanted)) == wanted


@pytest.mark.parametrize("lang", ["zh", "ja", None])
def test_scripts_without_spaces(lang: str | None) -> None:
    wanted = ["今天天气很好。", "我们去公园吧！", "你说呢？", "好的。"]
    assert pipeline(lang).sentences("".join(wanted)) == wanted


@pytest.mark.parametrize("lang", ["hi", "ar", "ur", "xx", None])
def test_ends_of_all_scripts_are_known_without_a_language(lang: str | None) -> None:
    found = pipeline(lang).sentences("यह है। दूसरा है। هل أنت هنا؟ نعم! یہ ہے۔ دوسرا۔ One. Two.")
    assert found[0] == "यह है।"
    assert found[-2:] == ["One.", "Two."]
    assert len(found) >= 7


@pytest.mark.parametrize("text", ["", " ", "\n\n\t\r\n", "\u3000\u2028\x0c"])
def test_nothing_but_white_space_has_no_sentences(text: str) -> None:
    for lang in ("en", "pt", None):
        p = pipeline(lang)
        assert p.sentences(text) == p.words(text) == p.tokens(text) == p.content_lemmas(text) == []


@pytest.mark.parametrize("blank", ["\n\n", "\r\n\r\n", "\n \t\n\n", "\r\r", "\u2029\u2029"])
def test_a_blank_line_always_ends_a_sentence(blank: str) -> None:
    text = f"first line, which{blank}goes on (not really{blank}here)"
    wanted = ["first line, which", "goes on (not really", "here)"]
    assert pipeline("en").sentences(text) == wanted


def test_single_line_breaks() -> None:
    p = pipeline("en")
    assert p.sentences("Shares fall\nMinister resigns") == ["Shares fall", "Minister resigns"]
    assert p.sentences("The shares\nfell again. He\r\nleft.") == [
        "The shares\nfell again.",
        "He\r\nleft.",
    ]


def test_lines_of_a_fixed_width_are_read_through() -> None:
    lines = [
        "The committee, which met for the third time this week, heard that",
        "President Jones had told the bank about it in a letter. The bank of",
        "England said that it had no such letter, and that nobody in the old",
        "Bank building in London had ever seen one. The committee then asked",
        "Mr. Jones to come back.",
    ]
    found = pipeline("en").sentences("\n".join(lines))
    assert [s.split()[-1] for s in found] == ["letter.", "one.", "back."]


def test_a_sentence_longer_than_a_piece_is_kept_whole() -> None:
    p = pipeline("en")
    long = "Word " * 5000 + "end."
    assert p.sentences(f"First one. {long} Last one.")[1:] == [long, "Last one."]
    many = [f"This is sentence number {n} of Dr. Smith." for n in range(600)]
    assert p.sentences(" ".join(many)) == many


@pytest.mark.parametrize(
    "monster",
    ["A" * 300_000, "(" * 300_000, "A" + "." * 300_000, "“" * 100_000, "A" + " " * 300_000],
)
def test_strange_input_takes_no_square_time(monster: str) -> None:
    found = pipeline("en").sentences(f"One. {monster} Two? Three.")
    assert found[0] == "One."
    assert found[-1].endswith("Three.")
    assert "".join("".join(found).split()) == "".join(f"One.{monster}Two?Three.".split())
