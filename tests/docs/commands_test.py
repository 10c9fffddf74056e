#!/usr/bin/env python3
"""Reads every bora command in the code blocks of the Markdown pages, and in the rows of docs/papers: its options must exist, with a
value where they take one. Rows also name programs of the benchmarks and experiments of tools/reproduce.

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
    """Yields the number of the first line and the lines of each code block that may be shell code."""
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
    """Yields the line number, the name and the words of each command. In a block that shows output, only lines that begin with '$ '
    are commands."""
    for first, lines in blocks(text):
        session = any(line.lstrip().startswith("$ ") for line in lines)
        at = 0
        while at < len(lines):
            number, line = first + at, lines[at].strip()
            starts = not session or line.startswith("$ ")
            # A line continues a command after a backslash, or if it is indented more deeply.
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


def rows_of(text):
    """Yields the line number and the words of each command in the second column of the tables of a page of docs/papers."""
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        inside = line.startswith("| place | command |") or inside and line.startswith("|")
        if inside:
            for code in re.findall(r"`([^`]*)`", re.split(r"(?<!\\)\|", line)[2]):
                yield number, shlex.split(code)


def options_of_scripts(root):
    """Returns the options of tools/reproduce and of each program of the benchmarks, as options_of does, and for each of
    these programs the options that it requires."""
    usage = (root / "tools/reproduce").read_text(encoding="utf-8")
    found = {"reproduce": {name: True for name in re.findall(r"--([\w-]+) (?:DIR|N|A,B|PAPER)", usage)}}
    required = {}
    option = re.compile(r"\(\s*\"([\w-]+)\",\s*((?:boost::program_options|po)::(?:value|bool_switch))?")
    for source in (root / "tests/benchmarks").rglob("*_study.cc"):
        text = source.read_text(encoding="utf-8")
        for header in re.findall(r'#include "benchmarks/(\w+/(?:study_main|table_options).h)"', text):
            text += (root / "tests/benchmarks" / header).read_text(encoding="utf-8")
        found[source.stem] = {name: kind.endswith("value") for name, kind in option.findall(text)}
        required[source.stem] = re.findall(r"\"([\w-]+)\",\s*(?:boost::program_options|po)::value\([^()]*\)->required", text)
    return found, required


def faults_of(words, options):
    """Yields the options in `words` that the command would refuse."""
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
    spaces = {space: options.pop(f"bo-nas-{space}") for space in ("bnn", "sigmoid-mlp")}  # pages of bo-nas --space SPACE
    scripts, required = options_of_scripts(root)
    experiments = {script.stem for part in ("*.sh", "ru/*.sh") for script in (root / "tools/reproduce.d").glob(part)}
    faults, count = [], 0

    def check(page, number, command, words):
        nonlocal count, faults
        count += 1
        space = next((space for space in spaces if command == "bo-nas" and space in words), None)
        own = spaces[space] if space else {**options, **scripts}[command]
        faults += [f"{page.relative_to(root)}:{number}: {command} {fault}" for fault in faults_of(words, own)]

    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        # Examples in the output of --help have their explanation in the same line.
        if page.parent == root / REFERENCE:
            continue
        text = page.read_text(encoding="utf-8")
        for number, command, words in commands_of(text, options):
            check(page, number, command, words)
        for number, words in rows_of(text) if page.parent == root / "docs/papers" else []:
            command = Path(words[0]).name
            if command in options or command in scripts:
                check(page, number, command, words[1:])
                for name in required.get(command, []):
                    if f"--{name}" not in words and len(words) > 1 and words[1].startswith("--"):
                        faults.append(f"{page.relative_to(root)}:{number}: {command} requires --{name}")
            elif re.fullmatch(r"(bo-|tools/).*|.*_study", words[0]):
                faults.append(f"{page.relative_to(root)}:{number}: there is no command {words[0]}")
            if command == "reproduce" and words[1] not in experiments:
                faults.append(f"{page.relative_to(root)}:{number}: tools/reproduce has no experiment {words[1]}")
    print("\n".join(faults) or f"{count} commands, all understood")
    return 1 if faults or count < 50 else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
