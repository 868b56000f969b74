"""The pipeline of a language: every text process under one name, remembered by content."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, lru_cache
from typing import TypeVar

from sumscope.core.errors import SumscopeError
from sumscope.text import ngrams, splitter, stopping, tagger, tokenizer, trees
from sumscope.text.cache import LONGEST, REMEMBERED, PerWord
from sumscope.text.languages import language
from sumscope.text.trees import Tree

T = TypeVar("T")


class Pipeline:
    """Text processing for one language; made by `sumscope.text.pipeline`, safe between threads.

    Every method is a pure function of its input: the same text gives the same list, remembered
    or not. Lists that are returned belong to the caller.
    """

    def __init__(self, lang: str, stop_words: frozenset[str] | None = None) -> None:
        self.lang = lang
        self._own_stop_words = stop_words
        self._language = language(lang)
        self._stems = PerWord(self._make_stem)
        self._lemmas = PerWord(self._make_lemma)
        self._contents = PerWord(self._make_content)
        self._stemming = threading.Lock()
        self._key = f"{lang}/{stopping.name_of(stop_words)}" if stop_words is not None else lang

    @cached_property
    def known(self) -> bool:
        """Whether there is a stemmer, a lemmatiser or a stop list of the language."""
        return bool(self._snowball or self._lemma_language or stopping.of_language(self.lang))

    @cached_property
    def signature(self) -> str:
        """Every part with its version, for the signature of a score."""
        stem, lemma = self._snowball, self._lemma_language
        if self._own_stop_words is not None:
            stop = stopping.name_of(self._own_stop_words)
        elif self.stop_words:
            stop = f"stopwordsiso-{_version('stopwordsiso')}"
        else:
            stop = "none"
        parts = [
            self.lang,
            self.split_signature,
            f"tokens:unicode-{tokenizer.VERSION}-regex-{_version('regex')}",
            f"stem:snowball-{stem}-{_version('PyStemmer')}" if stem else "stem:none",
            f"lemma:simplemma-{_version('simplemma')}" if lemma else "lemma:none",
            f"stop:{stop}",
            f"tags:{tagger.name_of(self.lang)}",
        ]
        return "|".join(parts)

    @cached_property
    def split_signature(self) -> str:
        """The part of `signature` that says how sentences are found."""
        rules = splitter.rules_for(self.lang)
        return f"split:yasbd-{_version('yasbd-lib')}" + ("" if rules == self.lang else f"-{rules}")

    # Sentences, tokens, words

    def sentences(self, text: str) -> list[str]:
        """The sentences of a text without the white space around them, otherwise unchanged.

        A text without any but white space has none. A blank line always ends a sentence.
        """
        return list(self.sentences_many((text,))[0])

    def sentences_many(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """`sentences` for each text."""
        found = splitter.ordinary(texts, self.lang)
        return [self._split(t) if one is None else one for t, one in zip(texts, found, strict=True)]

    def tokens(self, sentence: str) -> list[str]:
        """Words as written, numbers, clitics and punctuation: what `tags` reads."""
        return self._remember("tokens", sentence, lambda t: tokenizer.tokens(t, self.lang))

    def words(self, text: str) -> list[str]:
        """Words in lower case, composed (NFC); no punctuation; CJK by character."""
        return self._remember("words", text, lambda t: tokenizer.words(t, self._language.hyphens))

    # One word at a time

    def stem(self, word: str) -> str:
        """The Snowball stem; the word itself for languages without a stemmer."""
        return self._stems[word]

    def stems(self, words: Iterable[str]) -> list[str]:
        """The stem of each word."""
        return list(map(self._stems.__getitem__, words))

    def lemma(self, word: str) -> str:
        """The dictionary form in lower case; the word itself in lower case where none is known."""
        return self._lemmas[word]

    def lemmas(self, words: Iterable[str]) -> list[str]:
        """The lemma of each word."""
        return list(map(self._lemmas.__getitem__, words))

    def is_stop(self, word: str) -> bool:
        """Whether a word (in lower case) is a stop word."""
        return word in self.stop_words

    @cached_property
    def stop_words(self) -> frozenset[str]:
        """The stop list in use; empty for languages without one."""
        if self._own_stop_words is not None:
            return self._own_stop_words
        return stopping.of_language(self.lang)

    # A text at a time

    def content_words(self, text: str) -> list[str]:
        """The words of a text that are not stop words, in order."""
        stop = self.stop_words
        return [word for word in self.words(text) if word not in stop]

    def content_lemmas(self, text: str) -> list[str]:
        """The lemmas of the words that are not stop words, in reading order."""

        def make(content: str) -> list[str]:
            words = tokenizer.words(content, self._language.hyphens)
            lemmas = map(self._contents.__getitem__, words)
            return [lemma for lemma in lemmas if lemma]

        return self._remember("content_lemmas", text, make)

    def content_stems(self, text: str) -> list[str]:
        """The stems of the words that are not stop words, in reading order."""
        return self.stems(self.content_words(text))

    def tags(self, tokens: Sequence[str]) -> list[str]:
        """The universal part of speech of each token of one sentence.

        English and Portuguese by our own perceptron; other languages only PUNCT, SYM, NUM and X.
        """
        text = "\0".join(tokens)
        if text.count("\0") != len(tokens) - 1:  # none, or a token that holds the mark itself
            return tagger.tag(tokens, self.lang)
        return self._remember("tags", text, lambda _: tagger.tag(tokens, self.lang))

    def tree(self, sentence: str) -> Tree:
        """The dependency tree of one sentence, in English or Portuguese.

        Raises `SumscopeError` for other languages.
        """
        if self.lang not in trees.TRAINED:
            raise SumscopeError(
                f"there is no dependency parser for {self.lang!r}",
                hint=f"sumscope has one for: {', '.join(trees.TRAINED)}",
            )
        return trees.parse(self.tokens(sentence), self.lang)

    def ngrams(self, items: list[T], n: int) -> list[tuple[T, ...]]:
        """Every run of `n` neighbours, in order."""
        return ngrams(items, n)

    # Inside

    def __repr__(self) -> str:
        return f"<Pipeline {self.signature}>"

    def __reduce__(self) -> tuple[object, ...]:
        # A worker process takes its own pipeline of the same parts.
        return (pipeline_of, (self.lang, self._own_stop_words))

    def _split(self, text: str) -> tuple[str, ...]:
        """The sentences of a text that is not ordinary prose."""
        key = (self._key, "sentences", text)
        return REMEMBERED.get(key, lambda t: splitter.sentences(t, self.lang))

    def _remember(self, part: str, text: str, make: Callable[[str], list[str]]) -> list[str]:
        return list(REMEMBERED.get((self._key, part, text), make))

    @cached_property
    def _snowball(self) -> str | None:
        import Stemmer

        name = self._language.snowball
        return name if name in Stemmer.algorithms() else None

    @cached_property
    def _stemmer(self) -> Callable[[str], str]:
        import Stemmer

        stemmer: Callable[[str], str] = Stemmer.Stemmer(self._snowball, 0).stemWord
        return stemmer

    def _make_stem(self, word: str) -> str:
        if self._snowball is None or not _is_common(word):
            return word
        with self._stemming:  # a Snowball stemmer holds the word it works on
            return self._stemmer(word)

    @cached_property
    def _lemma_language(self) -> str | None:
        from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

        return self.lang if self.lang in SUPPORTED_LANGUAGES else None

    def _make_lemma(self, word: str) -> str:
        if not word or self._lemma_language is None or not _is_common(word):
            return word.lower()
        import simplemma

        return str(simplemma.lemmatize(word, lang=self._lemma_language)).lower() or word

    def _make_content(self, word: str) -> str:
        return "" if word in self.stop_words else self.lemma(word)


@lru_cache(maxsize=64)
def pipeline_of(lang: str, stop_words: frozenset[str] | None) -> Pipeline:
    """The pipeline of a two-letter code, the same object for the same arguments."""
    return Pipeline(lang, stop_words)


def _is_common(word: str) -> bool:
    """Whether a word can be looked up: not endless, no lone surrogates."""
    if len(word) > LONGEST:
        return False
    return word.isascii() or not any("\ud800" <= c <= "\udfff" for c in word)


@cache
def _version(distribution: str) -> str:
    from importlib import metadata

    return metadata.version(distribution)
