#!/usr/bin/env bash
# Six merged shards equal the run without shards; shards that do not belong together are refused.   shards_test.sh BIN
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
cd "$work" || exit 1
export XDG_CACHE_HOME=$work/cache

# contents FOLDER: everything that a run found, without times, attempts and the paths of files.
contents() {
  sqlite3 "$1/run.sqlite" \
    "SELECT id, record, label, predicted, attacked, reason, hex(content), hex(scores) FROM inputs ORDER BY id;
     SELECT class, hex(content) FROM examples ORDER BY class;
     SELECT id, attack, input, target, seed, budget, status, queries, attempts, reason FROM instances ORDER BY id;
     SELECT instance, number, input_hash, objective, predicted, success, hex(scores) FROM queries ORDER BY instance, number;
     SELECT instance, predicted, distance, l2, hex(content) FROM adversarials ORDER BY instance;
     SELECT * FROM nearer ORDER BY instance, number;
     SELECT instance, distance, within, predicted, confirmed FROM verification ORDER BY instance;
     SELECT value FROM run WHERE key IN ('clean_inputs', 'clean_correct', 'budget', 'status') ORDER BY key;"
}

# refused WORDS COMMAND...: the command must fail with exit code 2 and one line that contains WORDS.
refused() {
  local words=$1 code=0
  shift
  "$@" >out.txt 2>err.txt || code=$?
  [ $code = 2 ] || fail "exit code $code, expected 2: $*"
  [ "$(wc -l <err.txt)" = 1 ] || fail "not one line: $(cat err.txt)"
  grep -qF -- "$words" err.txt || fail "'$words' is missing in: $(cat err.txt)"
}

# sharded NAME COUNT WHOLE... -- COMMAND...: COMMAND with the options WHOLE must equal COMMAND as COUNT shards that are then merged. WHOLE
# are options with which the model sees each input alone, as it does in a shard.
sharded() {
  local name=$1 count=$2 number whole=()
  shift 2
  while [ "$1" != -- ]; do whole+=("$1"); shift; done
  shift
  "$@" "${whole[@]}" --out "$name" >/dev/null || fail "$name: the run that is not sharded ended with $?"
  for number in $(seq "$count"); do
    "$@" --shard "$number/$count" --threads 1 --out "$name-$number" >/dev/null || fail "$name: shard $number ended with $?"
  done
  "$bin/bo-report" $(seq -f "$name-%.0f" "$count") --out "$name-merged" >"$name.txt" 2>"$name.err" || fail "$name: merging ended with $?"
  grep -q "$count of $count shards merged" "$name.err" || fail "$name: says not how many were merged: $(cat "$name.err")"
  cmp -s <(contents "$name") <(contents "$name-merged") || fail "$name: the merged run differs"
  cmp "$name/results.csv" "$name-merged/results.csv" || fail "$name: the merged table differs"
  "$here/programs/same_figures.py" "$name/summary.json" "$name-merged/summary.json" || fail "$name: the merged figures differ"
  # Every file of an adversarial example can be found from the merged folder.
  sqlite3 "$name-merged/run.sqlite" "SELECT file FROM verification" | (cd "$name-merged" && while read -r file; do
    [ -e "$file" ] || echo "$file"; done) | grep . && fail "$name: files of adversarial examples are not where it says"
  echo "$name: $(wc -l <"$name/results.csv") rows, $(queries "$name") queries in $count shards are the run's"
}

attack=("$bin/bo-attack" --model digits.pt --eps 0.2 --budget 25 --checks none --quiet --seed 3)
counted=("${attack[@]}" --images 10 --targets 2 --attack bo,square --clean-images 100)
sharded counted 6 --chunk 1 -- "${counted[@]}"
# A range: each shard queries only its own clean inputs, and searches for examples only where attacks start from one.
sharded range 3 --batch 1 -- "${attack[@]}" --range 10-27 --targets 1 --attack square,boundary --clean-images 300 --store summary
asked=$(sqlite3 range-2/run.sqlite "SELECT value FROM run WHERE key = 'clean_queries'")
[ "$asked" -lt 200 ] || fail "a shard of a range asks for $asked clean inputs"
sharded semantic 2 --batch 1 -- "$bin/bo-attack" --model digits.pt --threat semantic --semantic rotate=-30:30,blur=0:1.5,noise=0:0.2 --images 3 \
  --budget 12 --attack random,bo --checks none --clean-images 100 --quiet
"$bin/bo-train" --data er-components:graphs=60:nodes=9-14 --arch gcn --epochs 4 --validation 0 --out gcn.pt --quiet >/dev/null
sharded graphs 3 -- "$bin/bo-attack" --model gcn.pt --graphs 6 --budget-edits 0.03 --queries-per-edit 20 --attack grabnel,genetic,random \
  --checks none --quiet --batch 1

# The report and the database of a shard say that it is one; a shard without inputs is complete.
grep -q 'this is shard 3 of 6' counted-3/report.md || fail "a shard's report does not say that it is one"
[ "$(sqlite3 counted-3/run.sqlite "SELECT value FROM run WHERE key = 'shard'")" = 3/6 ] || fail "a shard's database does not say so"
"${attack[@]}" --images 2 --attack random --shard 9/9 >/dev/null || fail "a shard without inputs ended with $?"
"$bin/bo-report" shard-9-of-9 | grep 'complete$' >/dev/null || fail "a shard without inputs is not complete"
"$bin/bo-attack" --resume --out shard-9-of-9 --quiet >/dev/null || fail "a shard without inputs cannot be gone on with"

# Interrupted shards can be merged, which the result states, and merged again once they have ended.
rm -rf counted-merged counted-2
interrupted counted-2 1 -- "${counted[@]}" --shard 2/6 --threads 1
"$bin/bo-report" counted-{1..6} --out counted-merged >out.txt 2>err.txt || fail "merging an interrupted shard ended with $?"
grep -q '1 of them have not ended' err.txt || fail "an interrupted shard is not spoken of: $(cat err.txt)"
grep -q '^run .*interrupted' out.txt || fail "a run with an interrupted shard is not interrupted"
"$bin/bo-attack" --resume --out counted-2 --quiet >/dev/null || fail "resuming a shard ended with $?"
"$bin/bo-report" counted-{1..6} --out counted-merged >/dev/null 2>&1 || fail "merging again ended with $?"
cmp counted/results.csv counted-merged/results.csv || fail "a shard that was interrupted changes the table"

for wrong in 5/4 x/y; do refused --shard "${attack[@]}" --shard $wrong; done
refused "cannot be resumed with '3/6'" "$bin/bo-attack" --resume --out counted-2 --shard 3/6
refused "was merged from shards" "$bin/bo-attack" --resume --out counted-merged
refused "5 of 6 shards are named, without 4" "$bin/bo-report" counted-{1..3} counted-{5..6}
"$bin/bo-report" counted-{1..3} counted-{5..6} --partial --out partial >out.txt 2>/dev/null || fail "--partial ended with $?"
grep -q 'WARNING: 5 of 6 shards are here, without 4' out.txt || fail "a missing shard is not spoken of: $(head -20 out.txt)"
grep -q '^run .*, complete, 5 of 6 shards$' out.txt || fail "five complete shards are not called complete: $(grep '^run' out.txt)"
refused "counted-5: is shard 5/6, and so is counted-5" "$bin/bo-report" counted-{1..6} counted-5
refused "the number of shards is 3, there it is 6" "$bin/bo-report" counted-1 range-2
"${counted[@]/#3/4}" --shard 4/6 --out other-4 >/dev/null
refused "other-4: is not a shard of the same run as counted-1: seed is 4, there it is 3" "$bin/bo-report" counted-1 other-4 --partial
refused "name shards of one run, or no shards" "$bin/bo-report" counted-1 counted
refused "holds a run that was not merged" "$bin/bo-report" counted-{1..6} --out counted
refused "--partial: not an option of bo-report show" "$bin/bo-report" counted --partial
[ -z "$(ls -d bora-merged-* 2>/dev/null)" ] || fail "a refused merge leaves a folder: $(ls -d bora-merged-*)"

# Merges that start together take different default folders.
mkdir together
(cd together && merges=() && for each in {1..4}; do BORA_COMMANDS="" "$bin/bo-report" ../counted-{1..6} >"$each.txt" 2>&1 & merges+=($!); done
  wait "${merges[@]}")
[ "$(ls -d together/bora-merged-*/run.sqlite | wc -l)" = 4 ] || fail "four merges made $(ls -d together/bora-merged-*): $(tail -1 together/*.txt)"

# With --prior learn, shards learn only from their own attacks and state this.
"${attack[@]}" --images 4 --attack bo --prior learn --shard 1/2 --out learning >/dev/null 2>err.txt
grep -q 'learn only from those of the same shard' err.txt learning/report.md || fail "learning shards do not say so: $(cat err.txt)"

# A run that stores no queries has the same results, also after it was killed.
summary=("$bin/bo-attack" --model digits.pt --images 4 --targets 1 --eps 0.2 --budget 80 --attack bo,square --seed 5 --batch 3 --quiet
         --checks none --clean-images 100 --threads 1)
"${summary[@]}" --out all >/dev/null || fail "a run ended with $?"
"${summary[@]}" --store summary --out kept >/dev/null || fail "a run that keeps no queries ended with $?"
[ "$(queries kept)" = 0 ] || fail "a run that keeps no queries holds $(queries kept) of them"
cmp all/results.csv kept/results.csv || fail "a run that keeps no queries differs"
kills=0
for tries in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf killed
  signalled KILL 100 killed -- "${summary[@]}" --store summary >/dev/null 2>&1
  if [ $? = 137 ] && [ "$(sqlite3 killed/run.sqlite "SELECT COUNT(DISTINCT status) FROM instances")" -gt 2 ]; then kills=1; break; fi
done
[ $kills = 1 ] || fail "no run was killed with instances that had ended in $tries tries"
"$bin/bo-attack" --resume --out killed --quiet >/dev/null || fail "resuming a run that keeps no queries ended with $?"
without_attempts() { sqlite3 "$1/run.sqlite" "SELECT id, status, queries FROM instances ORDER BY id; SELECT instance, hex(content) FROM adversarials"; }
cmp -s <(without_attempts all) <(without_attempts killed) || fail "a killed run that keeps no queries differs"
finish
