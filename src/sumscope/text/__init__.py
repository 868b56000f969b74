"""Sentences, tokens, stems, lemmas, stop words, tags and n-grams: one pipeline per language."""
