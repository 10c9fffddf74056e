#!/usr/bin/env bash
# Runs on graphs: a killed and resumed run equals an uninterrupted one; wrong input gives one clear line.   graphs_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
host_commands "$bin" "$work/bin"
set=er-components:graphs=80:nodes=9-14
"$bin/bo-train" --data "$set" --arch gcn --epochs 4 --validation 0 --out "$work/gcn.pt" --quiet >/dev/null || fail "bo-train ended with $?"
model=$work/gcn.pt
attack=("$bin/bo-attack" --model "$model" --graphs 4 --budget-edits 0.05 --queries-per-edit 20 --seed 5 --batch 5 --checks none --quiet
        --attack grabnel,random,genetic,gradient)

# contents FOLDER: everything that a run found, without times and without the order of rows on disk.
contents() {
  sqlite3 "$1/run.sqlite" \
    "SELECT id, record, label, predicted, attacked, reason, nodes, edges, content, hex(scores) FROM inputs ORDER BY id;
     SELECT id, attack, input, target, seed, budget, status, queries, reason FROM instances ORDER BY id;
     SELECT instance, number, input_hash, objective, predicted, success, hex(scores) FROM queries ORDER BY instance, number;
     SELECT * FROM adversarials ORDER BY instance;
     SELECT * FROM verification ORDER BY instance;"
}

"${attack[@]}" --threads 1 --out "$work/one" >"$work/table" || fail "the run with one thread ended with $?"
"${attack[@]}" --threads 2 --out "$work/two" >/dev/null || fail "the run with two threads ended with $?"
contents "$work/one" >"$work/one.txt"
contents "$work/two" >"$work/two.txt"
cmp -s "$work/one.txt" "$work/two.txt" || fail "the number of threads changes the run"
whole=$(queries "$work/one")
[ "$whole" -gt 200 ] || fail "only $whole queries: too few to interrupt"
[ "$(sqlite3 "$work/one/run.sqlite" "SELECT value FROM run WHERE key = 'task'")" = graphs ] || fail "the run does not say that it is on graphs"
grep -q '4 graphs' "$work/table" || fail "the summary does not speak of graphs: $(cat "$work/table")"
[ "$(sqlite3 "$work/one/run.sqlite" 'SELECT count(*) FROM instances WHERE queries > budget')" = 0 ] || fail "a budget was passed"
adversarial=$(sqlite3 "$work/one/run.sqlite" 'SELECT count(*) FROM adversarials')
[ "$adversarial" -gt 0 ] || fail "no attack succeeded: too little to check"
[ "$(find "$work/one/adversarial" -name '*.json' | wc -l)" = "$adversarial" ] || fail "not every adversarial graph has its file"
[ "$(sqlite3 "$work/one/run.sqlite" 'SELECT count(*) FROM verification WHERE within AND confirmed')" = "$adversarial" ] ||
  fail "an adversarial graph was not confirmed"

killed_and_resumed "$work/one" "$work/killed" 20 55 80 -- "${attack[@]}"

# Attacks that see labels only, injected nodes, a single graph, and JSON.
"$bin/bo-attack" --model "$model" --graphs 2 --attack random,genetic --visible label --quiet --out "$work/labels" >/dev/null ||
  fail "the run by labels ended with $?"
[ "$(sqlite3 "$work/labels/run.sqlite" 'SELECT count(*) FROM queries WHERE length(scores) > 0')" = 0 ] || fail "scores in a run by labels"
"$bin/bo-attack" --model "$model" --graphs 2 --attack random --edit-mode inject --quiet --out "$work/inject" >/dev/null ||
  fail "the run with injected nodes ended with $?"
one=$(find "$work/one/originals" -name '*.json' | head -1)
"$bin/bo-attack" --model "$model" --graph "$one" --attack random --json --quiet --out "$work/single" >"$work/single.json" ||
  fail "the run on one graph ended with $?"
grep -q '"status": "complete"' "$work/single.json" || fail "--json printed no summary"

# A model whose dropout is still active: apparent successes are asked again in attacks, in verification and in the attacks that the checks
# make.
"$bin/make_models" "$work" "$model" graphs || fail "no model with dropout"
random=("$bin/bo-attack" --model "$work/dropout.pt" --data "$set" --graphs 5 --budget-edits 0.05 --queries-per-edit 20 --attack grabnel,random --quiet)
"${random[@]}" --out "$work/random" >/dev/null 2>"$work/random.err"
code=$?
[ $code = 0 ] || fail "a random model of graphs: ended with $code: $(tail -1 "$work/random.err")"
grep -q 'the same graphs other scores when asked again: a success must hold in 3 of 5 answers' "$work/random.err" || fail "dropout is not noticed: $(cat "$work/random.err")"
lucky() {
  sqlite3 "$1/run.sqlite" "SELECT count(*) FROM instances i JOIN inputs p ON p.id = i.input WHERE i.status = 'success' AND 3 > (SELECT count(*) FROM queries q
    WHERE q.instance = i.id AND q.predicted != p.label AND q.input_hash = (SELECT input_hash FROM queries WHERE instance = i.id AND success = 1))"
}
[ "$(sqlite3 "$work/random/run.sqlite" "SELECT count(*) FROM instances WHERE status = 'success'")" -gt 0 ] || fail "no attack on the random model succeeded"
[ "$(lucky "$work/random")" = 0 ] || fail "a success stands on fewer than three answers"
"${random[@]}" --repeats 1 --out "$work/luck" >/dev/null 2>"$work/random.err"
[ "$(lucky "$work/luck")" -gt 0 ] || fail "--repeats 1 takes no lucky answer for a success, so that this test shows nothing"
interrupted "$work/random-stopped" 60 -- "${random[@]}"
"$bin/bo-attack" --resume --out "$work/random-stopped" --quiet >/dev/null 2>"$work/random.err" || fail "a random model's run goes on and ends with $?: $(tail -1 "$work/random.err")"

"$bin/bo-attack" --model "$model" --skip 5000 --out "$work/skipped" >/dev/null 2>"$work/stderr"
grep -q 'graphs, 5000 were asked for' "$work/stderr" || fail "more graphs skipped than there are: $(cat "$work/stderr")"

# What the reader of a TU set changes is said when the set is used, and stored with a run.
mkdir "$work/TU"
awk -v set="$work/TU/TU" 'BEGIN {
  for (graph = 0; graph < 20; ++graph) {
    print graph % 2 ? 3 : 1 >(set "_graph_labels.txt")
    for (node = 1; node <= 4; ++node) {
      print graph + 1 >(set "_graph_indicator.txt")
      if (node < 4 || graph % 2) print 4 * graph + node ", " 4 * graph + node % 4 + 1 >(set "_A.txt")
    }
  }
  print "1, 1" >(set "_A.txt")
}'
"$bin/bo-train" --data "$work/TU" --arch gcn --epochs 2 --validation 0 --out "$work/tu.pt" --quiet >/dev/null 2>"$work/stderr" ||
  fail "bo-train on a TU set ended with $?: $(cat "$work/stderr")"
grep -q '1 loop dropped' "$work/stderr" || fail "bo-train does not say what it left out: $(cat "$work/stderr")"
"$bin/bo-attack" --model "$work/tu.pt" --data "$work/TU" --part all --graphs 2 --attack random --checks none --out "$work/tu" >/dev/null 2>"$work/stderr" ||
  fail "bo-attack on a TU set ended with $?: $(cat "$work/stderr")"
grep -q '1 loop dropped' "$work/stderr" || fail "bo-attack does not say what it left out: $(cat "$work/stderr")"
sqlite3 "$work/tu/run.sqlite" "SELECT value FROM run WHERE key = 'data'" | grep -q '1 loop dropped' || fail "a run does not state what was left out"

# refused WORD ARGUMENT...: bo-attack with these arguments fails with one line that contains WORD.
refused() {
  local word=$1
  shift
  "$bin/bo-attack" --out "$work/out" --quiet "$@" >"$work/stdout" 2>"$work/stderr"
  local code=$?
  [ $code = 2 ] || fail "$*: exit code $code instead of 2: $(head -c 300 "$work/stderr")"
  [ "$(wc -l <"$work/stderr")" = 1 ] || fail "$*: $(wc -l <"$work/stderr") lines instead of one: $(head -c 600 "$work/stderr")"
  grep -qF -- "$word" "$work/stderr" || fail "$*: does not say '$word': $(cat "$work/stderr")"
  [ ! -e "$work/out" ] || { fail "$*: left a folder behind"; rm -rf "$work/out"; }
}
refused '--eps: applies to images only' --model "$model" --eps 0.1
refused 'classifies graphs; see --graphs' --model "$model" --images 3
refused '--budget: applies to images only' --model "$model" --budget 100
refused 'is an attack on images' --model "$model" --attack square
refused "did you mean 'grabnel'" --model "$model" --attack grabnell
refused '--protocol rivals: is on images' --model "$model" --protocol rivals
refused 'classifies graphs' --model "$model" --task image
refused 'digits is read as images' --model "$model" --data digits
refused '--edit-mode' --model "$model" --edit-mode melt
refused 'reweight' --model "$model" --edit-mode reweight
refused '--budget-edits' --model "$model" --budget-edits 3
refused '--queries-per-edit' --model "$model" --queries-per-edit 0
refused '--attack gradient' --model "$model" --attack gradient --visible label
refused 'classes 0 to 2' --model "$model" --target 7
refused 'exclude each other' --model "$model" --graph "$one" --data "$set"
printf 'PK\003\004 and then nothing of a zip' >"$work/cut.zip"
refused "$work/cut.zip" --model "$model" --data "$work/cut.zip"
echo '{"nodes": [{"id": 0}], "links": [{"source": 0, "target": 4}]}' >"$work/odd.json"
refused "$work/odd.json" --model "$model" --graph "$work/odd.json"
"$bin/bo-attack" --resume --out "$work/one" --hops 2 --quiet >/dev/null 2>"$work/stderr"
[ $? = 2 ] && grep -q -- --hops "$work/stderr" || fail "resumed under other rules: $(cat "$work/stderr")"

# A TU set without the last node label and the last class of the model: if its numbers begin at 0 without a gap, they are taken for the
# model's. With a gap, the set may have numbered its labels otherwise and is refused.
write_tu() {  # DIRECTORY LABELS CLASSES: 30 paths of five nodes, each with the last label once and its class four times
  mkdir "$1"
  awk -v dir="$1" -v labels="$2" -v classes="$3" 'BEGIN {
    for (graph = 0; graph < 30; ++graph) {
      print graph % classes > dir "/S_graph_labels.txt"
      for (node = 1; node <= 5; ++node) {
        print graph + 1 > dir "/S_graph_indicator.txt"
        print (node == 1 ? labels - 1 : graph % classes) > dir "/S_node_labels.txt"
        if (node > 1) print 5 * graph + node - 1 ", " 5 * graph + node > dir "/S_A.txt"
      }
    }
  }'
}
write_tu "$work/whole" 4 3
write_tu "$work/part" 3 2
write_tu "$work/gap" 3 2
sed -i 's/2/3/' "$work/gap/S_node_labels.txt"
"$bin/bo-train" --data "$work/whole" --arch gcn --epochs 20 --validation 0 --out "$work/labelled.pt" --quiet >/dev/null || fail "training on a TU set ended with $?"
"$bin/bo-attack" --model "$work/labelled.pt" --data "$work/part" --part all --graphs 2 --attack random --checks none --quiet --out "$work/part-run" \
  >/dev/null 2>"$work/stderr" || fail "a TU set without the last label ended with $?: $(cat "$work/stderr")"
[ "$(sqlite3 "$work/part-run/run.sqlite" "SELECT value FROM run WHERE key = 'node_label_count'")" = 4 ] || fail "the model's labels are not those of the run"
refused 'looks at 4 node labels, the data have 3' --model "$work/labelled.pt" --data "$work/gap" --part all

# What the reader of a set drops is in the report.
cp -r "$work/whole" "$work/loops"
printf '1, 1\n' >>"$work/loops/S_A.txt"
"$bin/bo-attack" --model "$work/labelled.pt" --data "$work/loops" --part all --graphs 2 --attack random --checks none --quiet --out "$work/loops-run" \
  >"$work/table" || fail "a TU set with a loop ended with $?"
grep -q "^data .*$work/loops (1 loop dropped; 120 edges listed in one direction only: taken in both)" "$work/table" || fail "a loop was dropped silently: $(grep ^data "$work/table")"

# The data hold fewer graphs than asked for.
"$bin/bo-attack" --model "$model" --data "$set" --graphs 50 --attack random --budget-edits 0.05 --queries-per-edit 2 --checks none --out "$work/fewer" \
  >/dev/null 2>"$work/stderr" || fail "more graphs than there are ended with $?"
attacked=$(sqlite3 "$work/fewer/run.sqlite" 'SELECT count(*) FROM inputs WHERE attacked')
grep -q "^$attacked of the 50 graphs asked for are attacked: no others in the data are suitable" "$work/stderr" ||
  fail "fewer graphs than asked for: $(cat "$work/stderr")"

# Warnings about the images that graphs are cut from are printed and stored.
mkdir -p "$work/dark/a" "$work/dark/b"
python3 - "$work/dark" <<'PY'
import random, sys
random.seed(1)
for name in "ab":
    for i in range(15):
        levels = bytes(random.randrange(60) for _ in range(64))
        open(f"{sys.argv[1]}/{name}/{i}.pgm", "wb").write(b"P5 8 8 255\n" + levels)
PY
"$bin/bo-train" --data "mnist-75sp:$work/dark" --arch gcn --epochs 2 --validation 0 --out "$work/dark.pt" --quiet >/dev/null 2>&1 ||
  fail "training on superpixels ended with $?"
"$bin/bo-attack" --model "$work/dark.pt" --data "mnist-75sp:$work/dark" --part all --graphs 2 --attack random --queries-per-edit 2 --checks none --quiet \
  --out "$work/dark-run" >/dev/null 2>"$work/stderr" || fail "graphs of dark images ended with $?: $(cat "$work/stderr")"
grep -q '^warning: .*no value of the images exceeds 59' "$work/stderr" || fail "no warning of dark images: $(cat "$work/stderr")"
grep -q 'no value of the images exceeds 59' "$work/dark-run/report.html" || fail "the report does not warn of dark images"

# A model of images is attacked on graphs.
if "$bin/bo-train" --data digits:train=0-199 --arch lenet --epochs 1 --out "$work/digits.pt" --quiet >/dev/null 2>&1; then
  refused 'is read as graphs' --model "$work/digits.pt" --data "$set"
  refused '--graph is among graphs' --model "$work/digits.pt" --graph "$one"
  refused '--hops: applies to graphs only' --model "$work/digits.pt" --hops 2
fi
finish
