#!/usr/bin/env python3
"""Finds names that stand for two things, which C++ forbids and no linker reports (the One Definition Rule).

Usage: one_definition_test.py SOURCES [BUILD]

In SOURCES: types, functions, inline variables and, in headers, aliases that two files define at namespace scope, outside
anonymous namespaces. In the archives of BUILD: functions and variables that two object files define, and vtables and inline
variables whose sizes differ. Exits with 1 and a line for each such name.
"""
import collections
import re
import subprocess
import sys
from pathlib import Path

FOLDERS = ("common", "runs", "surrogates", "data", "models", "nas", "attacks", "report", "tuning", "tools", "tests")
# Alternative files: a build compiles one of them.
ALTERNATIVES = ({"models/victims/onnx/onnxruntime_network.cc", "models/victims/onnx/opencv_network.cc"},
                {"models/victims/torch/archive.cc", "tests/fuzz/archive.cc"})

LITERAL = r'R"(?P<mark>\w*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
IGNORED = re.compile(LITERAL + r"|//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M)
TYPE = re.compile(r"\b(?:enum\s+class|enum|class|struct|union)\s+([\w:]+(?:<.*>)?)\s*(?:final\s*)?(?::[^:].*)?$", re.S)
ALIAS = re.compile(r"(?:template\s*<.*>\s*)?using\s+(\w+)\s*=(.*)", re.S)
VARIABLE = re.compile(r"inline\s+(?:constexpr\s+|const\s+)?[^()]*?(\w+)\s*(?:=.*|\[.*)?$", re.S)
# A name, or the last word of a type: `int` in `unsigned int`.
PARAMETER_NAME = re.compile(r"(?<=[\s&*>])\b(?!(?:const|int|double|float|char|bool|long|short|auto)\b)\w+$")


def outside_brackets(text, opening="<([{", closing=">)]}"):
    """Yields the position and character of all of `text` that stands in no brackets, with their opening ones."""
    depth = 0
    for at, character in enumerate(text):
        if character in closing and text[at - 1 : at + 1] != "->":
            depth -= 1
        if depth == 0:
            yield at, character
        if character in opening:
            depth += 1


def end_of_brackets(text, start):
    """Returns the position of the bracket that closes the one at `start`, or None."""
    return next((at for at, _ in outside_brackets(text[start:]) if at > 0), -1 - start) + start


def parameter_types(text):
    """Returns the types of a function's parameters, without names and default values."""
    commas = [-1, *(at for at, c in outside_brackets(text) if c == ","), len(text)]
    parameters = [text[start + 1 : end].split("=")[0].strip() for start, end in zip(commas, commas[1:])]
    types = [re.sub(r"\s+", "", PARAMETER_NAME.sub("", parameter)) for parameter in parameters]
    return ",".join(types).replace("std::filesystem::", "fs::")


def defined(head, with_body):
    """Returns the kind, name and meaning of what `head`, the text before a `{` or `;`, defines, or None."""
    head = re.sub(r"\[\[.*?\]\]|alignas\([^()]*\)", "", head).strip()
    alias = ALIAS.match(head)
    if alias:
        return "alias", alias.group(1), re.sub(r"\s+", "", alias.group(2))
    while re.match(r"template\s*<", head):
        start = head.index("<")
        head = head[end_of_brackets(head, start) + 1 :].strip()
    variable = VARIABLE.match(head)
    if variable:
        return "variable", variable.group(1), None
    kind = TYPE.search(head)
    if not with_body or re.match(r"(?:static|friend|extern|typedef|using|concept)\b", head):
        return None
    if kind and "(" not in head:
        return "type", re.sub(r"\s+", "", kind.group(1)), None
    start = next((at for at, c in outside_brackets(head, "<[{", ">]}") if c == "("), None)
    name = re.search(r"((?:[\w:~]|<[^<>]*>)+|operator\s*\S+?)\s*$", head[:start]) if start is not None else None
    end = end_of_brackets(head, start) if name else -1
    if end < 0:  # a declaration with a default value in braces
        return None
    return "function", f"{name.group(1)}({parameter_types(head[start + 1 : end])})", None


def definitions(text):
    """Yields the kind, name and meaning of what a file defines at namespace scope, outside anonymous namespaces."""
    text = IGNORED.sub(lambda found: '""' if found.group(0)[0] in "\"R'" else " ", text)
    namespaces, start, depth = [], 0, 0
    for at, character in enumerate(text):
        if depth > 0:
            depth += (character == "{") - (character == "}")
            start = at + 1 if depth == 0 and found else start
            continue
        if character not in "{};":
            continue
        head = text[start:at].strip()
        namespace = re.match(r"(?:inline\s+)?namespace\b\s*([\w:]*)$", head)
        if character == "{" and namespace:
            namespaces.append(namespace.group(1))
        elif character == "}":
            namespaces.pop()
        else:
            found = defined(head, character == "{")
            if found and all(namespaces):
                yield found[0], "::".join([*namespaces, found[1]]), found[2]
            if character == "{":
                depth = 1
                continue
        start = at + 1


def pairs_in_sources(sources):
    """Returns a line for each name that two of the files, their texts by path, define."""
    places = collections.defaultdict(dict)
    for path, text in sources.items():
        for kind, name, meaning in definitions(text):
            if (kind != "alias" or path.endswith(".h")) and not name.startswith("main("):
                places[kind, name][path] = meaning
    lines = []
    for (kind, name), found in sorted(places.items()):
        same_alias = kind == "alias" and len(set(found.values())) == 1
        if len(found) > 1 and not same_alias and set(found) not in ALTERNATIVES:
            lines.append(f"{kind} {name} is defined in {' and in '.join(sorted(found))}")
    return lines


def pairs_in_archives(listing):
    """Returns a line for each symbol of `nm -A -S --defined-only` that two object files define differently."""
    strong, sizes = collections.defaultdict(set), collections.defaultdict(lambda: collections.defaultdict(set))
    for line in listing.splitlines():
        entry = re.match(r"(.*):[0-9a-f]+ (?:([0-9a-f]+) )?([TDBRVuW]) (\S+)$", line)
        if not entry or not re.search(r"4bora", entry.group(4)):
            continue
        if entry.group(3) in "TDBR":
            strong[entry.group(4)].add(entry.group(1))
        elif entry.group(3) in "Vu":
            sizes[entry.group(4)][entry.group(2)].add(entry.group(1))
    lines = [f"{name} is defined in {' and in '.join(sorted(files))}" for name, files in strong.items() if len(files) > 1]
    for name, found in sizes.items():
        if len(found) > 1:
            lines.append(f"{name} has {len(found)} sizes, in {' and in '.join(sorted(min(files) for files in found.values()))}")
    return sorted(lines)


def check_itself():
    """Fails if this script overlooks a forbidden definition, or reports one that is allowed."""
    def sources(a, b):
        return pairs_in_sources({name: f"namespace x {{\n{text}\n}}  // namespace x\n" for name, text in (("a.h", a), ("b.h", b))})

    different = [("struct A {\n  int a;\n};", "class A final : public B {};"), ("enum class A { a };", "template <typename T> struct A {};"),
                 ("inline int f(const int& a, B b = {1}) { return a; }", "B f(int c, B d) {\n}\nlong f(const int& c, B) {}"),
                 ("inline constexpr int k = 1;", "inline const char* k{};"), ("using A = int;", "using A = long;"),
                 ("void g(std::filesystem::path a) {}", "int g(const int a[] = {}, int b = 0);\nint g(fs::path path) {}")]
    allowed = [("struct A;", "struct A {};"), ("namespace {\nstruct A {};\n}", "struct A {};"), ("struct B { struct A {}; };", "struct A {};"),
               ("int f(int a = {});", "int f(int a) {}"), ("int f(int a) {}", "int f(double a) {}"), ("using A = int;", "using A = int;"), ("template int f(int);", "int f(int a) {}"),
               ("static int f(int a) {}", "int f(int a) {} // int f(double a) {}"), ("A a = f({1}, {2});", "A a = g();\nstruct f {};"),
               ("namespace y {\nstruct A {};\n}", "struct A {};"), ('auto a = R"(struct A {};)";', "struct A {};")]
    for a, b in different:
        assert len(sources(a, b)) == 1, f"overlooked: {a} / {b}: {sources(a, b)}"
    for a, b in allowed:
        assert not sources(a, b), f"allowed, but reported: {sources(a, b)}"
    size = "a.a:{}.o:0000 {} {} {}\n"
    assert len(pairs_in_archives(size.format("a", "10", "T", "_ZN4bora1fEv") + size.format("b", "10", "T", "_ZN4bora1fEv"))) == 1
    assert len(pairs_in_archives(size.format("a", "10", "V", "_ZTVN4bora1AE") + size.format("b", "18", "V", "_ZTVN4bora1AE"))) == 1
    assert not pairs_in_archives(size.format("a", "10", "W", "_ZN4bora1fEv") + size.format("b", "18", "W", "_ZN4bora1fEv"))


def main():
    check_itself()
    root = Path(sys.argv[1])
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in (".h", ".cc")]
    lines = pairs_in_sources({str(path.relative_to(root)): path.read_text() for path in files})
    if len(sys.argv) > 2:
        archives = [str(path) for path in sorted(Path(sys.argv[2]).rglob("libbora_*.a"))]
        nm = subprocess.run(["nm", "-A", "-S", "--defined-only", *archives], capture_output=True, text=True, check=True) if archives else None
        lines += pairs_in_archives(nm.stdout) if nm else []
    print("\n".join(lines) or f"{len(files)} files: each name stands for one thing")
    return 1 if lines or not files else 0


if __name__ == "__main__":
    sys.exit(main())
