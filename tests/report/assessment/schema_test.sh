#!/usr/bin/env bash
# assessment.json is valid under the published schema, which is strict.   schema_test.sh BIN MAKE-SYNTHETIC-ASSESSMENT
here=$(dirname "$0")
. "$here/../../tools/attack_runs.sh"
make_assessment=$2
check=$here/../check_json.py
schema=$here/../../../docs/schema/assessment-1.schema.json
python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null || {
  echo "skipped: no python3-jsonschema of 4.0 or later on this machine"
  exit 77
}

"$make_assessment" "$work/finished" 20 || fail "make-synthetic-assessment"
"$make_assessment" "$work/unfinished" 20 unfinished || fail "make-synthetic-assessment unfinished"
# No model has been attacked yet, so most values are null.
mkdir "$work/begun"
echo '{"format": 1, "status": "running", "models": [{"name": "a", "origin": "given", "runs": ["attacks/a"]}]}' >"$work/begun/models.json"
# For every objective of a search.
objectives=(accuracy robust tse tse-e tse-ema sovl tlmini)
for objective in "${objectives[@]}"; do
  mkdir "$work/$objective"
  sed 's/}$/, "search": {"space": "nb201", "strategy": "bowl", "objective": "'"$objective"'", "networks": []}}/' "$work/begun/models.json" \
    >"$work/$objective/models.json"
done
for state in finished unfinished begun "${objectives[@]}"; do
  "$bin/bo-report" "$work/$state" >/dev/null || fail "bo-report $state"
done
python3 "$check" "$schema" "$work"/*/assessment.json || fail "assessment.json does not suit its schema"

# Each missing key and each unknown key is reported: tested on two models at one bound, of few images, to be quick.
"$make_assessment" "$work/small" 5 || fail "make-synthetic-assessment small"
python3 - "$work/small/models.json" <<'PYTHON' || fail "models.json cannot be cut"
import json, sys
listed = json.load(open(sys.argv[1]))
listed["models"] = listed["models"][2:4]
for model in listed["models"]:
    model["runs"] = model["runs"][2:]
listed["search"]["networks"] = listed["search"]["networks"][:1]
json.dump(listed, open(sys.argv[1], "w"))
PYTHON
"$bin/bo-report" "$work/small" >/dev/null || fail "bo-report small"
python3 "$check" --strict "$schema" "$work/small/assessment.json" || fail "the schema is not strict"
finish
