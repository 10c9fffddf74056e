#!/usr/bin/env bash
# One perturbation for all images: counts, files and reports, a killed and resumed search, and what is refused.   universal_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"

queries() {
  sqlite3 -readonly "$1/run.sqlite" 'SELECT (SELECT count(*) FROM searches) + (SELECT count(*) FROM queries)' 2>/dev/null || echo 0
}
contents() {
  sqlite3 "$1/run.sqlite" \
    "SELECT id, record, label, attacked, reason, hex(content) FROM inputs ORDER BY id;
     SELECT * FROM searches ORDER BY attack, number;
     SELECT id, attack, input, seed, budget, status, queries, reason FROM instances ORDER BY id;
     SELECT instance, number, input_hash, objective, predicted, success FROM queries ORDER BY instance, number;
     SELECT instance, predicted, distance, hex(content) FROM adversarials ORDER BY instance;
     SELECT * FROM verification ORDER BY instance;"
  (cd "$1/universal" && sha256sum ./*)
}
expect() { [ "$2" = "$3" ] || fail "$1: $2 instead of $3"; }

attack=("$bin/bo-attack" --model "$work/digits.pt" --universal 6 --images 40 --eps 0.2 --budget 245 --seed 5 --batch 9
        --attack procedural,random:textures=yes,square --quiet)
"${attack[@]}" --out "$work/one" >"$work/one.txt" || fail "the run ended with $?"
db=$work/one/run.sqlite
# The budget suffices for 40 perturbations on 6 images; what remains does not suffice for another one.
expect "answers to searches" "$(sqlite3 "$db" 'SELECT attack, count(*), max(number) FROM searches GROUP BY attack' | tr '\n' ' ')" \
  "procedural|240|240 random:textures=yes|240|240 square|240|240 "
expect "images of the search" "$(sqlite3 "$db" "SELECT count(*) FROM inputs WHERE reason = 'shown to the search' AND attacked = 0")" 6
expect "images in both" "$(sqlite3 "$db" 'SELECT count(*) FROM searches JOIN instances USING (input)')" 0
expect "instances, budget and queries" "$(sqlite3 "$db" 'SELECT count(*), min(budget), max(queries), min(queries) FROM instances')" "120|1|1|1"
expect "perturbations" "$(ls "$work/one/universal" | tr '\n' ' ')" "procedural.png random-textures-yes.png square.png "
grep -q 'one perturbation for all images, found on 6 others with 245 queries' "$work/one.txt" || fail "the threat is not named"
grep -Eq '^search +procedural: [0-6] of 6 images, the most of 40 perturbations \(240 queries\)' "$work/one.txt" || fail "no line on the search"
grep -q 'One perturbation for all images' "$work/one/report.html" || fail "report.html does not say what was measured"
! grep -q success-chart "$work/one/report.html" || fail "report.html has a chart of a single query"
grep -q '"universal": {' "$work/one/summary.json" || fail "summary.json has no key universal"
"$bin/check_images" "$work/one" 51 || fail "saved images out of bounds"
"$bin/bo-report" show "$work/one" >/dev/null || fail "bo-report show ended with $?"

killed_and_resumed "$work/one" "$work/killed" 20 50 -- "${attack[@]}"

refused() {
  local words=$1
  shift
  "$bin/bo-attack" --model "$work/digits.pt" --images 4 --quiet --out "$work/refused" "$@" >/dev/null 2>"$work/refused.err"
  expect "exit code of $*" $? 2
  grep -q -- "$words" "$work/refused.err" || fail "$*: $(cat "$work/refused.err")"
}
refused 'does not go with --minimise' --universal 6 --minimise
refused 'does not go with --norm' --universal 6 --norm l2 --attack random
refused 'does not go with --shard' --universal 6 --shard 1/2
refused 'does not go with --targets' --universal 6 --targets 1
refused 'attack rays: cannot search for one perturbation' --universal 6 --attack rays
refused 'got 6 images, but the search of attack random has a budget of 5' --universal 6 --attack random --budget 5
refused 'expected at most 127/255' --universal 6 --attack random --eps 0.6
finish
