#!/usr/bin/env bash
# A run that is killed and resumed makes exactly the queries of an uninterrupted run.   resume_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"

attack=("$bin/bo-attack" --model "$work/digits.pt" --images 3 --targets 2 --eps 0.2 --budget 80 --attack gp-bo,square,random,pgd
        --seed 5 --batch 9 --checks none --clean-images 100 --quiet)

# contents FOLDER: everything that a run found, without times, attempts (which a kill can increase) and the order of rows on disk.
contents() {
  sqlite3 "$1/run.sqlite" \
    "SELECT id, record, label, predicted, attacked, reason, hex(content), hex(scores) FROM inputs ORDER BY id;
     SELECT class, hex(content) FROM examples ORDER BY class;
     SELECT id, attack, input, target, seed, budget, status, queries, reason FROM instances ORDER BY id;
     SELECT instance, number, input_hash, objective, predicted, success, hex(scores) FROM queries ORDER BY instance, number;
     SELECT instance, predicted, distance, l2, hex(content) FROM adversarials ORDER BY instance;
     SELECT * FROM verification ORDER BY instance;"
}

"${attack[@]}" --threads 1 --out "$work/one" >/dev/null || fail "the run with one thread ended with $?"
"${attack[@]}" --threads 2 --out "$work/two" >/dev/null || fail "the run with two threads ended with $?"
contents "$work/one" >"$work/one.txt"
contents "$work/two" >"$work/two.txt"
cmp -s "$work/one.txt" "$work/two.txt" || fail "the number of threads changes the run"
[ "$(queries "$work/one")" -gt 300 ] || fail "only $(queries "$work/one") queries: too few to interrupt"

# A budget of up to 1,000 does not change which queries are made.
asked() {
  "$bin/bo-attack" --model "$work/digits.pt" --images 2 --targets 1 --eps 0.2 --attack square,bo --seed 5 --checks none --quiet \
    --budget "$1" --out "$work/budget-$1" >/dev/null || fail "the run with a budget of $1 ended with $?"
  sqlite3 "$work/budget-$1/run.sqlite" 'SELECT instance, number, input_hash FROM queries WHERE number < 25 ORDER BY instance, number'
}
[ "$(asked 25)" = "$(asked 100)" ] || fail "the budget changes the questions"

killed_and_resumed "$work/one" "$work/killed" 20 50 80 -- "${attack[@]}"
over=$(sqlite3 "$work/killed/run.sqlite" 'SELECT count(*) FROM (SELECT count(*) AS n FROM queries GROUP BY instance) WHERE n > 80')
[ "$over" = 0 ] || fail "$over instances are over their budget"

# The same for a model that returns labels only.
by_label=("$bin/bo-attack" --model "$work/digits.pt" --images 4 --targets 1 --eps 0.4 --budget 60 --visible label
          --attack square:repeats=3,random --batch 3 --checks none --clean-images 100 --quiet)
"${by_label[@]}" --out "$work/labels" >/dev/null || fail "the run by labels ended with $?"
[ "$(sqlite3 "$work/labels/run.sqlite" 'SELECT count(*) FROM queries WHERE length(scores) > 0')" = 0 ] || fail "scores in a run by labels"
killed_and_resumed "$work/labels" "$work/labels-killed" 40 -- "${by_label[@]}"

# The same for votes on noisy copies, whose scores are of another kind than the model's own.
votes=("$bin/bo-attack" --model "$work/digits.pt" --images 2 --targets 1 --eps 0.4 --budget 40 --defence smooth:0.25:3
       --attack square,random --batch 3 --checks none --clean-images 20 --quiet)
"${votes[@]}" --out "$work/votes" >/dev/null || fail "the run by votes ended with $?"
counted=$(sqlite3 "$work/votes/run.sqlite" "SELECT (SELECT sum(attempts) - 3 * sum(queries) FROM instances) ||
  ' ' || (SELECT 2 * value FROM run WHERE key = 'clean_queries') || ' ' || (SELECT value FROM run WHERE key = 'loading_inputs')")
[[ $counted =~ ^0\ ([1-9][0-9]*)\ ([0-9]+)$ ]] && [ "${BASH_REMATCH[1]}" = "${BASH_REMATCH[2]}" ] || fail "copies of a vote are not counted: $counted"
killed_and_resumed "$work/votes" "$work/votes-killed" 40 -- "${votes[@]}"

# Ctrl-C: the run keeps all answers, says how to resume, and exits with 130.
interrupted "$work/interrupted" 100 -- "${attack[@]}"
"$bin/bo-attack" --resume --out "$work/interrupted" --quiet >/dev/null || fail "resuming with nothing but --out ended with $?"
contents "$work/interrupted" | cmp -s "$work/one.txt" - || fail "an interrupted and resumed run differs"

# Another program checks the bound on the saved images: 0.2 is 51 grey levels.
"$bin/check_images" "$work/one" 51 || fail "saved images out of bounds"
finish
