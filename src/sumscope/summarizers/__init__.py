"""Extractive summarizers: each says why it chose a sentence."""
