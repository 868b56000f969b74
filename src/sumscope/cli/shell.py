"""The group of commands, discovered in `cli/commands`, and exit statuses."""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
import os
import pkgutil
import re
import sys
import warnings
from collections.abc import Iterator

import click

from sumscope._version import __version__
from sumscope.core.errors import SumscopeError
from sumscope.core.notice import LOGGER
from sumscope.core.processes import collect_rarely

COMPLETION = "_SUMSCOPE_COMPLETE"  # set by a shell that asks for completions
SHELLS = ("bash", "zsh", "fish")


class Commands(click.Group):
    """Each file of `cli/commands` is a command; `_` in a file name reads `-`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every command, alphabetically."""
        package = importlib.import_module("sumscope.cli.commands")
        return sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(package.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        path = f"sumscope.cli.commands.{cmd_name.replace('-', '_')}"
        try:
            module = importlib.import_module(path)
        except ModuleNotFoundError as error:
            if error.name != path:
                raise
            return None
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Answer an unknown command with the nearest known ones."""
        from sumscope.core.errors import nearest

        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            known = self.list_commands(ctx)
            raise SumscopeError(f"unknown command {name!r}", hint=nearest(name, known))
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: sumscope demo",
)
@click.version_option(__version__, prog_name="sumscope")
def sumscope() -> None:
    """Evaluate summaries, extracts and sentence clusterings."""


_ended_by: list[int] = []


def _end_orderly() -> None:
    """On SIGTERM and SIGHUP end as on Ctrl-C: workers ended, temporary files removed."""
    import signal

    def leave(number: int, frame: object) -> None:
        _ended_by.append(number)
        raise KeyboardInterrupt

    _ended_by.clear()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # What whoever started us ignores (nohup) stays ignored.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # not in the main thread
                signal.signal(number, leave)


@contextlib.contextmanager
def _no_signal_lost() -> Iterator[None]:
    """Give a signal again that came while Python ran a finalizer, which swallows exceptions."""
    import signal
    import threading

    before = sys.unraisablehook

    def hook(found: sys.UnraisableHookArgs) -> None:
        if found.exc_type is not KeyboardInterrupt:
            before(found)
            return
        # From another thread, a moment later: here the exception would be swallowed once more.
        number = _ended_by[0] if _ended_by else signal.SIGINT
        again = threading.Timer(0.01, signal.raise_signal, (number,))
        again.daemon = True
        again.start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def visible(text: str) -> str:
    """Text for a terminal: control characters, which names from data may hold, spelled out."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def echo(line: str = "", err: bool = False) -> None:
    """Print a line, which may hold names from data."""
    click.echo(visible(line), err=err)  # noqa: TID251


def run(args: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    _end_orderly()
    collect_rarely()
    warnings.showwarning = _show_warning
    before, LOGGER.handlers, LOGGER.propagate = LOGGER.handlers, [_Notes()], False
    # A signal while a database is closed ends the command; no traceback before its one line.
    logging.getLogger("sqlalchemy.pool").addHandler(logging.NullHandler())
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        if os.environ.get(COMPLETION):
            return _complete(os.environ[COMPLETION])
        with _no_signal_lost():
            result = sumscope.main(args=args, prog_name="sumscope", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except SumscopeError as error:
        return _fail(str(error), 2)
    except ModuleNotFoundError as error:
        from sumscope.core.lazy import EXTRAS, missing

        name = (error.name or "").partition(".")[0]
        if name not in EXTRAS:
            raise
        return _fail(str(missing(name)), 2)
    except (click.exceptions.Abort, KeyboardInterrupt):
        if _ended_by:
            return _fail("ended by a signal", 128 + _ended_by[0])
        return _fail("interrupted", 130)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)
        return 2
    except click.ClickException as error:
        where = getattr(error, "ctx", None)
        path = where.command_path if where is not None else "sumscope"
        return _fail(f"{error.format_message().rstrip('.')}; see {path} --help", 2)
    except click.exceptions.Exit as error:
        return int(error.exit_code)
    except (BrokenPipeError, SystemExit):  # click makes the one into the other
        return _left_alone()
    except OSError as error:
        where = "cannot write" if error.filename is None else error.filename
        return _fail(f"{where}: {error.strerror or error}", 2)
    except MemoryError:
        return _fail("out of memory; try a smaller input", 2)
    except Exception as error:
        reason = _database_reason(error)
        if reason is None:
            raise
        hint = "is the disk full, the file read-only, or another process writing?"
        return _fail(f"cannot use the database: {reason}; {hint}", 2)
    finally:
        LOGGER.handlers, LOGGER.propagate = before, True
        with contextlib.suppress(OSError):
            sys.stdout.flush()


def _complete(instruction: str) -> int:
    """Print the script that a shell sources, or the completions of the words typed so far."""
    from click.shell_completion import get_completion_class

    shell, _, what = instruction.partition("_")
    kind = get_completion_class(shell)
    if shell not in SHELLS or what not in ("source", "complete") or kind is None:
        known = ", ".join(f"{one}_source" for one in SHELLS)
        what = f"unknown completion {instruction!r}"
        raise SumscopeError(what, where=COMPLETION, hint=f"set it to one of {known}")
    completion = kind(sumscope, {}, "sumscope", COMPLETION)
    with contextlib.suppress(SumscopeError):  # an unknown command: nothing to offer
        print(completion.source() if what == "source" else completion.complete())
    return 0


def _database_reason(error: Exception) -> str | None:
    """What a database says that cannot be read or written; None for any other error."""
    said = getattr(error, "orig", error)  # SQLAlchemy wraps what the driver raises
    kind = type(said)
    if kind.__name__ != "OperationalError" or not kind.__module__.startswith(
        ("sqlite3", "psycopg")
    ):
        return None
    return (str(said).strip().splitlines() or ["no reason given"])[0]


def _left_alone() -> int:
    """The reader of our output has gone (`| head`): end quietly, as a shell expects."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + 13


def _fail(line: str, status: int) -> int:
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        print("sumscope: " + visible(" ".join(line.split())), file=sys.stderr)
    return status


class _Notes(logging.Handler):
    """Print what the library says as notes."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one note."""
        echo(f"sumscope: note: {record.getMessage()}", err=True)


def _show_warning(message: Warning | str, *where: object, **more: object) -> None:
    echo(f"sumscope: note: {message}", err=True)


def print_json(value: object) -> None:
    """Print machine-readable output: standard JSON, undefined numbers as null."""
    # On a terminal that cannot show a letter, its JSON spelling is what programs understand.
    plain = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
    sys.stdout.write(json.dumps(value, ensure_ascii=plain, allow_nan=False, indent=1) + "\n")


def refuse_two_on_stdout(out: str | None, as_json: bool) -> None:
    """Refuse to mix JSON with an output that goes to standard output."""
    if as_json and out == "-":
        raise SumscopeError("--json and - both write to standard output", hint="name a file")
