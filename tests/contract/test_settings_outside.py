"""A ROUGE settings file may name files of its own folder; others only where that is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize("way", ["absolute", "relative", "link"])
def test_files_outside_the_folder(cli: Any, tmp_path: Path, way: str) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("my secret\n", encoding="utf-8")
    folder = tmp_path / "in"
    (folder / "models").mkdir(parents=True)
    (folder / "models" / "a.txt").write_text("A model.\n", encoding="utf-8")
    root, name = {
        "absolute": (str(tmp_path), "secret.txt"),
        "relative": ("models", "../../secret.txt"),
        "link": ("models", "link.txt"),
    }[way]
    if way == "link":
        (folder / "models" / "link.txt").symlink_to(secret)
    (folder / "settings.xml").write_text(
        f'<ROUGE_EVAL version="1.5.5"><EVAL ID="1"><PEER-ROOT>{root}</PEER-ROOT>'
        '<MODEL-ROOT>models</MODEL-ROOT><INPUT-FORMAT TYPE="SPL"/>'
        f'<PEERS><P ID="1">{name}</P></PEERS><MODELS><M ID="A">a.txt</M></MODELS></EVAL>'
        "</ROUGE_EVAL>",
        encoding="utf-8",
    )
    out = tmp_path / "o.jsonl"
    done = cli("convert", folder / "settings.xml", out, "--from", "rouge")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"the settings name a file outside their folder: {secret}" in done.err
    assert not out.exists()
    assert cli("convert", folder / "settings.xml", out, "--from", "rouge", "--outside").status == 0
    assert "my secret" in out.read_text(encoding="utf-8")
