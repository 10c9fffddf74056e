#!/usr/bin/env bash
# --fail-if of bo-attack: a condition that holds gives exit code 4 after all files are written, and a resumed run keeps its conditions.
# gate_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
bin=$(readlink -f "$bin")
check=$(readlink -f "$(dirname "$0")/../../report/check_json.py")
base=("$bin/bo-attack" --model "$work/digits.pt" --budget 40 --attack square,random --seed 2 --checks none --clean-images 100 --quiet)
attack=("${base[@]}" --images 10 --eps 0.3)

# ends CODE WORD COMMAND...: the command must end with CODE and print WORD on standard error; if WORD is "", it must print nothing there.
ends() {
  local wanted=$1 word=$2 code
  shift 2
  "$@" >"$work/stdout" 2>"$work/stderr"
  code=$?
  [ $code = "$wanted" ] || fail "$*: exit code $code instead of $wanted: $(head -c 300 "$work/stderr")"
  if [ -z "$word" ]; then
    [ ! -s "$work/stderr" ] || fail "$*: complains: $(cat "$work/stderr")"
  else
    grep -qF -- "$word" "$work/stderr" || fail "$*: does not say '$word': $(cat "$work/stderr")"
  fi
}
fact() { sqlite3 "$1/run.sqlite" "SELECT value FROM run WHERE key = '$2'"; }

ends 4 'bo-attack: --fail-if asr(square) > 0.05: holds, ' "${attack[@]}" --out "$work/breach" --fail-if 'asr(square)>5%' --fail-if 'clean_accuracy < 0.1'
for file in report.html report.md summary.json junit.xml results.sarif badge.svg; do [ -s "$work/breach/$file" ] || fail "no $file after a breach"; done
[ "$(fact "$work/breach" status)" = complete ] || fail "a breach leaves the run $(fact "$work/breach" status)"
[ "$(fact "$work/breach" fail_if)" = '["asr(square)>5%","clean_accuracy < 0.1"]' ] || fail "stored: $(fact "$work/breach" fail_if)"
[ "$(grep -c '^fail-if = ' "$work/breach/config.ini")" = 2 ] || fail "config.ini: $(grep fail-if "$work/breach/config.ini")"
# A run made again from its configuration file has the same conditions.
ends 4 'holds' "$bin/bo-attack" --config "$work/breach/config.ini" --out "$work/again" --quiet
ends 4 'holds' "$bin/bo-report" "$work/breach"
ends 0 "" "${attack[@]}" --out "$work/passed" --fail-if 'clean_accuracy < 0.1'

# Conditions on the checks of the evaluation: no check failed; or no checks were made, which does not count as passed.
ends 0 "" "$bin/bo-attack" --model "$work/digits.pt" --images 5 --eps 0.3 --budget 40 --attack square --checks basic --clean-images 100 --quiet \
  --out "$work/checked" --fail-if 'checks.failed > 0'
grep -qF 'checks.failed > 0: does not hold, 0' "$work/stdout" || fail "checks: $(grep fail-if "$work/stdout")"
ends 1 'not decided, the run made no checks' "$bin/bo-report" "$work/passed" --fail-if 'checks.failed > 0'

# A complete run that is resumed keeps its conditions; if it is given others, it keeps these from then on.
ends 4 'asr(square) > 0.05: holds' "$bin/bo-attack" --resume --out "$work/breach" --quiet
ends 0 "" "$bin/bo-attack" --resume --out "$work/breach" --quiet --fail-if 'asr(square) >= 0.99'
ends 0 "" "$bin/bo-attack" --resume --out "$work/breach" --quiet
ends 0 "" "$bin/bo-attack" --resume --out "$work/breach" --quiet --fail-if none
[ "$(grep -c '"condition":' "$work/breach/summary.json")" = 0 ] || fail "--fail-if none leaves conditions"
ends 2 'did you mean square?' "$bin/bo-attack" --resume --out "$work/breach" --quiet --fail-if 'asr(sqare) > 0.1'

# Conditions that compare with a stored run, whatever the working directory. A run is no regression from itself, and a run with another
# bound is refused.
cd "$work" || exit 1
ends 0 "" "${attack[@]}" --out same --baseline passed --fail-if 'regression > 0.4'
grep -qF 'regression > 0.4: does not hold, 0.00' stdout || fail "regression: $(grep fail-if stdout)"
[ "$(fact same baseline)" = "$work/passed" ] || fail "baseline: $(fact same baseline)"

# A condition that cannot be decided is refused before the first query, and no files are written.
refused() {
  ends 2 "$1" "${attack[@]}" --out refused "${@:2}"
  [ ! -e refused ] || { fail "${*:2}: leaves a folder"; rm -rf refused; }
}
ends 2 'whose threat is' "${base[@]}" --images 10 --eps 0.2 --out refused --fail-if 'regression > 0.2' --baseline passed
[ ! -e refused ] || fail "a baseline of another bound: leaves a folder"
refused 'did you mean asr?' --fail-if 'asrr > 0.2'
refused 'can never hold' --fail-if 'asr >= 1'
refused 'did you mean square?' --fail-if 'asr(squar) > 0.2'
refused 'the budget is 40' --fail-if 'asr@500 > 0.2'
refused 'there is no robust accuracy' --fail-if 'robust_accuracy < 0.5' --target 3
refused '--baseline must name' --fail-if 'regression > 0.2'
refused 'belongs to --fail-if' --fail-if 'asr > 0.2' --baseline passed
refused 'nowhere' --fail-if 'regression > 0.2' --baseline nowhere
refused 'cannot be compared' --fail-if 'regression > 0.2' --baseline passed --target 3

# An interrupted run ends with 130 even if a condition holds.
interrupted cut 100 -- "${base[@]}" --images 30 --eps 0.3 --batch 4 --fail-if 'asr >= 0'
ends 4 'asr >= 0: holds' "$bin/bo-attack" --resume --out cut --quiet

# The summary.json of a run is valid under the published schema.
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
  "$bin/bo-report" --schema >schema.json
  python3 "$check" schema.json */summary.json || fail "summary.json does not suit the schema"
else
  echo "no python3-jsonschema: summary.json is not held against its schema"
fi
finish
