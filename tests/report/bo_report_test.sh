#!/usr/bin/env bash
# Output, files and exit codes of bo-report.   bo_report_test.sh BIN MAKE-SYNTHETIC-RUN
. "$(dirname "$0")/../tools/attack_runs.sh"
make_run=$2
run=$work/run

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

"$make_run" "$run" targeted 4 || fail "make-synthetic-run"
ends 0 "" --version
grep -q '^bo-report (bora) [0-9]' "$work/stdout" || fail "--version: $(cat "$work/stdout")"
ends 0 "" "$run"
ends 0 "" "$run" --json
ends 0 "" "$run" --points 1,25
grep -q 'success within 25 ' "$work/stdout" || fail "--points: no such line"
ends 2 "--points" "$run" --points 1,x
ends 2 "1000" "$run" --points 2000
ends 2 "did you mean --pool" --pol "$run"
ends 2 "did you mean --out" --output "$work/x" "$run"

# A run compared with a CSV file, and a pool, which --out writes in three formats.
ends 0 "" "$run" --against "$run/results.csv"
ends 0 "" --pool "$run" --against "the same=$run/results.csv" --out "$work/pool" --markdown "$work/table.md"
grep -q 'the same: gp-bo' "$work/stdout" || fail "--against NAME=FILE: the name is not shown"
for file in pool.md pool.json pool.csv; do [ -s "$work/pool/$file" ] || fail "--pool --out: no $file"; done
cmp -s "$work/pool/pool.md" "$work/table.md" || fail "--markdown: not the table of --out"
cp -r "$run" "$work/another"
ends 2 "holds another run" "$run" --out "$work/another"
ends 2 "--json: not an option of show with 2 runs" "$run" "$run" --json
ends 2 "--against: not an option of show with 2 runs" "$run" "$run" --against "$run/results.csv"
ends 2 "both hold" --pool "$run" "$run"
ends 2 "bo-report: --against: $work/absent.csv" "$run" --against "$work/absent.csv"
ends 2 "bo-report: --out is given twice" "$run" --out "$work/a" --out "$work/b"
ends 2 "bo-report: --against: square is given twice" pool "$run" --against square --against square

# The sub-commands print the same as the earlier spelling.
# alike WORDS WORDS: both calls end with 0 and print the same.
alike() {
  # shellcheck disable=SC2086
  "$bin/bo-report" $1 >"$work/one" && "$bin/bo-report" $2 >"$work/other" && [ -s "$work/one" ] || fail "$1: ended with $?"
  cmp -s "$work/one" "$work/other" || fail "$1 and $2 differ: $(diff "$work/one" "$work/other" | head -5)"
}
alike "show $run" "$run"
alike "show $run --json" "$run --json"
alike "show $run $run" "$run $run"
alike "compare $run $run" "$run $run --compare"
alike "pool $run --against $run/results.csv" "$run --against $run/results.csv"
alike "schema" "--schema"
ends 2 "--partial: not an option of bo-report show" show "$run" --partial
ends 2 "--pool: not an option of bo-report compare" compare "$run" "$run" --pool
ends 2 "needs bo-report pool" show "$run" --against "$run/results.csv"
ends 2 "no run given" pool
ends 2 "'shwo' is neither a run folder nor one of show, compare, pool, merge, matrix, schema; did you mean show?" shwo "$run"
ends 2 "$work/nowhere: no such run folder" "$work/nowhere"
ends 2 "$run: a matrix of accuracies needs runs on graphs, this one is on images" matrix "$run"
for command in show compare pool merge matrix schema; do
  "$bin/bo-report" $command --help | grep "^  bo-report $command" >/dev/null || fail "$command --help: no example"
done
(cd "$work" && cp -r "$run" show && "$bin/bo-report" show | grep 'report: .*show/report.html' >/dev/null) || fail "a run in the folder show is not shown"
# A folder without a run is not meant by the name of a command, such as the one that pool wrote before.
(cd "$work" && "$bin/bo-report" pool "$run" --out pool >/dev/null && "$bin/bo-report" pool "$run" >"$work/stdout") ||
  fail "pool is taken for a run beside a folder of this name"

# Runs of other programs.
mkdir "$work/tuned"
sqlite3 "$work/tuned/run.sqlite" "CREATE TABLE run (key TEXT, value TEXT); INSERT INTO run VALUES ('program', 'bo-opt')"
ends 2 "run.sqlite: a run of bo-opt, expected one of bo-attack; bo-opt writes its report itself" "$work/tuned"
sqlite3 "$work/tuned/run.sqlite" "DROP TABLE run; CREATE TABLE run (other TEXT)"
ends 2 "it has no tables run and instances" "$work/tuned"

# A folder that cannot be written into. Root may write into any folder, so it reads as another user.
cp -r "$run" "$work/read-only" && chmod 755 "$work" && chmod -R a+rX,a-w "$work/read-only"
user=()
[ "$(id -u)" != 0 ] || user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
if "${user[@]}" "$bin/bo-report" --version >/dev/null 2>&1; then
  "${user[@]}" "$bin/bo-report" show "$work/read-only" >/dev/null 2>"$work/stderr"
  [ $? = 2 ] && grep -q 'read-only: cannot be written into (.*); --out DIR' "$work/stderr" || fail "read-only folder: $(cat "$work/stderr")"
  ends 0 "" show "$work/read-only" --out "$work/elsewhere"
fi
chmod -R u+w "$work/read-only"

# A full disk or a closed pipe is not a success.
if [ -w /dev/full ]; then
  for arguments in "--version" "$run" "$run --json" "--pool $run" "--help"; do
    # shellcheck disable=SC2086
    "$bin/bo-report" $arguments >/dev/full 2>"$work/stderr"
    [ $? = 1 ] || fail "$arguments: a full standard output is no error"
    grep -q 'standard output cannot be written' "$work/stderr" || fail "$arguments: does not say so: $(cat "$work/stderr")"
  done
fi

# The verifier contradicts an example: exit code 1, as of bo-attack, and the figures do not count it as a success.
copy=$work/contradicted
mkdir "$copy"
sqlite3 "$run/run.sqlite" "VACUUM INTO '$copy/run.sqlite'"
sqlite3 "$copy/run.sqlite" "UPDATE verification SET confirmed = 0 WHERE instance = (SELECT min(instance) FROM verification)"
ends 1 "1 of" "$copy"
grep -q '1 NOT fooling it again' "$work/stdout" || fail "a contradicted example is not shown"
before=$("$bin/bo-report" "$run" --json | grep -m1 '"successes"')
after=$("$bin/bo-report" "$copy" --json 2>/dev/null | grep -m1 '"successes"')
[ "$before" != "$after" ] || fail "a contradicted example counts: $before"
ends 1 "did not pass verification" --pool "$copy"
ends 1 "did not pass verification" "$copy" "$run"

# Rows that were tampered with.
sqlite3 "$run/run.sqlite" "UPDATE instances SET queries = queries - 1 WHERE status = 'success' AND queries > 5"
ends 1 "contradicts itself" "$run"
ends 1 "contradicts itself" "$run" --json
ends 1 "contradicts itself" --pool "$run"
ends 1 "contradicts itself" "$run" "$run" --compare
finish
