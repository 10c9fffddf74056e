"""Calls of bora's commands: their paths, arguments from keyword options, and errors from exit codes."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import warnings
from importlib import metadata
from pathlib import Path
from typing import Any, Sequence

_PACKAGE = Path(__file__).resolve().parent
# Options that a command accepts several times; other lists become one value, separated by commas.
_REPEATED = {"fail-if", "header", "objective", "constraint"}
# Arguments of this package that are named otherwise than the options of a command that they set.
_ARGUMENTS = {"bo-attack": {"attack": "attacks", "model": "predict"},
              "bo-nas": {},
              "bo-opt": {"objective": "objectives", "constraint": "measured", "minimise": "maximize",
                         "maximise": "maximize"}}
_NO_ARGUMENTS = {"config", "describe", "help", "resume", "version"}
# Values of options in advice: "confirm successes with --repeats 5", "--layout nhwc".
_WORDS = "nhwc|nchw|labels?|logits|probabilities|learn|basic|full|cuda|train|test|all|linf|l2|l0"
# An option with what follows it in errors: "--eps: got 2, expected", "--attack bo:x=1: ", "--data: "; or the address
# of a program, which may hold options of its own.
_OPTION = re.compile(r"exec:[^:]*|(?<![\w/-])--(?P<name>[a-z][a-z0-9-]*)"
                     r"(?:: got (?P<got>'[^']*'|[^\s,]+), expected| (?P<value>'[^']*'|[^\s']+)(?=: )|(?P<place>:(?= ))"
                     r"| (?P<example>\d+(?:[.,/-]\d+)*|%s)\b)?" % _WORDS)


class Error(RuntimeError):
    """Raised if a command of bora ends without a result. exit_code: that of the command."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class InputError(Error, ValueError):
    """Raised if a command rejects its input (exit code 2). The message names option, value and what is valid."""


def find_command(name: str) -> str:
    """Returns the path of a command such as bo-attack.

    It is looked for in $BORA_BIN, in the installed wheel, in the build folder of the checkout that contains this
    package, and on the path. Raises FileNotFoundError if it is in none of them."""
    places = [os.environ.get("BORA_BIN"), _PACKAGE / "bin", _PACKAGE.parent.parent / "build" / "release" / "bin"]
    for place in places:
        if place and os.access(Path(place) / name, os.X_OK):
            return str(Path(place) / name)
    found = shutil.which(name)
    if not found:
        raise FileNotFoundError(f"{name}: not found in $BORA_BIN, in the package or on the path; build bora with "
                                "tools/build, or install its wheel")
    return found


def to_arguments(options: dict[str, Any]) -> list[str]:
    """Returns keyword options as arguments: fail_if="asr > 0.2" becomes "--fail-if=asr > 0.2".

    An option that is None or False is left out, one that is True gets no value, and a list is joined by commas, or
    becomes several arguments for an option that may be repeated."""
    arguments = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            arguments.append(option)
        elif isinstance(value, (list, tuple)) and option[2:] in _REPEATED:
            arguments += [f"{option}={item}" for item in value]
        elif isinstance(value, (list, tuple)):
            arguments.append(f"{option}={','.join(map(str, value))}")
        else:
            arguments.append(f"{option}={value}")
    return arguments


def name_arguments(command: str, text: str, names: dict[str, str] | None = None) -> str:
    """Returns an error of a command with arguments of Python in place of its options: "--eps: got 2, expected ..."
    becomes "eps=2: expected ...", "give --fail-if" becomes "give fail_if=", and "with --repeats 5" becomes
    "with repeats=5".

    names: arguments for further options than those of _ARGUMENTS."""
    if command not in _ARGUMENTS:
        return text
    arguments = {**_ARGUMENTS[command], **(names or {})}

    def argument(found: re.Match[str]) -> str:
        option = found["name"]
        if option is None or option in _NO_ARGUMENTS:
            return found[0]
        name = arguments.get(option, option.replace("-", "_"))
        if found["got"] is not None:
            return f"{name}={found['got']}: expected"
        if found["example"] is not None:
            number = re.fullmatch(r"\d+(\.\d+)?", found["example"])
            return f"{name}={found['example']}" if number else f'{name}="{found["example"]}"'
        return f"{name}:" if found["place"] else f"{name}={found['value'] or ''}"

    # The file of a space that is given as a dictionary is left out.
    text = re.sub(r"--space: [^:]*/python\.toml(?::\d+)?: (constraints: )?", lambda file: file[1] or "space: ", text)
    return _OPTION.sub(argument, text)


def _install_hint(library: str) -> str:
    """Returns a sentence that says how to install a missing library of the wheel's commands."""
    if re.match(r"lib(torch|c10|gomp)", library):
        try:
            needs = metadata.requires("bora") or []
        except metadata.PackageNotFoundError:
            needs = []
        return "pip install " + next((need for need in needs if need.startswith("torch")), "torch")
    return ("the wheel needs Debian's OpenCV 4.6: apt-get install libopencv-dnn406 libopencv-ml406 "
            "libopencv-contrib406 libcurl4 libsqlite3-0")


def raise_error(command: str, exit_code: int, messages: str, names: dict[str, str] | None = None) -> None:
    """Raises the error that a command printed: InputError for exit code 2, else Error. names: as in name_arguments()."""
    lines = [line.strip() for line in messages.splitlines() if line.strip()]
    if missing := re.search(r"loading shared libraries: (\S+):", messages):
        raise Error(f"{command}: {missing[1]} is missing; {_install_hint(missing[1])}", exit_code)
    text = next((line for line in reversed(lines) if line.startswith(command + ":")), lines[-1] if lines else "")
    kind = InputError if exit_code == 2 else Error
    raise kind(name_arguments(command, text, names) or f"{command} ended with exit code {exit_code}", exit_code)


def warn_user(text: str) -> None:
    """Issues a UserWarning whose place is the statement outside of this package that called it."""
    level, frame = 1, sys._getframe()
    while frame is not None and Path(frame.f_code.co_filename).resolve().is_relative_to(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


def repeat_warnings(summary: str, stacklevel: int, shown: str = "") -> None:
    """Repeats the warnings in the summary that bo-opt or bo-nas prints, except those in `shown`. stacklevel: as in
    warnings.warn(), seen from the caller."""
    for text in re.findall(r"^warning +(.+)$", summary, re.MULTILINE):
        if text not in shown:
            warnings.warn(text, stacklevel=stacklevel + 1)


def call(command: str, *arguments: str, accepted: Sequence[int] = (0,), warn: bool = False) -> str:
    """Runs a command and returns its standard output. Raises Error or InputError if its exit code is not in `accepted`.
    An accepted exit code 1 needs output, and standard error becomes a warning. warn: whether each line of standard error
    that begins with "warning: " becomes one."""
    done = subprocess.run([find_command(command), *arguments], capture_output=True, check=False,
                          encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL)
    if done.returncode not in accepted or (done.returncode == 1 and not done.stdout):
        raise_error(command, done.returncode, done.stderr)
    if done.returncode == 1:
        warnings.warn(done.stderr.strip(), stacklevel=3)
    for line in done.stderr.splitlines() if warn else ():
        if line.startswith("warning: "):
            # The first word may be an option: "warm-start: ...".
            text = re.sub(r"^[a-z-]+(?=: )", lambda name: name[0].replace("-", "_"), line.removeprefix("warning: "))
            warnings.warn(text, stacklevel=4)
    return done.stdout
