"""The tables of Geiss (2009) as printed."""

from __future__ import annotations

PUBLISHED_SETS = (
    ("Volcano", 5, 162),
    ("Rushdie", 15, 103),
    ("EgyptAir", 9, 191),
    ("Schulz", 5, 248),
)
PUBLISHED_JUDGES = (
    ("Rushdie", "A", 70, 15, 4.6),
    ("Rushdie", "B", 41, 10, 4.1),
    ("Rushdie", "H", 74, 14, 5.3),
    ("Volcano", "A", 92, 30, 3.0),
    ("Volcano", "B", 57, 21, 2.7),
    ("Volcano", "D", 46, 16, 2.9),
    ("EgyptAir", "A", 85, 28, 3.0),
    ("EgyptAir", "B", 44, 15, 2.9),
    ("EgyptAir", "H", 75, 19, 3.9),
    ("EgyptAir", "O", 53, 20, 2.6),
    ("Schulz", "A", 54, 16, 3.4),
    ("Schulz", "B", 38, 11, 3.5),
    ("Schulz", "J", 120, 7, 17.1),
)
PUBLISHED_AGREEMENT = (  # set, judges, then Vbeta, V0.5, NVI with singletons and with a bucket
    ("Volcano", "A-B", 0.92, 0.93, 0.13, 0.52, 0.54, 0.39),
    ("Volcano", "A-D", 0.92, 0.93, 0.13, 0.44, 0.49, 0.40),
    ("Volcano", "B-D", 0.95, 0.95, 0.08, 0.48, 0.48, 0.31),
    ("Rushdie", "A-B", 0.87, 0.88, 0.19, 0.30, 0.31, 0.59),
    ("Rushdie", "A-H", 0.86, 0.86, 0.20, 0.69, 0.69, 0.32),
    ("Rushdie", "B-H", 0.85, 0.87, 0.20, 0.25, 0.27, 0.64),
    ("EgyptAir", "A-B", 0.94, 0.95, 0.10, 0.41, 0.45, 0.34),
    ("EgyptAir", "A-H", 0.93, 0.93, 0.12, 0.57, 0.58, 0.31),
    ("EgyptAir", "A-O", 0.94, 0.94, 0.11, 0.44, 0.46, 0.36),
    ("EgyptAir", "B-H", 0.93, 0.94, 0.11, 0.44, 0.46, 0.30),
    ("EgyptAir", "B-O", 0.96, 0.96, 0.08, 0.42, 0.43, 0.28),
    ("EgyptAir", "H-O", 0.93, 0.94, 0.12, 0.44, 0.44, 0.34),
    ("Schulz", "A-B", 0.98, 0.98, 0.04, 0.54, 0.56, 0.15),
    ("Schulz", "A-J", 0.89, 0.90, 0.17, 0.39, 0.40, 0.34),
    ("Schulz", "B-J", 0.89, 0.90, 0.18, 0.28, 0.31, 0.35),
    ("base", "", 0.66, 0.75, 0.44, 0.29, 0.28, 0.68),
)
# What section 7 says of two pairs: delete, add, move, split, merge, identical clusters,
# sentences left out by both, their share (%), clusters of the first, and of the second, of
# which the other uses nothing.
PUBLISHED_STEPS = (
    ("Rushdie", "A-H", 11, 7, 11, 1, None, 1, 22, 21.35, None, None),
    ("Schulz", "A-B", 25, 9, 3, None, None, 4, 185, 74.6, 5, None),
)
