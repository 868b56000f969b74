"""Covers of a corpus: agreement of judges, rules that they keep, communities that are found."""
