from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sumscope.core.errors import SumscopeError
from sumscope.text import ngrams, pipeline
from sumscope.text.languages import normalise


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("en", "en"),
        ("EN", "en"),
        ("pt-BR", "pt"),
        ("pt_PT.UTF-8", "pt"),
        ("por", "pt"),
        ("Portuguese", "pt"),
        ("zh-Hans-CN", "zh"),
        (None, "unicode"),
        ("", "unicode"),
        ("und", "unicode"),
        ("  ", "unicode"),
        ("q|\0%", "unicode"),
        ("xx", "xx"),
    ],
)
def test_language_tags_mean_one_code(given: str | None, code: str) -> None:
    assert normalise(given) == code
    assert pipeline(given).lang == code


def test_one_pipeline_per_language() -> None:
    assert pipeline("pt-BR") is pipeline("por")
    assert pickle.loads(pickle.dumps(pipeline("pt"))) is pipeline("pt")


@pytest.mark.parametrize("lang", ["xx", None, "tlh", "zh", "de", "fa", "nn"])
def test_any_language_code_works(lang: str | None) -> None:
    p = pipeline(lang)
    text = "One two. Three 4!"
    assert p.sentences(text) == ["One two.", "Three 4!"]
    assert p.words(text) == ["one", "two", "three", "4"]
    assert len(p.tags(p.tokens(text))) == len(p.tokens(text))
    assert all(p.stems(p.words(text)))
    assert all(p.lemmas(p.words(text)))
    assert p.signature.startswith(p.lang + "|split:yasbd-")


def test_signature_names_every_part() -> None:
    names = [part.partition(":")[0] for part in pipeline("en").signature.split("|")]
    assert names == ["en", "split", "tokens", "stem", "lemma", "stop", "tags"]
    assert "stem:snowball-english-" in pipeline("en").signature
    assert "stem:none" in pipeline(None).signature
    assert "\n" not in pipeline("en").signature


def test_stems_lemmas_and_stop_words() -> None:
    en, pt = pipeline("en"), pipeline("pt")
    assert en.stems(["running", "ponies", "john's"]) == ["run", "poni", "john"]
    assert pt.stem("casas") == "cas"
    assert [en.lemma(w) for w in ("men", "was", "houses")] == ["man", "be", "house"]
    assert [pt.lemma(w) for w in ("foram", "notícias", "fazê-lo")] == ["ser", "notícia", "fazer"]
    assert en.is_stop("the")
    assert not en.is_stop("minister")
    assert pt.is_stop("às")
    assert en.lemma("") == ""
    assert en.stem("") == ""


def test_lemmas_are_in_lower_case() -> None:
    assert pipeline("de").lemma("häuser") == "haus"


def test_content_of_a_text() -> None:
    en, pt = pipeline("en"), pipeline("pt")
    text = "The ministers were in their houses. The minister left the house."
    assert en.content_lemmas(text) == ["minister", "house", "minister", "left", "house"]
    assert en.content_words("The two ministers") == ["ministers"]
    assert en.content_stems("The two ministers") == ["minist"]
    assert pt.content_lemmas("Os ministros foram às casas.") == ["ministro", "casa"]


def test_stop_words_can_be_replaced(tmp_path: Path) -> None:
    file = tmp_path / "stop.txt"
    file.write_text("# mine\nMinisters # a comment\n\nhouse\n", encoding="utf-8")
    p = pipeline("en", stop_words=file)
    assert p.stop_words == {"ministers", "house"}
    assert p.content_words("The ministers of the house") == ["the", "of", "the"]
    assert p is pipeline("en", stop_words=["house", "ministers"])
    assert p.signature != pipeline("en").signature
    assert "|stop:own-" in p.signature
    # Results of one list are not mistaken for those of another.
    assert p.content_lemmas("The ministers") == ["the"]
    assert pipeline("en").content_lemmas("The ministers") == ["minister"]
    assert pickle.loads(pickle.dumps(p)) is p
    assert pipeline("en", stop_words=[]).content_words("the") == ["the"]


def test_a_missing_stop_list_is_named(tmp_path: Path) -> None:
    with pytest.raises(SumscopeError, match=r"nowhere\.txt: cannot read the stop words"):
        pipeline("en", stop_words=tmp_path / "nowhere.txt")
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"\xff\xfe\xfa")
    with pytest.raises(SumscopeError, match="not UTF-8"):
        pipeline("en", stop_words=bad)


def test_ngrams() -> None:
    assert ngrams(["a", "b", "c"], 2) == [("a", "b"), ("b", "c")]
    assert pipeline("en").ngrams([1, 2], 3) == []
    assert ngrams(["a"], 0) == []


def test_returned_lists_belong_to_the_caller() -> None:
    p = pipeline("en")
    p.words("remember this").append("junk")
    assert p.words("remember this") == ["remember", "this"]


def test_threads_agree() -> None:
    p = pipeline("en")
    vocabulary = [f"{stem}{end}" for stem in ("walk", "talk", "jump") for end in ("ing", "ed", "s")]
    seen: list[list[str]] = []

    def work() -> None:
        for turn in range(50):
            seen.append(p.stems([f"{word}{turn}a" for word in vocabulary]))
            p.sentences(f"One {turn}. Two.")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 200
    assert len({tuple(found) for found in seen}) == 50


def test_importing_loads_nothing_heavy() -> None:
    code = (
        "import sys, sumscope.text; "
        "heavy = {'regex', 'yasbd', 'simplemma', 'Stemmer', 'stopwordsiso', 'numpy'}; "
        "print(heavy & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
