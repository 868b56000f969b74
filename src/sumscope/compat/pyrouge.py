r"""pyrouge's `Rouge155`, without Perl and without a copy of ROUGE-1.5.5.

    r = Rouge155()
    r.system_dir, r.model_dir = "systems", "models"
    r.system_filename_pattern = r"text.(\d+).txt"
    r.model_filename_pattern = "text.[A-Z].#ID#.txt"
    output = r.convert_and_evaluate()
    r.output_to_dict(output)["rouge_2_f_score"]

Averages are those of the original. Its confidence intervals come from 1,000 random samples, and so
do ours, from a fixed seed: they are near the original's, not equal to them.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from sumscope.core.errors import SumscopeError
from sumscope.corpus.notes import Notes
from sumscope.corpus.see_html import summary
from sumscope.metrics.summary.rouge import RougeL, RougeN, RougeS, RougeSU, RougeW
from sumscope.rouge_scoring.batch import tables_of
from sumscope.rouge_scoring.words import RougeOptions, encode

_DEFAULT = "-c 95 -2 -1 -U -r 1000 -n 4 -w 1.2 -a -m"
_LINE = re.compile(
    r"(\d+) (ROUGE-\S+) (Average_\w): (\d.\d+) \(95%-conf.int. (\d.\d+) - (\d.\d+)\)"
)
_WORDS = {"R": "recall", "P": "precision", "F": "f_score"}


@dataclass
class _Options:
    """ROUGE-1.5.5's options, as far as they change numbers."""

    options: RougeOptions
    n: int = 0
    l: bool = True  # noqa: E741, the name of the option
    weight: float | None = None
    skip: int | None = None
    skip_kind: str = ""
    confidence: float = 95.0
    samples: int = 1000


class Rouge155:
    """Evaluates files of summaries against files of model summaries."""

    def __init__(
        self,
        rouge_dir: str | None = None,
        rouge_args: str | None = None,
        log_level: int | None = None,
    ) -> None:
        self.args = rouge_args.strip('"') if rouge_args else None
        self._system_dir: str | None = None
        self._model_dir: str | None = None
        self.system_filename_pattern: str | None = None
        self.model_filename_pattern: str | None = None

    @property
    def system_dir(self) -> str | None:
        """The folder of the system summaries."""
        return self._system_dir

    @system_dir.setter
    def system_dir(self, path: str) -> None:
        self._system_dir = _folder(path, "system")

    @property
    def model_dir(self) -> str | None:
        """The folder of the model summaries."""
        return self._model_dir

    @model_dir.setter
    def model_dir(self, path: str) -> None:
        self._model_dir = _folder(path, "model")

    def convert_and_evaluate(
        self,
        system_id: int | str = 1,
        split_sentences: bool = False,
        rouge_args: str | None = None,
    ) -> str:
        """Evaluate plain text summaries, one sentence a line (or split into sentences here)."""
        return self._evaluate(system_id, rouge_args, "split" if split_sentences else "lines")

    def evaluate(self, system_id: int | str = 1, rouge_args: str | None = None) -> str:
        """Evaluate summaries in ROUGE's HTML format."""
        return self._evaluate(system_id, rouge_args, "html")

    def output_to_dict(self, output: str) -> dict[str, float]:
        """ROUGE's output as numbers: `rouge_1_recall`, `rouge_1_recall_cb`, `rouge_1_recall_ce`."""
        results = {}
        for found in map(_LINE.match, output.split("\n")):
            if found:
                kind = found[2].lower().replace("-", "_")
                key = f"{kind}_{_WORDS[found[3][-1]]}"
                results[key] = float(found[4])
                results[f"{key}_cb"], results[f"{key}_ce"] = float(found[5]), float(found[6])
        return results

    def _evaluate(
        self, system_id: int | str, rouge_args: str | None, kind: Literal["lines", "split", "html"]
    ) -> str:
        # As in the original: arguments of the object win, and -m is always added.
        given = self.args or rouge_args
        said = _read_options(f"{given} -m" if given else _DEFAULT)
        tasks = [
            (_sentences(system, kind), [_sentences(model, kind) for model in models])
            for system, models in self._tasks()
        ]
        out = []
        for name, measure in _measures(said):
            columns = _score(measure, tasks)
            out.append("---------------------------------------------")
            for letter, values in zip("RPF", columns, strict=True):
                low, high = _interval(values, said.samples, said.confidence)
                mean = float(np.mean(values))
                out.append(
                    f"{system_id} {name} Average_{letter}: {mean:.5f} "
                    f"({said.confidence:g}%-conf.int. {low:.5f} - {high:.5f})"
                )
        return "\n".join(out) + "\n"

    def _tasks(self) -> list[tuple[Path, list[Path]]]:
        """Each system summary with its models, by the patterns."""
        systems, models = self._system_dir, self._model_dir
        pattern, wanted = self.system_filename_pattern, self.model_filename_pattern
        if systems is None or models is None or pattern is None or wanted is None:
            raise Exception(
                "Set system_dir, model_dir, system_filename_pattern and model_filename_pattern."
            )
        tasks = []
        for name in sorted(os.listdir(systems)):
            found = re.match(pattern, name)
            if found is None:
                continue
            one = re.compile(wanted.replace("#ID#", found.groups()[0]))
            mine = sorted(name for name in os.listdir(models) if one.match(name))
            if not mine:
                raise Exception(
                    "Could not find any model summaries for the system summary with ID "
                    f"{found.groups()[0]}. Specified model filename pattern was: {wanted}"
                )
            tasks.append((Path(systems, name), [Path(models, model) for model in mine]))
        if not tasks:
            raise Exception(
                f"Did not find any files matching the pattern {pattern} in the system summaries "
                f"directory {systems}."
            )
        return tasks


def _folder(path: str, name: str) -> str:
    if not os.path.isdir(path):
        raise Exception(f"Cannot set {name} directory because the path {path} does not exist.")
    return path


def _sentences(path: Path, kind: str) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if kind == "html":
        found = summary(text, "SEE", str(path), Notes())
        return list(found) if not isinstance(found, str) else [found]
    if kind == "split":
        from sumscope.compat._sentences import split_sentences

        return list(split_sentences(text))
    # What ROUGE reads of a line that is put into its HTML: up to a <.
    return [line.split("<")[0] for line in text.split("\n")]


def _read_options(text: str) -> _Options:
    words = shlex.split(text)
    said = _Options(RougeOptions(stem=False))
    while words:
        option = words.pop(0)
        if option in ("-a", "-d", "-v", "-x", "-m", "-s", "-u", "-U"):
            if option == "-m":
                said.options = replace(said.options, stem=True)
            elif option == "-s":
                said.options = replace(said.options, stop=True)
            said.l = said.l and option != "-x"
            said.skip_kind = {"-u": "su", "-U": "both"}.get(option, said.skip_kind)
            continue
        if option not in ("-e", "-c", "-r", "-n", "-w", "-2", "-l", "-b", "-f", "-p", "-t"):
            raise SumscopeError(f"the ROUGE option {option!r} is not known", hint="leave it out")
        if not words:
            raise SumscopeError(f"the ROUGE option {option} has no value")
        value = words.pop(0)
        if option == "-n":
            said.n = int(value)
        elif option == "-w":
            said.weight = float(value)
        elif option == "-2":
            said.skip = int(value)
        elif option == "-c":
            said.confidence = float(value)
        elif option == "-r":
            said.samples = int(value)
        elif option == "-l":
            said.options = replace(said.options, words=int(value))
        elif option == "-b":
            said.options = replace(said.options, bytes=int(value))
        elif option == "-f":
            said.options = replace(said.options, refs="best" if value == "B" else "average")
        elif option == "-p":
            said.options = replace(said.options, alpha=float(value))
        elif option == "-t" and value != "0":
            raise SumscopeError("only -t 0 is known", hint="leave -t out")
    return said


def _measures(said: _Options) -> list[tuple[str, RougeOptions]]:
    """The measures in the order in which ROUGE prints them."""
    common = vars(said.options)

    def make(kind: Any, **values: Any) -> RougeOptions:
        made: RougeOptions = kind(**common, **values)
        return made

    found = [(f"ROUGE-{n}", make(RougeN, n=n)) for n in range(1, said.n + 1)]
    if said.l:
        found.append(("ROUGE-L", make(RougeL)))
    if said.weight is not None:
        found.append((f"ROUGE-W-{said.weight:g}", make(RougeW, weight=said.weight)))
    if said.skip is not None:
        mark, skip = ("*", None) if said.skip < 0 else (str(said.skip), said.skip)
        if said.skip_kind != "su":
            found.append((f"ROUGE-S{mark}", make(RougeS, skip=skip)))
        if said.skip_kind:
            found.append((f"ROUGE-SU{mark}", make(RougeSU, skip=skip)))
    return found


def _score(
    measure: RougeOptions, tasks: Sequence[tuple[list[str], list[list[str]]]]
) -> tuple[Any, Any, Any]:
    peers = [encode(measure, system, "en") for system, _ in tasks]
    references = [encode(measure, model, "en") for _, models in tasks for model in models]
    (columns,) = tables_of([measure], peers, references, [len(models) for _, models in tasks])
    return columns


def _interval(values: Any, samples: int, confidence: float) -> tuple[float, float]:
    """Percentiles of means over random samples of the tasks, from a fixed seed."""
    draw = np.random.default_rng(0).integers(0, len(values), size=(samples, len(values)))
    tail = (100 - confidence) / 2
    low, high = np.percentile(values[draw].mean(axis=1), [tail, 100 - tail])
    return float(low), float(high)


__all__ = ["Rouge155"]
