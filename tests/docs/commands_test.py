#!/usr/bin/env python3
"""Reads every bora command in the code blocks of the Markdown pages: its options must exist, with a value where they take one.

Usage: commands_test.py SOURCES

The options are those of docs/reference/commands, which the test docs.pages compares with the commands themselves. Exits with
1 and a line for each fault.
"""
import re
import shlex
import sys
from pathlib import Path

REFERENCE = "docs/reference/commands"
OPTION = re.compile(r"^- \*\*`--([\w-]+)( [^`]*)?`\*\*", re.M)
SEPARATORS = re.compile(r"^(&|&&|\||\|\||;|>|>>|2>|<|done|do)$")
BEFORE = re.compile(r"&&|do|;|\||--|run|time|[A-Z_]+=.*")


def options_of(root):
    """Returns the options of each command, and whether each takes a value."""
    return {page.stem: {name: bool(value) for name, value in OPTION.findall(page.read_text(encoding="utf-8"))}
            for page in (root / REFERENCE).glob("*.md")}


def blocks(text):
    """Yields the first line and the lines of each block of code that a shell could read."""
    begin = None
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.lstrip().startswith("```"):
            if begin is None:
                begin, kind = number + 1, line.strip()[3:]
            else:
                if kind in ("", "sh", "bash", "console"):
                    yield begin + 1, lines[begin:number]
                begin = None


def commands_of(text, names):
    """Yields the line, the name and the words of each command: of blocks of a shell, and behind '$ ' where output follows."""
    for first, lines in blocks(text):
        session = any(line.lstrip().startswith("$ ") for line in lines)
        at = 0
        while at < len(lines):
            number, line = first + at, lines[at].strip()
            starts = not session or line.startswith("$ ")
            # A backslash at the end goes on with the command, and so does a deeper indent.
            while starts and at + 1 < len(lines) and (line.endswith("\\") or not session and lines[at + 1].startswith("   ")):
                at += 1
                line = line.removesuffix("\\") + " " + lines[at].strip()
            at += 1
            if not starts or not any(name in line for name in names):
                continue
            words = shlex.split(line.removeprefix("$ "), comments=True)
            for begin, word in enumerate(words):
                name = Path(word).name
                if name in names and (begin == 0 or BEFORE.fullmatch(words[begin - 1])):
                    rest = words[begin + 1:]
                    end = next((i for i, other in enumerate(rest) if SEPARATORS.match(other)), len(rest))
                    yield number, name, [other.rstrip(";") for other in rest[:end]]


def faults_of(words, options):
    """Yields what the command would refuse of its options."""
    for at, word in enumerate(words):
        if word == "--":
            return
        if not word.startswith("--"):
            continue
        name, equals, _ = word[2:].partition("=")
        following = words[at + 1] if at + 1 < len(words) else ""
        if name not in options:
            yield f"has no option --{name}"
        elif options[name] and not equals and (not following or following.startswith("--")):
            yield f"--{name} takes a value"
        elif not options[name] and equals:
            yield f"--{name} takes no value"


def main(root):
    root = Path(root)
    options = options_of(root)
    bayesian = options.pop("bo-nas-bnn")  # the page of bo-nas --space bnn
    faults, count = [], 0
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        # Examples of --help have their explanation in the same line.
        if page.parent == root / REFERENCE:
            continue
        for number, command, words in commands_of(page.read_text(encoding="utf-8"), options):
            count += 1
            own = bayesian if command == "bo-nas" and "bnn" in words else options[command]
            faults += [f"{page.relative_to(root)}:{number}: {command} {fault}" for fault in faults_of(words, own)]
    print("\n".join(faults) or f"{count} commands, all understood")
    return 1 if faults or count < 50 else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
