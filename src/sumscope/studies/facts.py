"""Everything that the numbers of a study depend on, by name."""

from __future__ import annotations

import platform
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version

from sumscope._version import __version__
from sumscope.kernels import load
from sumscope.studies.settings import Settings

LIBRARIES = ("numpy", "scipy", "matplotlib", "PyStemmer", "simplemma", "regex")


def facts(settings: Settings, name: str, sha256: str, topics: int) -> dict[str, object]:
    """Settings, corpus, versions and kernels."""
    known: dict[str, object] = {f"setting {k}": v for k, v in asdict(settings).items()}
    known["setting measures"] = ", ".join(settings.measures)
    known |= {"corpus": name, "corpus SHA-256": sha256, "topics": topics}
    known |= {"sumscope": __version__, "Python": platform.python_version()}
    for library in LIBRARIES:
        try:
            known[library] = version(library)
        except PackageNotFoundError:
            known[library] = "not installed"
    native = not load("rouge").__name__.endswith("_py")
    known["kernels"] = "compiled" if native else "Python twins"
    return known
