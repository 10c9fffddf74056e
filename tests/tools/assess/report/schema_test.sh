#!/usr/bin/env bash
# assessment.json against docs/schema/assessment-1.schema.json.   schema_test.sh BIN MAKE-SYNTHETIC-ASSESSMENT
. "$(dirname "$0")/../../attack/support.sh"
make_assessment=$2
schema=$(dirname "$0")/../../../../docs/schema/assessment-1.schema.json
if ! python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
  echo "skipped: no python3-jsonschema of draft 2020-12 on this machine"
  exit 77
fi

# A schema that lets everything pass would prove nothing: each of the faults below must be refused, too.
cat >"$work/validate.py" <<'PYTHON'
import copy, json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
assessment = json.load(open(sys.argv[2]))
for error in validator.iter_errors(assessment):
    sys.exit(f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")

def wrong(change):
    broken = copy.deepcopy(assessment)
    change(broken)
    if validator.is_valid(broken):
        sys.exit(f"the schema accepts a broken file: {change.__name__}")

def other_format(broken): broken["format"] = 2
def no_recommendation(broken): del broken["recommendation"]
def unknown_fate(broken): broken["inputs"][0]["fates"][0]["fate"] = "lost"
def share_above_one(broken): broken["models"][0]["clean"]["accuracy"] = 93.0
def no_adjusted_p(broken): del broken["comparisons"]["robust"][0]["pairs"][0]["p_holm"]
def no_count_of_pairs(broken): del broken["comparisons"]["robust"][0]["pairs"][0]["only_first"]
def status_of_a_check(broken): broken["models"][0]["bounds"][0]["checks"][0]["status"] = "good"

for change in (other_format, no_recommendation, unknown_fate, share_above_one, no_adjusted_p, no_count_of_pairs,
               status_of_a_check):
    wrong(change)
PYTHON

for state in finished unfinished; do
  "$make_assessment" "$work/$state" 20 $state || fail "make-synthetic-assessment $state"
  "$bin/bo-report" "$work/$state" >/dev/null || fail "bo-report $state"
  python3 "$work/validate.py" "$schema" "$work/$state/assessment.json" || fail "$state: assessment.json does not fit the schema"
done

# Nothing attacked yet: most of it is null.
mkdir "$work/begun"
echo '{"format": 1, "status": "running", "models": [{"name": "a", "origin": "given", "runs": ["attacks/a"]}]}' >"$work/begun/models.json"
"$bin/bo-report" "$work/begun" >/dev/null || fail "bo-report begun"
python3 -c 'import json, jsonschema, sys
jsonschema.Draft202012Validator(json.load(open(sys.argv[1]))).validate(json.load(open(sys.argv[2])))' "$schema" "$work/begun/assessment.json" ||
  fail "begun: assessment.json does not fit the schema"
finish
