"""Meta-evaluation of measures and systems, from matrices of peers x topics only."""
