"""Data files that ship with the package."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
DEMO = FOLDER / "demo.jsonl"
