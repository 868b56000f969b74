"""Check an installed sumscope: its version, its kernels, its data and one number.

    python scripts/check_install.py [--compiled | --twins] [--version 0.2.0]

`--compiled` fails where the Python twins run instead of the compiled kernels, `--twins` where
kernels are there. Run it outside the source tree's environment, after installing a wheel.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import warnings
from pathlib import Path


def main() -> None:
    """Check, and print what was found."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--compiled", action="store_true")
    reader.add_argument("--twins", action="store_true")
    reader.add_argument("--version")
    given = reader.parse_args()
    import sumscope
    from sumscope.data import DEMO
    from sumscope.kernels import KERNELS, compiled

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the twins run is what --twins asks for
        missing = [name for name in KERNELS if not compiled(name)]
        if given.compiled and missing:
            sys.exit(f"not compiled: {', '.join(missing)}")
        if given.twins and len(missing) < len(KERNELS):
            sys.exit("the kernels are compiled")
        wanted = given.version or _declared()
        if sumscope.__version__ != wanted:
            sys.exit(f"version {sumscope.__version__}, expected {wanted}")
        # Two of the four words of the reference, counted by hand.
        topic = {
            "id": "t",
            "references": [{"id": "r", "text": "A cat sat down."}],
            "peers": [{"id": "s", "text": "The cat sat."}],
        }
        (row,) = sumscope.score([topic], ["rouge-1"]).rows
        if row.value != 0.5:
            sys.exit(f"rouge-1 is {row.value}, expected 0.5")
    words = [sys.executable, "-m", "sumscope", "score", str(DEMO), "-m", "rouge-2", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout.startswith("["):
        sys.exit(f"sumscope score ended with {done.returncode}: {done.stderr}")
    kind = "twins" if missing else "kernels"
    where = Path(sumscope.__file__).parent
    print(f"sumscope {sumscope.__version__} ({kind}) in {where}: works")


def _declared() -> str:
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^version = "(.+)"$', text, re.M)
    if found is None:
        sys.exit("pyproject.toml declares no version")
    return found[1]


if __name__ == "__main__":
    main()
