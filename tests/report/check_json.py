#!/usr/bin/env python3
"""check_json.py SCHEMA FILE... checks each file against the JSON Schema, and prints only errors.

With --strict before SCHEMA it also checks that the schema notices, at each place of each file, a missing key and an unknown one.
Objects that the schema leaves open (libraries, options, reasons, parts of time) are told apart by their names.
"""
import copy
import json
import sys

import jsonschema

OPEN = {"libraries", "config", "skipped", "seconds"}
OPTIONAL = {"source_to_target", "mean_linf"}  # the latter is for the threat linf alone


def objects(value, path=()):
    """Every object that has a fixed list of keys, with the way to it."""
    if isinstance(value, dict):
        if not path or path[-1] not in OPEN:
            yield path, value
        for key, inner in value.items():
            if key not in OPEN:
                yield from objects(inner, path + (key,))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from objects(inner, path + (place,))


def at(document, path):
    for step in path:
        document = document[step]
    return document


def one_of_a_kind(document):
    """Objects that differ in more than the places in arrays, and by which keys they have."""
    seen = set()
    for path, value in objects(document):
        kind = (tuple(step for step in path if isinstance(step, str)), tuple(sorted(value)))
        if kind not in seen:
            seen.add(kind)
            yield path, value


def unnoticed(validator, document):
    for path, value in one_of_a_kind(document):
        changed = copy.deepcopy(document)
        at(changed, path)["unheard_of"] = 1
        if validator.is_valid(changed):
            yield f"a key too many at {path}"
        for key in value:
            if key in OPTIONAL:
                continue
            changed = copy.deepcopy(document)
            del at(changed, path)[key]
            if validator.is_valid(changed):
                yield f"no key '{key}' at {path}"


def main(arguments):
    strict = arguments[0] == "--strict"
    schema_file, *files = arguments[1:] if strict else arguments
    with open(schema_file, encoding="utf-8") as stream:
        schema = json.load(stream)
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    wrong = 0
    for name in files:
        with open(name, encoding="utf-8") as stream:
            document = json.load(stream)
        found = [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}" for error in validator.iter_errors(document)]
        if strict and not found:
            found = [f"the schema does not notice {what}" for what in unnoticed(validator, document)]
        for what in found:
            print(f"{name}: {what}")
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
