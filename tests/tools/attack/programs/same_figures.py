#!/usr/bin/env python3
"""same_figures.py ONE OTHER compares two summary.json, apart from how, when and where they were made.

Left out are the section run (its seed and version are not), seconds, and what clean inputs and checks cost, which shards pay each.
"""
import json
import sys


def figures(file):
    with open(file, encoding="utf-8") as text:
        document = json.load(text)
    document["run"] = {key: document["run"][key] for key in ("status", "seed", "version", "stored")}
    del document["clean"]["queries"]
    for attack in document["attacks"]:
        del attack["seconds"]
    return document


def differences(one, other, path=""):
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted(set(one) | set(other)):
            yield from differences(one.get(key, "absent"), other.get(key, "absent"), f"{path}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (here, there) in enumerate(zip(one, other)):
            yield from differences(here, there, f"{path}[{place}]")
    elif one != other:
        yield f"{path}: {one} and {other}"


found = list(differences(figures(sys.argv[1]), figures(sys.argv[2])))
for difference in found:
    print(difference)
sys.exit(1 if found else 0)
