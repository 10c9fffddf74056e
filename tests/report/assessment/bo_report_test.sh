#!/usr/bin/env bash
# bo-report on an assessment's folder.   bo_report_test.sh BIN MAKE-SYNTHETIC-ASSESSMENT
. "$(dirname "$0")/../../tools/attack_runs.sh"
make_assessment=$2
folder=$work/assessment

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

"$make_assessment" "$folder" 20 || fail "make-synthetic-assessment"
ends 0 "" "$folder"
grep -q '^Deploy searched-1' "$work/stdout" || fail "no recommendation: $(tail -5 "$work/stdout")"
for file in assessment.html assessment.json assessment.csv assessment.md; do
  [ -s "$folder/$file" ] || fail "no $file"
done
ends 0 "" "$folder" --json
cmp -s "$work/stdout" "$folder/assessment.json" || fail "--json: not assessment.json"
ends 0 "" "$folder" --out "$work/elsewhere" --markdown "$work/text.md"
cmp -s "$work/text.md" "$work/elsewhere/assessment.md" || fail "--markdown: not assessment.md"
cmp -s "$folder/assessment.html" "$work/elsewhere/assessment.html" || fail "--out: another page"

# A run inside the assessment's folder can be shown like any other.
ends 0 "" "$folder/attacks/tiny/eps-12"
grep -q 'success within' "$work/stdout" || fail "a run of the assessment has no report"
ends 2 "--against: not an option of show with the assessment" "$folder" --against square
ends 2 "holds an assessment of several models" --pool "$folder"
ends 2 "only bo-report show accepts one" "$folder" "$folder/attacks/tiny/eps-12"

# If models.json is damaged, the message names the field. A run on other inputs is refused.
cp -r "$folder" "$work/damaged"
sed -i 's/"origin": "trained"/"origin": "found"/' "$work/damaged/models.json"
ends 2 'models[2].origin is "found"' "$work/damaged"
cp -r "$folder" "$work/mixed"
sqlite3 "$work/mixed/attacks/tiny/eps-12/run.sqlite" "UPDATE run SET value = '99' WHERE key = 'seed'"
ends 2 "not of one assessment: the seed is 7 in the first, 99 in the second" "$work/mixed"

# The verifier contradicts an example: exit code 1, and a warning in the report.
sqlite3 "$folder/attacks/tiny/eps-12/run.sqlite" "UPDATE verification SET confirmed = 0 WHERE instance = (SELECT min(instance) FROM verification)"
ends 1 "did not pass verification" "$folder"
grep -q 'WARNING: tiny at 12/255: the verifier contradicts 1 of' "$work/stdout" || fail "a contradicted example is not said"
finish
