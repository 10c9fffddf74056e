#!/usr/bin/env bash
# bo-assess on digits, from the search to the report; if it is killed in any stage and resumed, the result is the same.
set -euo pipefail
bin=$1
. "$(dirname "${BASH_SOURCE[0]}")/../command_checks.sh"
host_commands "$bin" "$folder/.bin"
assess=$bin/bo-assess

plan() {
  cat <<'TOML'
data = "digits"
space = "nb201"
finalists = 2
baseline = "lenet"
attack = ["square", "random"]
eps = [0.1, 0.4]
range = "0-11"
budget = 6
[search]
strategy = "random"
budget = 3
images = 96
validation = 64
epochs = 1
channels = 4
cells = 1
image-batch = 32
[train]
epochs = 3
images = 240
[attack-options]
checks = "basic"
TOML
}
plan > plan.toml
code=0
"$assess" --plan plan.toml --quiet --out whole > whole.txt 2> err.txt || code=$?
if [ "$code" != 0 ]; then
  [ "$code" = 2 ] && grep -q digits err.txt && { echo "skipped: no digits sheet"; exit 77; }
  fail "$(cat err.txt)"
fi
for file in assessment.html assessment.md assessment.json assessment.csv models.json config.ini search/report.html \
  models/search-1/model.pt models/search-2/model.pt models/lenet/model.pt \
  attacks/search-1/eps-0.1/report.html attacks/lenet/eps-0.4/run.sqlite; do
  [ -s "whole/$file" ] || fail "no $file"
done
for model in search-1 search-2 lenet; do grep -q "$model" whole.txt || fail "no $model in: $(cat whole.txt)"; done

# outcome FOLDER: the models and the result of each instance, without times and without attempts, which a kill can increase.
outcome() {
  for run in "$1"/attacks/*/*; do echo "${run#"$1/"}"; cut -d, -f1-7,9- "$run/results.csv"; done
  sed -E '/"(latency|seconds|started|finished|command)"/d' "$1/models.json"
}
outcome whole > whole.outcome

# The assessment is killed in the search, in the training and in the attack, and each time resumed.
stopped KILL '[ -e parts/search/trials/1 ]' parts "$assess" --plan plan.toml --quiet
"$assess" --resume --quiet --out parts --until search > /dev/null
[ ! -e parts/models ] || fail "--until search trained"
stopped KILL '[ -e parts/models/search-1 ]' parts "$assess" --resume --quiet
"$assess" --resume --quiet --out parts --until train > /dev/null
[ ! -e parts/attacks ] || fail "--until train attacked"
stopped KILL '[ -e parts/attacks/search-1/eps-0.1/run.sqlite ]' parts "$assess" --resume --quiet
"$assess" --resume --quiet --out parts > parts.txt 2> err.txt || fail "resume: $(cat err.txt)"
outcome parts > parts.outcome
diff whole.outcome parts.outcome || fail "an assessment by stages that was killed in each of them differs"

# If the record of a training is damaged, the model is trained again.
echo '{"architecture": 3, "weights": "x"}' > parts/models/search-1/training.json
"$assess" --resume --until train --quiet --out parts > /dev/null 2> err.txt || fail "a damaged record: $(cat err.txt)"

# Models of a search that another command made, and models given as files under new names.
found() { (cd whole/search && find . -type f ! -name '*-shm' ! -name '*-wal' ! -name .lock -exec sha256sum {} + | sort -k 2); }
found > found-before
"$assess" --from-search whole/search --data digits --finalists 1 --train epochs=1,images=64 --until train --quiet --out taken > /dev/null
found | cmp - found-before || fail "--from-search changed the search"
[ -s taken/models/search-1/model.pt ] || fail "--from-search: no model"
"$assess" --models first=whole/models/search-1/model.pt second=whole/models/lenet/model.pt --attack random --eps 0.4 --range 0-3 \
  --budget 3 --quiet --out given > given.txt
for model in first second; do grep -q "$model" given.txt || fail "no $model in: $(cat given.txt)"; done
"$bin/bo-report" given > again.txt
diff <(grep -v '^report' given.txt) <(grep -v '^report' again.txt) || fail "bo-report tells another assessment"

# Networks for graphs, attacked by editing edges.
"$assess" --data er-components:graphs=90:nodes=8-12 --space graph-network --search strategy=random,budget=2,epochs=4 --finalists 1 --baseline gcn:width=8 \
  --attack random --edits 0.02,0.06 --range 0-9 --attack-options queries-per-edit=3,checks=none --quiet --out graphs > graphs.txt 2> err.txt ||
  fail "graphs: $(cat err.txt)"
for model in search-1 gcn-width-8; do
  [ -s "graphs/attacks/$model/edits-0.06/run.sqlite" ] || fail "no run of $model on graphs"
  grep -q "$model" graphs.txt || fail "no $model in: $(cat graphs.txt)"
done
refuse "--budget: is for images" "$assess" --data er-components --baseline gcn --budget 3 --out x
# Images and graphs are not assessed together.
refuse "--models: $folder/graphs/models/gcn-width-8/model.pt classifies graphs, but digits is read as images" \
  "$assess" --data digits --models graphs/models/gcn-width-8/model.pt --out x
refuse "classifies images, but $folder/graphs/models/gcn-width-8/model.pt classifies graphs" \
  "$assess" --models g=graphs/models/gcn-width-8/model.pt i=whole/models/lenet/model.pt --out x

# An assessment that was begun with relative paths can be resumed from another folder.
cp "$(sed -n 's/^data  *//p' whole.txt)" sheet.png
mkdir elsewhere
"$assess" --data sheet.png --space nb201 --search strategy=random,budget=2,images=96,validation=64,epochs=1,channels=4,cells=1,image-batch=32,estimator=tse,channels-last=yes \
  --finalists 1 --train epochs=1,images=64 --until search --quiet --out relative > /dev/null
(cd elsewhere && "$assess" --resume --until train --quiet --out ../relative) > /dev/null 2> err.txt || fail "resume from elsewhere: $(cat err.txt)"
[ -s relative/models/search-1/model.pt ] || fail "resume from elsewhere trained nothing"
"$bin/bo-report" relative > /dev/null 2> err.txt || fail "the report of a search by another estimator: $(cat err.txt)"
grep -q '"objective": "tse"' relative/assessment.json || fail "a search by tse says otherwise"

# If a training fails, the others continue. A run on another file is not mistaken for a run on this model.
code=0
"$assess" --data digits --baseline lenet --train lr=1e9,epochs=1,images=64 --models mine=whole/models/lenet/model.pt --attack random --eps 0.4 \
  --range 0-9 --budget 2 --attack-options checks=none --quiet --out failing > failing.txt 2> err.txt || code=$?
[ "$code" = 3 ] || fail "exit code $code of an assessment with a training that fails: $(cat err.txt)"
grep -q "left out: lenet: cannot be trained" err.txt || fail "a training that fails says: $(cat err.txt)"
grep -q mine failing.txt || fail "a training that fails took the others along: $(cat failing.txt)"
for file in failing.txt failing/assessment.html failing/assessment.md failing/assessment.json; do
  grep -q 'lenet could not be attacked: it cannot be trained: ' "$file" || fail "$file does not say which training failed"
done
grep -q '"failure": "it cannot be trained: ' failing/assessment.json || fail "assessment.json has no failure of the model"
code=0
"$assess" --resume --quiet --out failing > failing.txt 2> err.txt || code=$?
[ "$code" = 3 ] && grep -q 'lenet could not be attacked' failing.txt || fail "a failed training, resumed: exit code $code, $(cat err.txt)"
cp whole/models/lenet/model.pt mine.pt
"$assess" --models mine.pt --attack random --eps 0.4 --range 0-9 --budget 2 --attack-options checks=none --quiet --out replaced > /dev/null
cp whole/models/search-1/model.pt mine.pt
code=0
"$assess" --resume --quiet --out replaced > /dev/null 2> err.txt || code=$?
[ "$code" = 2 ] || fail "exit code $code where a model is another file now"
grep -q "is not the model that the run in" err.txt || fail "a model that is another file: $(cat err.txt)"
# A program as the model is attacked and resumed, and the report names it by its address. The queries that measure its latency are not
# counted.
"$assess" --data digits --models "stripes=exec:'$bin/bora_example_victim'" "again=exec:'$bin/bora_example_victim' again" --attack random --eps 0.4 --range 0-29 \
  --budget 2 --attack-options checks=none,retries=2 --quiet --out program > /dev/null 2> err.txt || fail "a program is assessed: $(cat err.txt)"
[ -s program/attacks/stripes/eps-0.4/results.csv ] || fail "a program was not attacked"
grep -q "exec:" program/assessment.json && grep -q "exec:" program/models.json || fail "a program is not said by its address"
"$bin/bo-report" program > /dev/null || fail "the report of a program cannot be made again"
cp program/assessment.csv before.csv
"$assess" --resume --quiet --out program > /dev/null 2> err.txt || fail "a program is gone on with: $(cat err.txt)"
diff before.csv program/assessment.csv || fail "going on with a program that is done changed its figures"

# The program is started in the folder where the assessment began, also if it is resumed from another folder.
cp "$bin/bora_example_victim" stripes
"$assess" --data digits --models "here=exec:./stripes" --attack random --eps 0.4 --range 0-29 --budget 2 --attack-options checks=none \
  --until train --quiet --out begun > /dev/null 2> err.txt || fail "a program stands by: $(cat err.txt)"
(cd elsewhere && "$assess" --resume --quiet --out ../begun) > /dev/null 2> err.txt || fail "a program from elsewhere: $(cat err.txt)"
diff <(cut -d, -f2- program/attacks/stripes/eps-0.4/results.csv | head -3) <(cut -d, -f2- begun/attacks/here/eps-0.4/results.csv | head -3) > err.txt ||
  fail "a program from elsewhere answers otherwise: $(cat err.txt)"

# --until with a stage that is already done discards nothing.
cp whole/assessment.csv before.csv
"$assess" --resume --until train --quiet --out whole > /dev/null
"$bin/bo-report" whole > /dev/null
diff before.csv whole/assessment.csv || fail "--resume --until train lost results"
# A bound larger than any distance, or a setting that does not suit the images, is refused before any training.
refuse "--eps: got 785, expected at most 784 pixels" "$assess" --data digits --baseline lenet --norm l0 --eps 9,785 --out x
refuse "--eps: got 29, expected at most 28, the largest L2 distance" "$assess" --data digits --space nb201 --norm l2 --eps 29 --out x
refuse "--eps: got 785, expected at most 784 pixels" "$assess" --models whole/models/lenet/model.pt --norm l0 --eps 785 --out x
refuse "--eps: got 29, expected at most 28 pixels" "$assess" --models whole/models/lenet/model.pt --norm patch --eps 29 --out x
refuse "--eps: got 197, expected at most 196 pixels" "$assess" --data digits --models whole/models/lenet/model.pt --norm l0 --eps 197 --attack-options resize=14 --out x
refuse "--attack-options: images are resized to 14, but models are trained on digits as they are, 1x28x28" \
  "$assess" --data digits --baseline lenet --attack-options resize=14 --out x
refuse "model.pt: takes images of 1x28x28, the data are 1x14x14" "$assess" --models other=exec:./other whole/models/lenet/model.pt \
  --data digits --attack-options resize=14 --out x
refuse "model.pt: takes images of 1x28x28, the data are 1x14x14" "$assess" --models whole/models/lenet/model.pt --attack-options resize=14 --out x
refuse "--attack gp-bo: side=40" "$assess" --data digits --baseline lenet --attack gp-bo:side=40 --out x
[ ! -e x ] || fail "a refused assessment left a folder"
refuse "holds 1000, 0 to 999" "$assess" --data digits --baseline lenet --range 990-1000 --out x

# A condition of --fail-if on the recommended model.
code=0
"$assess" --models whole/models/lenet/model.pt --attack random --eps 0.1 --range 0-29 --budget 6 --fail-if "clean_accuracy < 0.99" \
  --fail-if "clean_accuracy < 0.01" --quiet --out gate > gate.txt 2> err.txt || code=$?
[ "$code" = 4 ] || fail "exit code $code of a gate that holds: $(cat err.txt)"
grep -q "^bo-assess: model: --fail-if clean_accuracy < 0.99: holds" err.txt || fail "the gate says: $(cat err.txt)"
grep -q "^bo-assess: model: --fail-if clean_accuracy < 0.01: does not hold" err.txt || fail "the gate says: $(cat err.txt)"
! grep -q "^bo-attack" err.txt || fail "the runs speak of conditions that the assessment decides: $(cat err.txt)"
[ -s gate/attacks/model/eps-0.1/junit.xml ] || fail "no junit.xml"
"$bin/bo-report" gate > /dev/null || fail "bo-report on a gated assessment"

# A fault after the first success of a run that continues after it: the exit code is that of a fault.
"$assess" --models whole/models/lenet/model.pt --attack square --eps 0.4 --range 0-9 --budget 60 --attack-options minimise=yes,checks=none \
  --quiet --out smallest > /dev/null 2> err.txt || fail "the assessment of smallest changes: exit code $?, $(cat err.txt)"
sqlite3 smallest/attacks/model/eps-0.4/run.sqlite "UPDATE instances SET reason = 'it hangs' WHERE id =
  (SELECT min(id) FROM instances WHERE status = 'success'); SELECT changes()" | grep -qx 1 || fail "the setting is meant to have a success"
code=0
"$assess" --resume --quiet --out smallest > /dev/null 2> err.txt || code=$?
[ "$code" = 3 ] || fail "exit code $code of a fault after the first success: $(cat err.txt)"

# A model that does not answer is left out, and the report gives the reason.
printf '#!/bin/sh\necho no gpu >&2\nexit 1\n' > broken && chmod +x broken
code=0
"$assess" --models whole/models/lenet/model.pt broken=exec:./broken --data digits --attack random --eps 0.4 --range 0-29 --budget 6 \
  --quiet --out partly > partly.txt 2> err.txt || code=$?
[ "$code" = 3 ] || fail "exit code $code where a model does not answer: $(cat err.txt)"
grep -q "broken cannot be recommended: it could not be attacked: .*no gpu" partly.txt || fail "the report does not say why: $(cat partly.txt)"

# A model that fails on the images by which its latency is measured, but not on real ones, is assessed.
"$bin/make_models" "$PWD" || fail "make_models"
"$assess" --models sometimes.pt --data digits --attack random --eps 0.1 --range 0-9 --budget 2 --attack-options checks=none \
  --quiet --out undefined > /dev/null 2> err.txt || fail "a model that gives NaN for noise: exit code $?, $(cat err.txt)"
grep -q "^bo-assess: warning: the latency of sometimes is not known: .*NaN" err.txt || fail "a model that gives NaN for noise: $(cat err.txt)"
grep -q '"status": "complete"' undefined/models.json && grep -q '"latency": null' undefined/models.json || fail "$(cat undefined/models.json)"

# The first signal ends the assessment although a model never answers: a file, and a program that sends its greeting and then hangs.
printf '#!/bin/sh\nread greeting\necho %s\nexec sleep 600\n' "'{\"bora\": 1, \"shape\": [1, 28, 28], \"classes\": 10}'" > mute && chmod +x mute
for how in "INT endless.pt" "TERM endless.pt" "INT endless=exec:./mute"; do
  read -r signal model <<< "$how"
  rm -rf endless
  BORA_COMMANDS="" "$assess" --models "$model" --data digits --attack random --eps 0.4 --range 0-9 --budget 2 --out endless > /dev/null 2> err.txt &
  process=$!
  until grep -q "attacking endless" err.txt; do kill -0 $process 2>/dev/null || fail "ended before a signal: $(cat err.txt)"; sleep 0.02; done
  sleep 2
  kill -$signal $process
  for tries in {1..100}; do kill -0 $process 2>/dev/null || break; sleep 0.05; done
  kill -KILL $process 2>/dev/null && fail "SIG$signal does not end $model, a model that never answers"
  code=0
  wait $process 2>/dev/null || code=$?
  [ "$code" = 130 ] && grep -q "interrupted during the first query of a model" err.txt || fail "SIG$signal, $model: exit code $code, $(cat err.txt)"
  [ -s endless/models.json ] || fail "SIG$signal, $model: no models.json"
done

refuse "already holds an assessment" "$assess" --plan plan.toml --quiet --out whole
refuse "--budget: the assessment in whole was made with '6'" "$assess" --resume --budget 7 --out whole
refuse "bo-assess: --attack-options continuous: got 'true', expected yes or no" "$assess" --models mine.pt --data digits --attack-options continuous=true --eps 0.2 --out x
printf 'data = "digits"\nmodels = ["mine.pt"]\n[attack-options]\ntargets = "both"\n' > faulty.toml
refuse "bo-assess: faulty.toml: --attack-options targets: got 'both', expected all" "$assess" --plan faulty.toml --out x
refuse "--search: unknown option --budgt; did you mean --budget?" "$assess" --space nb201 --data digits --search budgt=3 --out x
refuse "nosuch" "$assess" --models whole/models/lenet/model.pt --attack nosuch --out x
refuse "--train" "$assess" --space nb201 --data digits --search budget=1,images=8,validation=8,epochs=1 --train epoch=3 --out x
refuse "holds no assessment" "$assess" --resume --out nowhere
refuse "expected FIRST-LAST" "$assess" --models whole/models/lenet/model.pt --range 9 --out x
[ ! -e x ] || fail "a refused command made its folder"

# One model under two names gives a warning at the start and in the report. A warning that cannot be written ends nothing.
twice=("$assess" --models first=whole/models/lenet/model.pt again=whole/models/lenet/model.pt --attack random --range 0-3 --budget 2
       --attack-options checks=none --quiet)
"${twice[@]}" --eps 0.2,0.4 --out twice > twice.txt 2> err.txt || fail "one model twice: $(cat err.txt)"
"${twice[@]}" --eps 0.2 --out unwarned > /dev/null 2> /dev/full || fail "a warning on a full disk: exit code $?"
grep -q "warning: again has the same content as first" err.txt || fail "no warning at the start: $(cat err.txt)"
BORA_COMMANDS="" "$assess" --models first=whole/models/lenet/model.pt again=whole/models/lenet/model.pt --attack random --eps 0.2 --range 0-1 --budget 1 \
  --attack-options checks=none --quiet --out unheard > /dev/null 2> /dev/full || fail "a warning on a full disk: exit code $?"
grep -q "WARNING: again has the same content as first" twice.txt || fail "no warning in the report: $(cat twice.txt)"

# An assessment without results can be replaced by another command, or corrected with --resume.
given=(--models first=whole/models/lenet/model.pt --attack random --range 0-3 --budget 2 --attack-options checks=none --quiet)
"$assess" "${given[@]}" --eps 0.4 --until train --out mistyped > /dev/null 2> err.txt || fail "nothing but models: $(cat err.txt)"
cp -r mistyped corrected
"$assess" "${given[@]}" --eps 0.3 --out mistyped > /dev/null 2> err.txt || fail "an assessment without results is not replaced: $(cat err.txt)"
grep -q "has no results; it is started again" err.txt || fail "replaced without a word: $(cat err.txt)"
[ -d mistyped/attacks/first/eps-0.3 ] || fail "the corrected command did not run"
refuse "already holds an assessment" "$assess" "${given[@]}" --eps 0.4 --out mistyped
"$assess" --resume --eps 0.3 --quiet --out corrected > /dev/null 2> err.txt || fail "not corrected: $(cat err.txt)"
[ -d corrected/attacks/first/eps-0.3 ] || fail "the corrected options did not count"
refuse "it cannot be resumed with '0.2'" "$assess" --resume --eps 0.2 --quiet --out corrected

# An assessment whose runs have no answers is replaced. What they sent to the model counts in its first run, also if that is made when the
# new assessment is resumed.
cp -r twice unanswered
sent=0
for run in unanswered/attacks/*/*/run.sqlite; do
  sqlite3 "$run" "DELETE FROM queries; DELETE FROM adversarials; DELETE FROM verification;
    UPDATE instances SET status = 'pending', queries = 0, attempts = 0; UPDATE run SET value = 'interrupted' WHERE key = 'status'"
  sent=$((sent + $(sqlite3 "$run" "SELECT value FROM run WHERE key = 'clean_queries'")))
done
"$assess" "${given[@]}" --eps 0.3,0.4 --until train --out unanswered > /dev/null 2> err.txt || fail "runs without answers are not replaced: $(cat err.txt)"
[ ! -e unanswered/attacks ] || fail "runs without answers are kept: $(find unanswered/attacks)"
"$assess" --resume --quiet --out unanswered > /dev/null 2> err.txt || fail "a replaced assessment is not resumed: $(cat err.txt)"
loaded() { sqlite3 "unanswered/attacks/first/eps-$1/run.sqlite" "SELECT value FROM run WHERE key = 'loading_inputs'"; }
[ "$sent" -gt 0 ] && [ "$(loaded 0.3)" = "$sent" ] || fail "of $sent inputs of the replaced runs, $(loaded 0.3) count"
[ "$(loaded 0.4)" = 0 ] || fail "inputs of the replaced runs count twice: $(loaded 0.4)"
echo "bo-assess: all as expected"
