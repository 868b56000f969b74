"""Weighted topics of a text: word weights, division into topics, scoring schemes."""
