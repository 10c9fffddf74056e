#!/usr/bin/env bash
# Semantic runs: a killed and resumed run equals an uninterrupted one; files state how they were made; wrong input gives one clear line.
# semantic_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
model=$work/digits.pt
rules=rotate=-30:30,shift=-0.1:0.1,contrast=0.5:1.5,blur=0:1.5,noise=0:0.2,jpeg=20:100,order
attack=("$bin/bo-attack" --model "$model" --threat semantic --semantic "$rules" --images 4 --budget 20 --seed 5 --batch 5 --quiet
        --clean-images 50 --attack bo,random,grid,evolution)
unchecked=("${attack[@]}" --checks none)

# contents FOLDER: everything that a run found, without times and without the order of rows on disk.
contents() {
  sqlite3 "$1/run.sqlite" \
    "SELECT id, record, label, predicted, attacked, reason, content, hex(scores) FROM inputs ORDER BY id;
     SELECT id, attack, input, target, seed, budget, status, queries, reason FROM instances ORDER BY id;
     SELECT instance, number, input_hash, objective, predicted, success, hex(scores) FROM queries ORDER BY instance, number;
     SELECT instance, predicted, distance, l2, hex(content) FROM adversarials ORDER BY instance;
     SELECT * FROM nearer ORDER BY instance, number;
     SELECT * FROM verification ORDER BY instance;"
}

"${unchecked[@]}" --threads 1 --out "$work/one" >"$work/table" || fail "the run with one thread ended with $?"
"${unchecked[@]}" --threads 2 --out "$work/two" >/dev/null || fail "the run with two threads ended with $?"
contents "$work/one" >"$work/one.txt"
contents "$work/two" >"$work/two.txt"
cmp -s "$work/one.txt" "$work/two.txt" || fail "the number of threads changes the run"
grep 'median severity, mildest' "$work/table" >/dev/null || fail "the summary tells no severity: $(cat "$work/table")"
adversarial=$(sqlite3 "$work/one/run.sqlite" 'SELECT count(*) FROM adversarials')
[ "$adversarial" -gt 5 ] || fail "only $adversarial attacks succeeded: too little to check"
[ "$(find "$work/one/adversarial" -name '*.png' | wc -l)" = "$adversarial" ] || fail "not every adversarial image has its file"
[ "$(find "$work/one/adversarial" -name '*.json' | wc -l)" = "$adversarial" ] || fail "not every adversarial image says how it was made"
[ "$(sqlite3 "$work/one/run.sqlite" 'SELECT count(*) FROM verification WHERE within AND confirmed')" = "$adversarial" ] ||
  fail "an adversarial image was not confirmed"
[ "$(sqlite3 "$work/one/run.sqlite" "SELECT count(*) FROM instances WHERE status = 'success' AND attack <> 'grid' AND queries < 20")" = 0 ] ||
  fail "an attack stopped at its first success"
[ "$(sqlite3 "$work/one/run.sqlite" 'SELECT count(*) FROM nearer')" -gt "$adversarial" ] || fail "nothing milder was found after a success"
grep 'Least robust to' "$work/one/report.html" >/dev/null || fail "the report does not say which changes are worst"
grep 'How mild a change fools it' "$work/one/report.md" >/dev/null || fail "report.md does not say how mild a change fools it"
head -1 "$work/one/results.csv" | grep 'severity' >/dev/null || fail "results.csv has no severity"
grep '"finding' "$work/one/summary.json" >/dev/null && fail "the run contradicts itself"

killed_and_resumed "$work/one" "$work/killed" 20 55 80 -- "${unchecked[@]}"
interrupted "$work/cut" 60 -- "${unchecked[@]}"
"$bin/bo-report" "$work/cut" >"$work/cut.txt" 2>&1 || fail "no report of a run that was cut: $(cat "$work/cut.txt")"
grep 'contradicts itself' "$work/cut/report.md" >/dev/null && fail "a run that was cut contradicts itself: $(grep contradicts "$work/cut/report.md")"

# A run that stops at the first success, one with labels only, and one with a target.
"${attack[@]}" --refine 0 --out "$work/first" >/dev/null || fail "the run with --refine 0 ended with $?"
[ "$(sqlite3 "$work/first/run.sqlite" "SELECT count(*) FROM instances WHERE status = 'success' AND
   queries <> (SELECT min(number) FROM queries WHERE instance = instances.id AND success)")" = 0 ] || fail "--refine 0 went on after a success"
"${unchecked[@]}" --visible label --target 3 --out "$work/labels" >/dev/null || fail "the run by labels ended with $?"
[ "$(sqlite3 "$work/labels/run.sqlite" 'SELECT count(*) FROM queries WHERE length(scores) > 0')" = 0 ] || fail "scores in a run by labels"

# An example whose file was changed afterwards does not count as a success.
cp -r "$work/one" "$work/forged"
sqlite3 "$work/forged/run.sqlite" "UPDATE nearer SET details = '{\"rotate\": 29}'; UPDATE run SET value = 'interrupted' WHERE key = 'status'"
"$bin/bo-attack" --resume --out "$work/forged" --quiet >"$work/forged.txt" 2>"$work/forged.err"
[ $? = 1 ] || fail "forged details passed: $(cat "$work/forged.err")"

# An example with impossible changes does not count either, and the other examples are still verified. Invalid JSON is reported as damage.
cp -r "$work/one" "$work/beyond"
sqlite3 "$work/beyond/run.sqlite" "UPDATE nearer SET details = '{\"rotate\": 99}' WHERE instance = (SELECT min(instance) FROM adversarials);
  UPDATE run SET value = 'interrupted' WHERE key = 'status'"
"$bin/bo-attack" --resume --out "$work/beyond" --quiet >"$work/beyond.txt" 2>"$work/beyond.err"
[ $? = 1 ] || fail "details out of bounds passed: $(cat "$work/beyond.err")"
[ "$(sqlite3 "$work/beyond/run.sqlite" 'SELECT count(*) FROM verification WHERE within AND confirmed')" = "$((adversarial - 1))" ] ||
  fail "one bad example stopped the verifier"
sqlite3 "$work/beyond/run.sqlite" "UPDATE nearer SET details = '{'"
"$bin/bo-report" "$work/beyond" >/dev/null 2>"$work/beyond.err"
[ $? = 2 ] && grep -q 'table nearer' "$work/beyond.err" || fail "damaged details: $(cat "$work/beyond.err")"

# refused WORD ARGUMENT...: bo-attack with these arguments fails with one line that contains WORD.
refused() {
  local word=$1
  shift
  "$bin/bo-attack" --out "$work/out" --quiet --model "$model" "$@" >"$work/stdout" 2>"$work/stderr"
  local code=$?
  [ $code = 2 ] || fail "$*: exit code $code instead of 2: $(head -c 300 "$work/stderr")"
  [ "$(wc -l <"$work/stderr")" = 1 ] || fail "$*: $(wc -l <"$work/stderr") lines instead of one: $(head -c 600 "$work/stderr")"
  grep -qF -- "$word" "$work/stderr" || fail "$*: does not say '$word': $(cat "$work/stderr")"
  [ ! -e "$work/out" ] || { fail "$*: left a folder behind"; rm -rf "$work/out"; }
}
refused "did you mean" --threat semantc
refused '--semantic: applies to --threat semantic only' --semantic blur=0:1
refused '--refine: applies to --threat semantic only' --refine 3
refused '--eps: applies to --threat pixels only' --threat semantic --eps 0.1
refused '--prior: applies to --threat pixels only' --threat semantic --prior learn
refused '1 channel' --threat semantic --semantic hue=-10:10
refused "did you mean 'blur'" --threat semantic --semantic blurr=0:1
refused 'by changes of an image' --threat semantic --attack square
refused '--refine: got -2' --threat semantic --refine -2
"$bin/bo-attack" --resume --out "$work/one" --semantic blur=0:1 --quiet >/dev/null 2>"$work/stderr"
[ $? = 2 ] && grep -q -- --semantic "$work/stderr" || fail "resumed under other rules: $(cat "$work/stderr")"
finish
