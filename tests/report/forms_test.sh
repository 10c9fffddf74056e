#!/usr/bin/env bash
# Files for programs are valid: summary.json of every kind of run under the published schema, and junit.xml and results.sarif under the
# official ones, if the variables BORA_JUNIT_XSD and BORA_SARIF_SCHEMA name them.   forms_test.sh BIN MAKE-SYNTHETIC-RUN
. "$(dirname "$0")/../tools/attack_runs.sh"
make_run=$2
check=$(dirname "$0")/check_json.py
python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null || {
  echo "skipped: no python3-jsonschema of 4.0 or later on this machine"
  exit 77
}

"$bin/bo-report" --schema >"$work/schema.json" || fail "--schema ended with $?"
cmp -s "$work/schema.json" "$(dirname "$0")/../../docs/schema/summary-1.schema.json" || fail "--schema prints another schema than docs/schema"

"$make_run" "$work/targeted" targeted 4 || fail "make-synthetic-run"
"$make_run" "$work/untargeted" untargeted 6
"$make_run" "$work/interrupted" targeted 4 0.5
"$make_run" "$work/begun" targeted 2 0
"$make_run" "$work/many" many 4
"$make_run" "$work/graphs" graphs 20
"$make_run" "$work/failed" targeted 3
sqlite3 "$work/failed/run.sqlite" "UPDATE instances SET status = 'failed', reason = 'time-out <&>' WHERE id = 1 AND status = 'exhausted';
  UPDATE instances SET status = 'failed', reason = 'it said ' || char(7) WHERE id = (SELECT min(id) FROM instances WHERE status = 'exhausted');
  UPDATE verification SET confirmed = 0 WHERE instance = (SELECT min(instance) FROM verification);
  INSERT OR REPLACE INTO run VALUES ('checks', '[{\"id\":\"deterministic\",\"title\":\"The same twice\",\"status\":\"fail\",\"text\":\"3 of 64 differ\"}]');
  INSERT OR REPLACE INTO run VALUES ('warnings', '[\"Only 9.5% are right.\"]')"
"$make_run" "$work/patches" targeted 4
sqlite3 "$work/patches/run.sqlite" "INSERT OR REPLACE INTO run VALUES ('threat', 'patch'), ('epsilon', '5'), ('epsilon_asked', '5')"
# Conditions with every result, with and without attacks and queries, a median that is not reached, and a baseline.
conditions=(--fail-if 'asr(square)@500 > 0.01' --fail-if 'asr > 0.999' --fail-if 'robust_accuracy < 0.5' --fail-if 'median_queries(random) < 5'
            --fail-if 'checks.failed > 0' --fail-if 'clean_accuracy < 0.9' --fail-if 'regression > 0.05' --baseline "$work/targeted")
summaries=()
for run in targeted untargeted interrupted begun many graphs failed patches; do
  with=()
  [ $run != failed ] || with=("${conditions[@]}")
  "$bin/bo-report" "$work/$run" "${with[@]}" >/dev/null 2>"$work/stderr" || [ $run = failed ] || fail "$run: ended with $?: $(cat "$work/stderr")"
  summaries+=("$work/$run/summary.json")
  [ "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["schema"])' "$work/$run/summary.json")" = summary-1.schema.json ] ||
    fail "$run: summary.json does not name its schema"
done
grep -q '"mean_patch":' "$work/patches/summary.json" || fail "the run with patches has no mean side"
[ "$(grep -c '"condition":' "$work/failed/summary.json")" = 7 ] || fail "the run with conditions does not have seven"
python3 "$check" "$work/schema.json" "${summaries[@]}" || fail "summaries do not suit the schema"
# Each key takes a tenth of a second. These runs together contain every kind of object.
python3 "$check" --strict "$work/schema.json" "$work/failed/summary.json" "$work/graphs/summary.json" || fail "the schema is not strict"

if command -v xmllint >/dev/null; then
  for run in "$work"/*/junit.xml; do
    xmllint --noout "$run" "${run%junit.xml}badge.svg" || fail "$run or its badge is no XML"
    [ -z "${BORA_JUNIT_XSD:-}" ] || xmllint --noout --schema "$BORA_JUNIT_XSD" "$run" 2>"$work/stderr" || fail "$(cat "$work/stderr")"
  done
else
  echo "no xmllint (libxml2-utils): junit.xml and badge.svg are read by the unit tests alone"
fi
[ -n "${BORA_JUNIT_XSD:-}" ] || echo "BORA_JUNIT_XSD names no XSD: junit.xml is not held against one"
if [ -n "${BORA_SARIF_SCHEMA:-}" ]; then
  python3 "$check" "$BORA_SARIF_SCHEMA" "$work"/*/results.sarif || fail "results.sarif does not suit $BORA_SARIF_SCHEMA"
else
  echo "BORA_SARIF_SCHEMA names no schema: results.sarif is not held against one"
fi
finish
