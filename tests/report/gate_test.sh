#!/usr/bin/env bash
# --fail-if and --compare of bo-report: exit codes, output and files.   gate_test.sh BIN MAKE-SYNTHETIC-RUN
. "$(dirname "$0")/../tools/attack_runs.sh"
make_run=$2
run=$work/run
"$make_run" "$run" untargeted 20 || fail "make-synthetic-run"

# ends CODE WORD ARGUMENT...: bo-report with these arguments ends with CODE, and says WORD on standard error ("": nothing at all).
ends() {
  local wanted=$1 word=$2 code
  shift 2
  "$bin/bo-report" "$@" >"$work/stdout" 2>"$work/stderr"
  code=$?
  [ $code = "$wanted" ] || fail "$*: exit code $code instead of $wanted: $(head -c 300 "$work/stderr")"
  if [ -z "$word" ]; then
    [ ! -s "$work/stderr" ] || fail "$*: complains: $(cat "$work/stderr")"
  else
    grep -qF -- "$word" "$work/stderr" || fail "$*: does not say '$word': $(cat "$work/stderr")"
  fi
}
# says WORD FILE
says() { grep -qF -- "$1" "$2" || fail "$2 does not say '$1'"; }

# A condition that holds gives exit code 4, after all files are written; "not shown" and "does not hold" give 0.
ends 4 '--fail-if asr > 0.5: holds, 0.95 [0.76, 0.99] (square, 20 images)' "$run" --fail-if 'asr > 0.5'
says 'fail-if asr > 0.5: holds' "$work/stdout"
says '"finding": "holds"' "$run/summary.json"
says '<failure message="asr > 0.5: holds' "$run/junit.xml"
says '"ruleId": "condition-holds"' "$run/results.sarif"
says '| asr \> 0.5 | holds' "$run/report.md"
says '<span class="badge bad">holds</span>' "$run/report.html"
says 'a condition of --fail-if holds' "$run/badge.svg"
ends 0 "" "$run" --fail-if 'asr > 0.9'
says 'asr > 0.9: not shown, 0.95 [0.76, 0.99] contains 0.9' "$work/stdout"
ends 0 "" "$run" --fail-if 'clean_accuracy < 0.5' --json
says '"finding": "does not hold"' "$work/stdout"
ends 4 'robust_accuracy < 0.5' "$run" --fail-if 'clean_accuracy < 0.5' --fail-if 'robust_accuracy < 0.5'
# A condition that cannot be decided gives exit code 1; a condition that holds takes precedence.
ends 1 'not decided, the run made no checks' "$run" --fail-if 'checks.failed > 0'
ends 4 'not decided' "$run" --fail-if 'checks.failed > 0' --fail-if 'asr > 0.5'

# Typos, before anything is written.
rm "$run/summary.json"
ends 2 'did you mean robust_accuracy?' "$run" --fail-if 'robust_acuracy < 0.5'
ends 2 'did you mean square?' "$run" --fail-if 'asr(sqare) > 0.5'
ends 2 'budget is 1,000' "$run" --fail-if 'asr@2000 > 0.5'
ends 2 '--baseline must name' "$run" --fail-if 'regression > 0.05'
ends 2 'belongs to --fail-if' "$run" --fail-if 'asr > 0.5' --baseline "$run"
ends 2 '--fail-if: not an option of show with 2 runs' "$run" "$run" --fail-if 'asr > 0.5'
ends 2 '--fail-if: not an option of bo-report pool' --pool "$run" --fail-if 'asr > 0.5'
[ ! -e "$run/summary.json" ] || fail "a typo is found after the report was written"

# The stored conditions of the run apply, unless others are given.
sqlite3 "$run/run.sqlite" "INSERT INTO run VALUES ('fail_if', '[\"asr > 0.5\"]')"
ends 4 'asr > 0.5: holds' "$run"
ends 0 "" "$run" --fail-if none
ends 0 "" "$run" --fail-if 'asr > 0.9'

# A failed verification takes precedence over a condition.
copy=$work/contradicted
mkdir "$copy"
sqlite3 "$run/run.sqlite" "VACUUM INTO '$copy/run.sqlite'"
sqlite3 "$copy/run.sqlite" "UPDATE verification SET confirmed = 0 WHERE instance = (SELECT min(instance) FROM verification)"
ends 1 'did not pass verification' "$copy"
says '"finding": "holds"' "$copy/summary.json"

# Another model, on the same inputs, which no attack fools.
better=$work/better
mkdir "$better"
sqlite3 "$run/run.sqlite" "VACUUM INTO '$better/run.sqlite'"
sqlite3 "$better/run.sqlite" "
  UPDATE run SET value = 'ff' WHERE key = 'model_sha256'; DELETE FROM run WHERE key = 'fail_if';
  DELETE FROM verification; DELETE FROM adversarials; UPDATE queries SET success = 0;
  UPDATE instances SET status = 'exhausted'"
ends 4 'regression > 0.05: holds, 0.95' "$run" --fail-if 'regression > 0.05' --baseline "$better"
ends 0 "" "$better" --fail-if 'regression > 0.05' --baseline "$run"
says 'regression > 0.05: does not hold, -0.95' "$work/stdout"
sqlite3 "$better/run.sqlite" "INSERT INTO run VALUES ('fail_if', '[\"regression > 0.05\"]'), ('baseline', '$work/gone')"
ends 1 'the baseline cannot be read' "$better"
ends 0 "" "$better" --baseline "$run"

# Verdicts of a comparison.
ends 0 "" "$run" "$better" --compare --out "$work/compared"
says '| gp-bo | better | 20 |' "$work/stdout"
says '| robust accuracy | better |' "$work/stdout"
cmp -s "$work/stdout" "$work/compared/comparison.md" || fail "--compare prints another text than it writes"
says 'better' "$work/compared/comparison.html"
ends 0 "" "$better" "$run" --compare --json
says '"verdict": "worse"' "$work/stdout"
says '"adjustment": "holm"' "$work/stdout"
finish
