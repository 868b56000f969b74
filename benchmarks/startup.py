"""CPU seconds of `sumscope --help` and `import sumscope`, beside an empty Python.

Goal: `--help` under 0.3 s of CPU.
"""

from __future__ import annotations

import resource
import subprocess
import sys


def cpu(code: list[str], times: int = 7) -> float:
    best = float("inf")
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *code], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, used)
    return best


if __name__ == "__main__":
    nothing = cpu(["-c", "pass"])
    for name, code in {
        "import sumscope": ["-c", "import sumscope"],
        "sumscope --help": ["-m", "sumscope", "--help"],
        "sumscope score --help": ["-m", "sumscope", "score", "--help"],
    }.items():
        used = cpu(code)
        print(f"{name:24} {used:.3f} s CPU, {used / nothing:.1f} times an empty Python")
