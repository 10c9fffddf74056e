#!/usr/bin/env bash
# A run that is killed three times and resumed must be, query by query, the run that was not.   resume_test.sh BIN
. "$(dirname "$0")/support.sh"
train_victim

attack=("$bin/bo-attack" --model "$work/digits.pt" --images 4 --targets 2 --eps 0.2 --budget 120 --attack gp-bo,square,random
        --seed 5 --batch 9 --quiet)

# All that a run found out; times and the order of rows on disk are left out.
contents() {
  sqlite3 "$1/run.sqlite" \
    "SELECT id, record, label, predicted, attacked, reason, hex(pixels), hex(scores) FROM images ORDER BY id;
     SELECT * FROM instances ORDER BY id;
     SELECT instance, number, image_hash, objective, success, hex(scores) FROM queries ORDER BY instance, number;
     SELECT instance, predicted, linf, l2, hex(pixels) FROM adversarials ORDER BY instance;
     SELECT * FROM verification ORDER BY instance;"
}

"${attack[@]}" --threads 1 --out "$work/one" >/dev/null || fail "the run with one thread ended with $?"
"${attack[@]}" --threads 2 --out "$work/two" >/dev/null || fail "the run with two threads ended with $?"
contents "$work/one" >"$work/one.txt"
contents "$work/two" >"$work/two.txt"
cmp -s "$work/one.txt" "$work/two.txt" || fail "the number of threads changes the run"
total=$(sqlite3 "$work/one/run.sqlite" 'SELECT count(*) FROM queries')
[ "$total" -gt 500 ] || fail "only $total queries: too few to interrupt"

# Killed when a given share of the queries is stored, wherever that happens to be in a round.
kills=0
resume=()
for share in 20 50 80; do
  "${attack[@]}" --threads 2 --out "$work/killed" "${resume[@]}" >/dev/null 2>&1 &
  process=$!
  while kill -0 $process 2>/dev/null; do
    stored=$(sqlite3 -readonly "$work/killed/run.sqlite" 'SELECT count(*) FROM queries' 2>/dev/null || echo 0)
    if [ "${stored:-0}" -ge $((total * share / 100)) ]; then
      kill -9 $process && kills=$((kills + 1))
      break
    fi
    sleep 0.02
  done
  wait $process 2>/dev/null
  resume=(--resume)
done
[ "$kills" -ge 1 ] || fail "no run was killed: the machine is too fast for this test"
"${attack[@]}" --threads 1 --out "$work/killed" --resume >/dev/null || fail "the resumed run ended with $?"
contents "$work/killed" >"$work/killed.txt"
cmp -s "$work/one.txt" "$work/killed.txt" || fail "a killed and resumed run differs from one that was not"
over=$(sqlite3 "$work/killed/run.sqlite" 'SELECT count(*) FROM (SELECT count(*) AS n FROM queries GROUP BY instance) WHERE n > 120')
[ "$over" = 0 ] || fail "$over instances are over their budget"
echo "killed $kills times, $total queries compared"

# Ctrl-C: keeps what was done, says how to go on, exits with 130.
"${attack[@]}" --out "$work/interrupted" >/dev/null 2>"$work/interrupted.err" &
process=$!
while kill -0 $process 2>/dev/null && [ "$(sqlite3 -readonly "$work/interrupted/run.sqlite" 'SELECT count(*) FROM queries' 2>/dev/null || echo 0)" -lt 100 ]; do sleep 0.02; done
kill -INT $process
wait $process
code=$?
[ $code = 130 ] || fail "interrupted: exit code $code instead of 130"
grep -q -- '--resume' "$work/interrupted.err" || fail "interrupted: does not say how to go on"
[ -e "$work/interrupted/report.html" ] || fail "interrupted: no report"
"$bin/bo-attack" --resume --out "$work/interrupted" --quiet >/dev/null || fail "resuming with nothing but --out ended with $?"
contents "$work/interrupted" | cmp -s "$work/one.txt" - || fail "an interrupted and resumed run differs"

# What the files show, seen by another program: 0.2 is 51 grey levels.
"$bin/check_images" "$work/one" 51 || fail "saved images out of bounds"
finish
