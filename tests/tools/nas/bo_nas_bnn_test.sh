#!/usr/bin/env bash
# bo-nas --space bnn on a small data set: a killed or interrupted search equals an uninterrupted one, also with another number of workers;
# every strategy runs; wrong input is refused.
set -euo pipefail
nas=$1
. "$(dirname "${BASH_SOURCE[0]}")/../command_checks.sh"
host_commands "$(dirname "$nas")" "$folder/.bin"
nas=$bin/bo-nas

mkdir -p data/uci/toy
awk 'BEGIN { srand(3); for (i = 0; i < 120; ++i) { a = rand(); b = rand(); printf "%.6f %.6f %.6f\n", a, b, 20 + 5 * sin(6 * a) + b + 0.5 * rand() } }' > data/uci/toy/data.txt
export BORA_DATA_DIR=$PWD/data
# found FOLDER: the results of a search without the seconds that it took.
found() { cut -d, -f1-10 "$1/results.csv"; }

short=("$nas" --space bnn --data uci/toy --depths 1,2 --widths 4,8,16 --window 5 --train-samples 2 --test-samples 10 --lr 0.01 --parallel 2
       --initial 2 --quiet)
small=("${short[@]}" --checkpoints 30,90,400)
search=("${small[@]}" --budget 3)
"${search[@]}" --workers 2 --out whole > whole.txt
for file in run.sqlite report.html config.ini; do [ -s "whole/$file" ] || fail "no $file"; done
grep -q "took no part" whole.txt || fail "no scores of test inputs: $(cat whole.txt)"
grep -q "active units" whole.txt || fail "no active units: $(cat whole.txt)"
grep -q "Learning curves" whole/report.html || fail "no curves in the report"
# The axis of steps is logarithmic, but the table below the chart shows the numbers of steps.
grep -q '<th scope="row">400</th>' whole/report.html || fail "no steps in the table of the curves"
grep -q "Units in use" whole/report.html || fail "no units in the report"
[ "$(head -1 whole/results.csv)" = network,depth,width,weights,step,log_likelihood,rmse,noise,active,round,seconds,failure ] ||
  fail "results.csv: $(head -1 whole/results.csv)"
# Scores are in the units of the target, whose standard deviation is about 3.7.
awk -F, 'NR > 1 && $5 == 400 && !($7 > 0.05 && $7 < 3) { exit 1 }' whole/results.csv || fail "RMSE: $(cat whole/results.csv)"

refuse "already holds a search" "${search[@]}" --out whole
stopped KILL "compgen -G 'killed/networks/*/state' > /dev/null" killed "${search[@]}" --workers 1
# Without options, the resumed search has those that it began with.
"$nas" --resume --out killed --workers 2 --quiet > killed.txt
diff <(found whole) <(found killed) || fail "a search that was killed differs"
diff <(sed '$d' whole.txt) <(sed '$d' killed.txt) || fail "what a killed search says differs"

stopped TERM "compgen -G 'ended/networks/*/state' > /dev/null" ended "${search[@]}"
grep -q "with --resume continues" ended.err || fail "no word of --resume: $(cat ended.err)"
"${search[@]}" --out ended --resume > /dev/null
diff <(found whole) <(found ended) || fail "a search that was interrupted differs"

# If states of training are missing or damaged, the search trains again what it needs.
cp -r whole longer
rm longer/networks/1x*/state; for file in longer/networks/2x*/state; do echo damaged > "$file"; done
"${small[@]}" --budget 4 --out longer --resume > longer.txt
"${small[@]}" --budget 4 --out fresh > fresh.txt
diff <(found fresh) <(found longer) || fail "a search with a larger budget differs"
diff <(sed '$d' fresh.txt) <(sed '$d' longer.txt) || fail "what a search with a larger budget says differs"

# If the state of the best network is missing, it is trained once and stored again.
cp -r whole lost
rm lost/networks/*/state
"$nas" --resume --out lost --quiet > lost.txt
diff <(sed '$d' whole.txt) <(sed '$d' lost.txt) || fail "what a search without states says differs"
[ "$(cat lost/networks/*/state | wc -c)" -gt 0 ] || fail "the best network was trained and not stored"

# Executes a statement in the database of a folder and prints the first value of its result, if any.
execute() {  # execute FOLDER SQL
  python3 -c 'import sqlite3, sys
run = sqlite3.connect(sys.argv[1] + "/run.sqlite")
for row in run.execute(sys.argv[2]): print(row[0])
run.commit()' "$1" "$2"
}
# A run may come from somebody else, so its contents are checked before they are used.
refuse_damaged() {  # refuse_damaged WORDS SQL
  rm -rf damaged
  cp -r whole damaged
  execute damaged "$2"
  refuse "$1" "$nas" --resume --out damaged --quiet
}
one="(network, checkpoint) = (SELECT network, checkpoint FROM checkpoints LIMIT 1)"
refuse_damaged "active is 'x,4', expected numbers of units" "UPDATE checkpoints SET active = 'x,4' WHERE $one"
refuse_damaged "active is '99999999999', expected" "UPDATE checkpoints SET active = '99999999999' WHERE $one"
refuse_damaged "network is 4000000, expected 0 to 5" "UPDATE checkpoints SET network = 4000000 WHERE $one"
refuse_damaged "checkpoint is -7, expected 0 to 2" "UPDATE checkpoints SET checkpoint = -7 WHERE $one"
refuse_damaged "rounds: network is 6, expected 0 to 5" "UPDATE rounds SET network = 6 WHERE round = 0 AND place = 0"

# Another search is refused and changes nothing.
cp -r whole other
execute other "DROP TABLE failures"
execute other "UPDATE run SET value = 'bo-nas' WHERE key = 'program'"
refuse "is not a search of bo-nas --space bnn" "${search[@]}" --out other --resume
[ -z "$(execute other "SELECT name FROM sqlite_master WHERE name = 'failures'")" ] || fail "another search has a new table"
# A search of a version without a table of failures can be resumed.
cp -r whole earlier
execute earlier "DROP TABLE failures"
"${search[@]}" --out earlier --resume > /dev/null || fail "a search of an earlier version: exit code $?"
diff <(found whole) <(found earlier) || fail "a search of an earlier version differs"

for strategy in final random halving hyperband; do
  "${short[@]}" --checkpoints 10,20,40 --budget 3 --strategy "$strategy" --out "$strategy" > "$strategy.txt"
  grep -q "best  " "$strategy.txt" || fail "$strategy: $(cat "$strategy.txt")"
done
# Brackets depend on the budget. If a search began with another budget, the first line says so.
for strategy in halving hyperband gpar; do
  "${short[@]}" --checkpoints 10,20,40 --budget 2 --strategy "$strategy" --out "more-$strategy" > less.txt
  "${short[@]}" --checkpoints 10,20,40 --budget 3 --strategy "$strategy" --out "more-$strategy" --resume > more.txt
  ! grep -q "begun with" less.txt || fail "$strategy, as begun: $(cat less.txt)"
  note="begun with --budget 2, from which $strategy derived its brackets: a new search with --budget 3 may train other"
  if [ "$strategy" = gpar ]; then
    ! grep -q "begun with" more.txt || fail "gpar has no brackets: $(cat more.txt)"
  else
    head -1 more.txt | grep -qF -- "$note" || fail "$strategy with another budget: $(cat more.txt)"
  fi
done
# No strategy exceeds its budget, even if two networks are trained at the same time.
for strategy in gpar final random halving hyperband; do
  "${short[@]}" --checkpoints 10,20,40 --budget 1 --strategy "$strategy" --out "one-$strategy" > one.txt
  grep -q " 1 trained to the end; steps of 1.00 trainings" one.txt || fail "$strategy, a budget of 1: $(cat one.txt)"
done
"${short[@]}" --checkpoints 10,20,40 --budget 2 --strategy gpar --out one-gpar --resume > /dev/null
"${short[@]}" --checkpoints 10,20,40 --budget 2 --strategy gpar --out two > /dev/null
diff <(found two) <(found one-gpar) || fail "a search with a larger budget differs where a smaller one cut its rounds"
# All networks are trained to the end, to check the predictions of the model.
"${short[@]}" --checkpoints 10,20,40 --budget 100 --strategy random --held-out 3 --hyper-prior no --prior-variance 0.5 --inputs 60 --out all > all.txt
grep -q "6 of 6 begun, 6 trained to the end" all.txt || fail "$(cat all.txt)"
grep -q "6 held-out networks" all.txt || fail "no check of the model: $(cat all.txt)"

# A network whose training diverges has failed, and the search continues with the others: here, networks of five layers have scores of
# -1e140 and less.
diverging=("$nas" --space bnn --data uci/toy --depths 1,5 --widths 4,8,16 --checkpoints 1,2,3 --window 1 --train-samples 2 --test-samples 10
           --parallel 2 --initial 2 --budget 6 --quiet)
for strategy in gpar final random halving hyperband; do
  "${diverging[@]}" --lr 38 --strategy "$strategy" --out "some-$strategy" > some.txt || fail "$strategy: exit code $?: $(cat some.txt)"
  grep -q "without a value (training diverged: .*; a smaller learning rate may help)" some.txt || fail "$strategy: no failure: $(cat some.txt)"
  grep -q "best  *1x" some.txt || fail "$strategy: $(cat some.txt)"
  grep -q "5x[0-9]*,5,.*,training diverged: " "some-$strategy/results.csv" || fail "$strategy: $(cat "some-$strategy/results.csv")"
  grep -q "training diverged: " "some-$strategy/report.html" || fail "$strategy: no failure in the report"
  # A failed network is not trained again, as the stored seconds show.
  cp "some-$strategy/results.csv" before.csv
  "$nas" --resume --out "some-$strategy" --quiet > again.txt
  diff before.csv "some-$strategy/results.csv" || fail "$strategy: results of a resumed search with failures differ"
  diff some.txt again.txt || fail "$strategy: what a resumed search with failures says differs"
done
# The budget covers the first of two networks, which diverges; a larger budget trains the other one, as in a new search.
code=0
two=("$nas" --space bnn --data uci/toy --depths 1,5 --widths 4 --checkpoints 1,2,3 --window 1 --train-samples 2 --test-samples 10 --parallel 2
     --strategy random --lr 38 --quiet)
"${two[@]}" --budget 1.4 --out left > left.txt || code=$?
[ "$code" = 3 ] && grep -q "1 of 2 begun, 0 trained to the end, 1 without a value" left.txt || fail "a budget for one: $code, $(cat left.txt)"
"${two[@]}" --budget 2 --out left --resume > left.txt
"${two[@]}" --budget 2 --out all-of-it > all-of-it.txt
diff <(found left) <(found all-of-it) || fail "a search with failures and a larger budget differs"
# Networks that replace failed ones end in later rounds than the others, also in rounds that the budget cuts short.
for seed in 2 4; do
  beside=("$nas" --space bnn --data uci/toy --depths 1,5 --widths 4,8,16,20 --checkpoints 1,2,3 --window 1 --train-samples 2 --test-samples 10
          --parallel 3 --strategy random --lr 38 --seed "$seed" --quiet)
  "${beside[@]}" --budget 4.4 --out "beside-$seed" > beside.txt || fail "seed $seed, a cut round with a failure: exit code $?"
  grep -q "without a value" beside.txt || fail "seed $seed, a cut round with a failure: $(cat beside.txt)"
  "${beside[@]}" --budget 4.4 --out "beside-$seed" --resume > again.txt || fail "seed $seed, a cut round with a failure, resumed: exit code $?"
  diff beside.txt again.txt || fail "seed $seed: a resumed search with a cut round and a failure differs"
  "${beside[@]}" --budget 8 --out "beside-$seed" --resume > beside.txt || fail "seed $seed, a cut round with a failure, continued: exit code $?"
  grep -q "8 of 8 begun" beside.txt || fail "seed $seed, continued: $(cat beside.txt)"
  "${beside[@]}" --budget 8 --out "at-once-$seed" > /dev/null
  # The rounds may differ.
  diff <(cut -d, -f1-9 "beside-$seed/results.csv" | sort) <(cut -d, -f1-9 "at-once-$seed/results.csv" | sort) ||
    fail "seed $seed: a search with failures and all networks differs in parts"
done
code=0
"${diverging[@]}" --lr 1e300 --out none > none.txt || code=$?
[ "$code" = 3 ] || fail "exit code $code, expected 3 where no network has a value: $(cat none.txt)"
grep -q "6 of 6 begun, 0 trained to the end, 6 without a value" none.txt || fail "no network has a value: $(cat none.txt)"

bare=("$nas" --space bnn --data uci/toy)
refuse "--alpha: the search in whole" "${search[@]}" --alpha 3 --out whole --resume
refuse "--data: the inputs are not those" bash -c 'echo 1 2 3 >> data/uci/toy/data.txt; "$@"' - "${search[@]}" --out whole --resume
refuse "--data: must name" "$nas" --space bnn --out x
refuse "uci/none: no folder with a data.txt" "$nas" --space bnn --data uci/none --out x
refuse "--budget: got 0.5, expected at least 1" "${small[@]}" --budget 0.5 --out x
refuse "--split: got 20" "${search[@]}" --split 20 --out x
refuse "--widths: 4 follows 8" "${bare[@]}" --widths 8,4 --out x
refuse "--depths: '0,1'" "${bare[@]}" --depths 0,1 --out x
refuse "--window: got 50, expected 1 to 30" "${bare[@]}" --checkpoints 30,90 --window 50 --out x
refuse "--kappa: is for --acquisition ucb" "${bare[@]}" --kappa 2 --out x
# The default settings can fit checkpoints that are close to each other.
"$nas" --space bnn --data uci/toy --checkpoints 6,12 --depths 1 --widths 4 --strategy random --initial 1 --budget 1 --train-samples 2 --test-samples 5 \
  --quiet --out close > /dev/null 2> err.txt || fail "checkpoints fewer than 20 steps apart: $(cat err.txt)"
"$nas" --resume --quiet --out close > /dev/null 2> err.txt || fail "such a search is not resumed: $(cat err.txt)"
printf 'space%100000s= nowhere\n' '' > wide.ini
refuse "one of the two must be given" "$nas" --config wide.ini --out x
refuse "did you mean gpar" "${search[@]}" --strategy gpa --out x
refuse "--prior-variance: is for --hyper-prior no" "${search[@]}" --prior-variance 2 --out x
refuse "--inputs: got 5000" "${search[@]}" --inputs 5000 --out x
refuse "--table" "$nas" --space bnn --table t.csv --out x
refuse "--resume: x holds no search" "${search[@]}" --out x --resume
[ ! -e x ] || fail "a refused command made its folder"
echo "bo-nas --space bnn: all as expected"
