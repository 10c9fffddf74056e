#!/usr/bin/env python3
"""Checks every link of the Markdown pages, and every path under docs/ that a source file mentions.

Usage: links_test.py SOURCES

Exits with 1 and a line for each link whose file or heading is missing, each link from docs/ to a file outside (the site
shows none of these), each mention of a missing path, and each page under docs/ that no other page links to or that the site
leaves out.
"""
import os
import re
import sys
from pathlib import Path

SKIPPED = {"build", ".git", ".deps", ".cache", "bora-demo", "__pycache__"}
GOLDEN = "tests/golden/"
FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.S | re.M)
COMMENT = re.compile(r"<!--.*?-->", re.S)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.M)
MENTION = re.compile(r"(?<![\w/.-])docs/[\w./-]*\w")
# Paths of files in the repository that a page mentions.
SOURCE_PATH = re.compile(r"`((?:attacks|cmake|common|data|forest|models|nas|report|runs|surrogates|tests|tools)/[\w./-]+\.(?:h|cc|py|sh|md|mjs|json))`")


def files_of(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in SKIPPED and not f.startswith("build"))
        for name in sorted(names):
            yield Path(folder, name).relative_to(root).as_posix()


def blanked(pattern, text):
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def anchors(text):
    """Returns the anchors of a page's headings, as GitHub and the site make them."""
    found, seen = set(), {}
    for heading in HEADING.findall(blanked(FENCE, text)):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")
        number = seen.get(slug, 0)
        seen[slug] = number + 1
        found.add(f"{slug}-{number}" if number else slug)
    return found


def main(root):
    root = Path(root).resolve()
    faults, linked = [], set()
    files = list(files_of(root))
    pages = {name: (root / name).read_text(encoding="utf-8") for name in files if name.endswith(".md")}
    for name, text in pages.items():
        if name.startswith(GOLDEN):
            continue
        prose = blanked(COMMENT, blanked(FENCE, text))
        for match in LINK.finditer(blanked(CODE, prose)):
            target = match.group(1)
            place = f"{name}:{prose.count(chr(10), 0, match.start()) + 1}"
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if not (root / file).exists():
                faults.append(f"{place}: {target} does not exist")
                continue
            if name.startswith("docs/") and not file.startswith("docs"):
                faults.append(f"{place}: {target} lies outside docs/, where the site has no page; write its path as `code`")
            if file != name:
                linked.add(file if file.endswith(".md") else f"{file}/README.md")
            if anchor and file in pages and anchor not in anchors(pages[file]):
                faults.append(f"{place}: {file} has no heading #{anchor}")
        for match in SOURCE_PATH.finditer(prose):
            if not (root / match.group(1)).exists() and not (root / name).parent.joinpath(match.group(1)).exists():
                faults.append(f"{name}: {match.group(1)} does not exist")
    site = (root / "mkdocs.yml").read_text(encoding="utf-8").split("\n")
    shown = {line.split(": ")[-1].strip().removeprefix("- ") for line in site if line.endswith(".md")}
    for name in pages:
        if name.startswith("docs/") and name not in linked:
            faults.append(f"{name}: no other page links to it")
        if name.startswith("docs/") and name.removeprefix("docs/") not in shown:
            faults.append(f"{name}: is missing in the nav of mkdocs.yml")
    for name in files:
        if name.startswith(GOLDEN) or not re.search(r"(\.(h|cc|py|sh|md|cmake|yml|sbatch|txt|mjs)|/[^.]+)$", name):
            continue
        try:
            text = (root / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for mention in sorted(set(MENTION.findall(text))):
            if not re.search("NAME|COMMAND", mention) and not (root / mention).exists():
                faults.append(f"{name}: mentions {mention}, which does not exist")
    print("\n".join(faults) or f"{len(pages)} pages, all links lead to a file and a heading")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
