"""Training gives the same bytes on any number of threads of linear algebra."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sumscope.corpus.jsonl import dump_topic

from .meetings import meeting


def test_every_pool_of_threads_is_limited() -> None:
    # In a process of its own, where nothing that brings a pool is loaded yet.
    code = (
        "import json, numpy; from sumscope.core.processes import one_thread\n"
        "with one_thread():\n"
        "    import scipy.linalg, sklearn.ensemble, sklearn.utils.extmath\n"
        "    from threadpoolctl import threadpool_info\n"
        "    print(json.dumps([pool['num_threads'] for pool in threadpool_info()]))"
    )
    env = {**os.environ, "OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    found = json.loads(done.stdout)
    assert len(found) >= 2, done.stderr
    assert set(found) == {1}


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["weave", "logistic"])
def test_the_same_model_with_other_numbers_of_threads(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "m.jsonl"
    source.write_bytes(b"".join(dump_topic(meeting(f"M{i}", i)) for i in range(4)))
    made = set()
    for threads in ("1", "2"):
        out = tmp_path / f"{threads}.json"
        words = [sys.executable, "-m", "sumscope", "links", "fit", str(source), "-o", str(out)]
        names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
        env = {**os.environ, **dict.fromkeys(names, threads)}
        subprocess.run([*words, "--kind", kind], env=env, check=True, capture_output=True)
        made.add(out.read_bytes())
    assert len(made) == 1
