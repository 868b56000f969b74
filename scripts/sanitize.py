"""Build the kernels with AddressSanitizer and UBSan, and run their checks and fuzzers on them.

    python scripts/sanitize.py [--cases 2000]

Skips with one line where g++ has no sanitizer runtime. Objects stay in build/sanitize, so that only
what changed is compiled again.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
CPP = ROOT / "src" / "sumscope" / "kernels" / "cpp"
BUILD = ROOT / "build" / "sanitize"
FLAGS = [
    "-std=c++17", "-O1", "-g1", "-fPIC", "-fvisibility=hidden", "-fno-omit-frame-pointer",
    "-fno-strict-aliasing", "-ffp-contract=off", "-DNB_COMPACT_ASSERTIONS",
]  # fmt: skip
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
# The reduced suite: everything wrong at the doors, and threads; the fuzzer compares the rest.
TESTS = ["tests/unit/kernels/test_checks.py", "tests/unit/kernels/test_threads.py"]
# Puts the sanitized modules where the package looks for its kernels, then runs what follows.
RUN = """
import importlib.util, runpy, sys
import sumscope.kernels
for name in sumscope.kernels.KERNELS:
    full = f"sumscope.kernels._{name}"
    spec = importlib.util.spec_from_file_location(full, f"{sys.argv[1]}/_{name}.so")
    sys.modules[full] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[full])
sys.argv = sys.argv[2:]
if sys.argv[0] == "pytest":
    runpy.run_module("pytest", run_name="__main__", alter_sys=True)
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def main() -> int:
    """Build, then run the reduced suite and the fuzzers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=2000)
    cases = parser.parse_args().cases
    runtimes = sanitizer_runtimes()
    if not runtimes:
        print("sanitize: g++ or its AddressSanitizer is not installed; kernels were not checked")
        return 0
    build()
    environment = os.environ | {
        "LD_PRELOAD": " ".join(runtimes),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",
    }
    fuzzer = "tests/fuzz/kernels.py"
    for job in (
        ["pytest", "-q", "-p", "no:cacheprovider", "-k", "not ctrl_c and not lexicon", *TESTS],
        [fuzzer, "--small", "--cases", str(cases)],
    ):
        command = [sys.executable, "-c", RUN, str(BUILD), *job]
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if code:
            return code
    return 0


def sanitizer_runtimes() -> list[str]:
    """The libraries that have to be loaded first; none where they are not installed."""
    if shutil.which("g++") is None:
        return []
    found = [
        subprocess.run(
            ["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libubsan.so", "libstdc++.so")
    ]
    return found if all(Path(path).is_absolute() for path in found) else []


def build() -> None:
    """Compile nanobind and every kernel, where they or their headers changed."""
    import nanobind

    BUILD.mkdir(parents=True, exist_ok=True)
    include = [
        f"-I{CPP}",
        f"-I{nanobind.include_dir()}",
        f"-I{Path(nanobind.source_dir()).parent / 'ext' / 'robin_map' / 'include'}",
        f"-I{sysconfig.get_path('include')}",
    ]
    binding = BUILD / "nanobind.o"
    source = Path(nanobind.source_dir()) / "nb_combined.cpp"
    newest = max(path.stat().st_mtime for path in CPP.rglob("*.h"))

    def kernel(path: Path) -> None:
        made = BUILD / f"{path.stem}.o"
        if not made.exists() or made.stat().st_mtime < max(newest, path.stat().st_mtime):
            compile_one([*FLAGS, *SANITIZE, *include, "-c", str(path), "-o", str(made)])

    def base() -> None:
        if not binding.exists():
            compile_one([*FLAGS, *include, "-c", str(source), "-o", str(binding)])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(base), *(pool.submit(kernel, path) for path in CPP.glob("*.cpp"))]
        for job in jobs:
            job.result()
    for path in CPP.glob("*.cpp"):
        made = [str(BUILD / f"{path.stem}.o"), str(binding), "-o", str(BUILD / f"_{path.stem}.so")]
        compile_one(["-shared", *SANITIZE, *made])


def compile_one(arguments: Sequence[str]) -> None:
    """Run the compiler; its own words say what is wrong."""
    subprocess.run(["g++", *arguments], check=True)


if __name__ == "__main__":
    sys.exit(main())
