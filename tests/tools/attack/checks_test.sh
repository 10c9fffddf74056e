#!/usr/bin/env bash
# The checks of an evaluation: a correct model passes all of them, and each faulty model fails the check for its fault.   checks_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
"$bin/make_models" "$work" "$work/digits.pt" || fail "make_models"

status() { sqlite3 -readonly "$1/run.sqlite" "SELECT value FROM run WHERE key = 'status'"; }
asked() { sqlite3 -readonly "$1/run.sqlite" "SELECT value FROM run WHERE key = 'check_queries'"; }
# check FOLDER ID FIELD: prints this field of the check in the database, or nothing if there is no such check.
check() {
  sqlite3 -readonly "$1/run.sqlite" "SELECT json_extract(each.value, '\$.$3') FROM run, json_each(run.value) AS each
    WHERE run.key = 'checks' AND json_extract(each.value, '\$.id') = '$2'"
}
# attacked NAME MODEL ARGUMENT...: a run into $work/NAME with the bound $eps, the attacks $attack and $budget queries an image.
eps=0.25
budget=60
attack=square
attacked() {
  local name=$1 model=$2
  shift 2
  "$bin/bo-attack" --model "$work/$model.pt" --data digits --images 8 --eps "$eps" --budget "$budget" --attack "$attack" --clean-images 300 --quiet \
    --out "$work/$name" "$@" >"$work/$name.txt" 2>"$work/$name.err" || fail "$name ended with $?: $(cat "$work/$name.err")"
}
# expect NAME ID STATUS WORD: the check has this status, and its text contains the word.
expect() {
  local found text
  found=$(check "$work/$1" "$2" status)
  text=$(check "$work/$1" "$2" text)
  [ "$found" = "$3" ] || fail "$1: $2 is '$found' instead of '$3': $text"
  [[ "$text" == *"$4"* ]] || fail "$1: $2 does not say '$4': $text"
}

# A correct model: no check fails, every output format shows the checks, and their queries do not count as queries of an attack. The budget
# is 300 because with 60 queries random blocks can be as good as Square on eight images.
attack=square,random budget=300 attacked sound digits
for id in deterministic batch-independent input-range above-chance as-claimed scores-informative scores-respond gradients unbounded \
  larger-bound random-weaker white-box; do
  expect sound "$id" pass ''
done
grep -q '^checks: 1[4-7] passed' "$work/sound.txt" || fail "the terminal does not count the checks: $(cat "$work/sound.txt")"
[ "$(asked "$work/sound")" -gt 16 ] || fail "the checks asked $(asked "$work/sound") times"
[ "$(sqlite3 "$work/sound/run.sqlite" 'SELECT sum(queries) FROM instances')" = "$(queries "$work/sound")" ] || fail "checks are among the queries"
grep -q 'Checks of this evaluation' "$work/sound/report.html" || fail "the report does not show the checks"
grep -q '## Checks of the evaluation' "$work/sound/report.md" || fail "report.md does not show the checks"
grep -q '"id": "white-box"' "$work/sound/summary.json" || fail "summary.json does not show the checks"
grep -q "\"check_queries\": $(asked "$work/sound")" "$work/sound/summary.json" || fail "summary.json does not say what the checks cost"

# The same seed gives the same checks for any number of threads; --checks basic and none make fewer queries.
all() { sqlite3 -readonly "$1/run.sqlite" "SELECT value FROM run WHERE key IN ('checks', 'check_queries') ORDER BY key"; }
attack=square,random budget=300 attacked again digits --threads 1
cmp -s <(all "$work/sound") <(all "$work/again") || fail "the number of threads changes the checks"
attacked basic digits --checks basic
# The check for the range takes at most 64 misclassified and 64 correctly classified images in each of eight other formats; the model
# is accurate on none of them.
basic=$(asked "$work/basic")
[ "$basic" -ge $((2 * 8)) ] && [ "$basic" -le $((2 * 8 + 8 * 128)) ] || fail "--checks basic asked $basic times"
expect basic unbounded open '--checks basic'
attacked none digits --checks none
[ "$(all "$work/none")" = $'0\n[]' ] || fail "--checks none made $(all "$work/none")"
cmp -s <(sqlite3 "$work/none/run.sqlite" 'SELECT input_hash FROM queries') <(sqlite3 "$work/basic/run.sqlite" 'SELECT input_hash FROM queries') ||
  fail "checks change the run"
"$bin/bo-attack" --model "$work/digits.pt" --checks some --out "$work/some" >/dev/null 2>"$work/stderr"
[ $? = 2 ] && grep -q -- "--checks: got 'some', expected full, basic or none" "$work/stderr" || fail "--checks some: $(cat "$work/stderr")"

# Each of these models is built so that it fails one check.
attacked saturated saturated
expect saturated scores-informative fail 'every probability is 0 or 1'
attacked noisy noisy --threads 1
expect noisy deterministic warn 'get other scores'
attacked masked masked
expect masked gradients fail 'zero on 8 of 8'
expect masked white-box fail 'masked'
attacked claimed claimed
expect claimed as-claimed fail 'its file claims 99.99%'
attacked constant constant
expect constant scores-informative fail 'the same scores'
expect constant scores-respond fail 'have the clean one'
expect constant unbounded fail '0 of 8'
expect constant above-chance fail ''
attacked shifted digits --input-range 3,4
expect shifted input-range fail 'with --input-range 0,1'
grep -q '^warning: the model may get other values than it expects: .*--input-range 0,1' "$work/shifted.err" ||
  fail "a wrong range is not said at once: $(cat "$work/shifted.err")"
grep -q '^WARNING: the model may get other values than it expects' "$work/shifted.txt" ||
  fail "the report's head does not name a wrong range: $(head -n 20 "$work/shifted.txt")"
grep -q 'Failed   expected: No other format of its input' "$work/shifted.txt" || fail "the terminal does not name what failed: $(tail -n 20 "$work/shifted.txt")"

# If the model fails during a check, the check has no result, and nothing else is lost. This model fails on bright corners.
eps=0.02 attacked sometimes sometimes
expect sometimes unbounded open 'the model failed while it was made'
expect sometimes deterministic pass ''

# A run that was killed and resumed makes the checks once, with the same results. A run that already has its checks does not repeat them.
contents() { sqlite3 -readonly "$1/run.sqlite" "SELECT value FROM run WHERE key IN ('checks', 'check_queries') ORDER BY key"; }
line=("$bin/bo-attack" --model "$work/digits.pt" --data digits --images 8 --eps 0.05 --budget 60 --attack square,random --clean-images 300 --quiet)
"${line[@]}" --out "$work/whole" >/dev/null || fail "the run to compare with ended with $?"
killed_and_resumed "$work/whole" "$work/killed" 40 -- "${line[@]}"
"${line[@]}" --resume --out "$work/killed" >/dev/null || fail "a run that has ended, resumed, ended with $?"
cmp -s <(contents "$work/whole") <(contents "$work/killed") || fail "checks are made again"

# Ctrl-C during the checks: the run says how to resume it, and can be resumed.
slow=("$bin/bo-attack" --model "$work/digits.pt" --data digits --images 3 --targets all --eps 0.01 --budget 20 --attack random --clean-images 300)
for tries in 1 2 3 4 5 6; do
  rm -rf "$work/stopped"
  "${slow[@]}" --out "$work/stopped" >/dev/null 2>"$work/stopped.err" &
  process=$!
  while kill -0 $process 2>/dev/null; do
    if [ "$(queries "$work/stopped")" -ge 540 ]; then kill -INT $process; break; fi
    sleep 0.01
  done
  wait $process
  code=$?
  if [ $code = 130 ]; then break; fi
done
[ $code = 130 ] || fail "no run was interrupted in $tries tries"
[ "$(status "$work/stopped")" = interrupted ] || fail "interrupted: status $(status "$work/stopped")"
[ -z "$(check "$work/stopped" unbounded status)" ] || fail "interrupted in the checks, and they are there"
"$bin/bo-attack" --resume --out "$work/stopped" --quiet >/dev/null || fail "resumed for its checks: $?"
[ "$(status "$work/stopped")" = complete ] && [ -n "$(check "$work/stopped" unbounded status)" ] || fail "a resumed run has no checks"

finish
