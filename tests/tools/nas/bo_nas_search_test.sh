#!/usr/bin/env bash
# bo-nas trains cells on digits: a search in parts, or killed and resumed, equals an uninterrupted one; its best network can be attacked.
set -euo pipefail
nas=$1
attack=$2
. "$(dirname "${BASH_SOURCE[0]}")/../command_checks.sh"
host_commands "$(dirname "$nas")" "$folder/.bin"
nas=$bin/bo-nas
attack=$bin/bo-attack

# best.pt must be the best network itself, with the accuracy that it reached on the test part.
same_weights() { python3 - "$1" "$2" <<'EOF'
import json, sys, zipfile
def read(path):
    archive = zipfile.ZipFile(path)
    names = archive.namelist()
    stated = [json.loads(archive.read(name)) for name in names if name.endswith("bora.json")]
    return sorted(i.CRC for i in archive.infolist() if "/data/" in i.filename), stated[0]
(weights, best), (others, trial) = read(sys.argv[1]), read(sys.argv[2])
accuracy = best.pop("test_accuracy", None)
sys.exit(not (weights == others and weights and best == trial and accuracy is not None and 0 <= accuracy <= 1))
EOF
}
# found FOLDER: the results of a search without the seconds that it took.
found() { cut -d, -f1-7 "$1/results.csv"; }
# columns FOLDER NAME...: columns of the results of a search, whose cells may hold commas.
columns() { python3 -c 'import csv, sys
for row in csv.DictReader(open(sys.argv[1] + "/results.csv")): print([row[name] for name in sys.argv[2:]])' "$@"; }

search=("$nas" --space nb201 --data digits --images 64 --validation 32 --epochs 2 --channels 2 --cells 1 --image-batch 32 --quiet)
if ! "${search[@]}" --budget 4 --workers 2 --out whole > whole.txt 2> err.txt; then
  grep -q digits err.txt && { echo "skipped: no digits sheet"; exit 77; }
  fail "$(cat err.txt)"
fi
[ "$(wc -l < whole/results.csv)" = 5 ] || fail "results.csv: $(cat whole/results.csv)"
grep -q "took no part" whole.txt || fail "no accuracy on test images: $(cat whole.txt)"
for file in run.sqlite report.html config.ini best.pt trials/4/model.pt; do [ -s "whole/$file" ] || fail "no $file"; done
grep -q "<svg" whole/report.html || fail "no drawing in the report"

# First two networks, then all, with the same number of workers, because this number decides which results each choice can use.
"${search[@]}" --budget 2 --workers 2 --out parts > /dev/null
refuse "already holds a search" "${search[@]}" --budget 4 --workers 2 --out parts
refuse "--resume: nowhere holds no study or search" "$nas" --resume --out nowhere
"${search[@]}" --budget 4 --workers 2 --out parts --resume > /dev/null
diff <(found whole) <(found parts) || fail "a search in two parts differs"

stopped KILL '[ -e killed/trials/1 ]' killed "${search[@]}" --budget 4 --workers 2
"${search[@]}" --budget 4 --workers 2 --out killed --resume > /dev/null
diff <(found whole) <(found killed) || fail "a search that was killed differs"

cp whole/results.csv before.csv
rm -r whole/trials
"${search[@]}" --budget 4 --workers 2 --out whole --resume > /dev/null
diff before.csv whole/results.csv || fail "a search whose networks were gone says other latencies or seconds"
diff <(found whole) <(found parts) || fail "a search whose networks were gone differs"
[ -s whole/trials/4/model.pt ] || fail "a network that was gone was not trained again"

"$attack" --model whole/best.pt --attack random --eps 0.3 --budget 5 --images 3 --checks none --clean-images 100 --out attacked --quiet > attack.txt 2>&1 ||
  fail "bo-attack: $(cat attack.txt)"

# The model stores the path of its images, although the command named them relative to this folder.
cp "$(sed -n 's/^data  *//p' attack.txt)" sheet.png
"${search[@]/digits/sheet.png}" --budget 1 --out named > /dev/null
(mkdir elsewhere && cd elsewhere && "$attack" --model ../named/best.pt --attack random --eps 0.3 --budget 2 --images 1 --checks none --clean-images 100 --out a --quiet) > attack2.txt 2>&1 ||
  fail "bo-attack from elsewhere: $(cat attack2.txt)"

# Most networks are not trained to the end; the best one is trained from the start and for longer. A killed search has the same results.
halved=("$nas" --space nb201 --data digits --images 64 --validation 32 --epochs 4 --channels 2 --cells 1 --image-batch 32 --quiet
        --strategy random --budget 8 --workers 2 --halving 2 --final-epochs 5)
"${halved[@]}" --out halved > halved.txt || fail "halving: $(cat halved.txt)"
grep -qE "halving +[1-9] networks? (was|were) not trained to the end" halved.txt || fail "none stopped: $(cat halved.txt)"
grep -q "trained from the start for 5 epochs" halved.txt || fail "no longer training: $(cat halved.txt)"
same_weights halved/best.pt halved/final/*/model.pt || fail "best.pt is not the one that was trained for longer"
stopped KILL '[ -e halved-killed/trials/5 ]' halved-killed "${halved[@]}"
"${halved[@]}" --out halved-killed --resume > halved-killed.txt
diff <(found halved) <(found halved-killed) || fail "a halved search that was killed differs"
diff <(grep -v " s each\|halved" halved.txt) <(grep -v " s each\|halved" halved-killed.txt) || fail "its text differs"
changed=$(stat -c %y halved/final/*/model.pt)
"${halved[@]}" --out halved --resume > /dev/null
[ "$changed" = "$(stat -c %y halved/final/*/model.pt)" ] || fail "what had been trained for longer was trained again"

# With --tell at-once, the next choices depend on which worker ends first, but choices that were made are kept.
soon=("$nas" --space nb201 --data digits --images 64 --validation 32 --epochs 1 --channels 2 --cells 1 --image-batch 32 --quiet
      --strategy evolution:population=2:tournament=2 --budget 8 --workers 3 --tell at-once)
"${soon[@]}" --out soon > /dev/null
cp -r soon again && rm -r again/trials/[36]
"${soon[@]}" --out again --resume > /dev/null
diff <(found soon) <(found again) || fail "a search that is told at once is another one when it goes on"
stopped KILL '[ -e soon-killed/trials/5 ]' soon-killed "${soon[@]}"
"${soon[@]}" --out soon-killed --resume > soon.txt || fail "told at once, killed: $(cat soon.txt)"
[ "$(wc -l < soon-killed/results.csv)" = 9 ] || fail "told at once, killed: $(cat soon-killed/results.csv)"

# Cells of a space that cannot be enumerated; their best network can be attacked, too.
cells=("$nas" --space nb101 --data digits --images 65 --validation 64 --epochs 1 --channels 4 --cells 1 --image-batch 33 --quiet)
"${cells[@]}" --budget 3 --precision bfloat16 --out nb101 > nb101.txt || fail "nb101: $(cat nb101.txt)"
grep -q "took no part" nb101.txt || fail "nb101: no accuracy on test images: $(cat nb101.txt)"
grep -q "<svg" nb101/report.html || fail "nb101: no drawing in the report"
"$attack" --model nb101/best.pt --attack random --eps 0.3 --budget 2 --images 1 --checks none --clean-images 100 --out attacked-nb101 --quiet > attack4.txt 2>&1 ||
  fail "bo-attack on nb101: $(cat attack4.txt)"
refuse "pool=whole needs a space that can be listed" "${cells[@]}" --strategy bowl:pool=whole --out x
refuse "needs a space that can be listed" "${cells[@]}" --strategy parameters --out x

# An auxiliary classifier and dropped paths, in a search that is killed. A search with other settings is another one.
darts=("$nas" --space darts --data digits --images 64 --validation 32 --epochs 3 --channels 2 --cells 3 --image-batch 32 --strategy random --quiet)
both=("${darts[@]}" --auxiliary 0.4 --drop-path 0.2)
"${both[@]}" --budget 2 --out darts > darts.txt || fail "darts: $(cat darts.txt)"
stopped KILL '[ -e darts-killed/trials/2 ]' darts-killed "${both[@]}" --budget 2
"$nas" --out darts-killed --resume --quiet > /dev/null
diff <(columns darts cell accuracy loss) <(columns darts-killed cell accuracy loss) || fail "a search with dropped paths that was killed differs"
"${darts[@]}" --budget 1 --out darts-plain > darts-plain.txt || fail "darts: $(cat darts-plain.txt)"
"${darts[@]}" --budget 1 --auxiliary 0.4 --out darts-auxiliary > /dev/null
"${darts[@]}" --budget 1 --drop-path 0.2 --out darts-dropped > /dev/null
for value in "cell weights" loss; do
  for one in darts darts-plain darts-auxiliary darts-dropped; do columns $one $value | sed -n 1p; done | sort -u | wc -l
done > different.txt
[ "$(paste -sd ' ' different.txt)" = "1 4" ] || fail "different weights and losses of one network, trained in four ways: $(cat different.txt)"
refuse "--drop-path: the search in darts was made with '0.2', it cannot be resumed with '0'" "${darts[@]}" --auxiliary 0.4 --budget 2 --out darts --resume
refuse "--auxiliary: got 1.5, expected 0 to 1" "${darts[@]}" --auxiliary 1.5 --budget 2 --out x
refuse "--drop-path: got 1, expected a number in [0, 1)" "${darts[@]}" --drop-path 1 --budget 2 --out x
refuse "--auxiliary: is for networks of darts, not of nb201" "${search[@]}" --auxiliary 0.4 --budget 1 --out x
refuse "--drop-path: is for networks of darts, not of nb201" "${search[@]}" --drop-path 0.2 --budget 1 --out x
refuse "--drop-path: has no effect on the program exec:sh x" "$nas" --space darts --data "exec:sh x" --validation 9 --drop-path 0.2 --out x
python3 -c 'import numpy
x, y = numpy.zeros((40, 24, 24), numpy.uint8), numpy.arange(40) % 2
numpy.savez("small.npz", x_train=x, y_train=y, x_test=x, y_test=y)'
refuse "--auxiliary: images of 1x24x24 are too small" "$nas" --space darts --data small.npz --images 20 --validation 20 --auxiliary 0.4 --cells 3 --channels 2 --budget 1 --out x
refuse "--drop-path: is for --data, not for --table" "$nas" --space darts --table x.csv --drop-path 0.2 --out x

# Networks of layers, whose space cannot be enumerated, with zero-cost scores.
for space in mlp cnn; do
  layered=("$nas" --space $space --data digits --images 33 --validation 32 --epochs 1 --image-batch 33 --seed 3 --quiet)
  "${layered[@]}" --strategy nasbot --budget 2 --scores yes --out $space > $space.txt || fail "$space: $(cat $space.txt)"
  grep -q "took no part" $space.txt || fail "$space: no accuracy on test images"
  grep -q "<svg" $space/report.html || fail "$space: no drawing in the report"
  head -1 $space/results.csv | grep -q ",synflow,jaccov$" || fail "$space: no scores in $(head -1 $space/results.csv)"
  tail -1 $space/results.csv | grep -qE ",[0-9.e+-]+,[0-9.e+-]+$" || fail "$space: no scores in $(tail -1 $space/results.csv)"
  "${layered[@]}" --strategy nasbot --budget 2 --out $space --resume > again.txt || fail "$space: resume: $(cat again.txt)"
done
# Widths together with numbers of epochs and learning rates, by the plain search as published.
trained=("$nas" --space mlp-training --data digits --images 33 --validation 32 --image-batch 33 --quiet
         --strategy bowl:model=statistics:acquisition=ei:start=random:pool=random:clip=no)
"${trained[@]}" --budget 4 --workers 2 --out trained > trained.txt || fail "mlp-training: $(cat trained.txt)"
while IFS=, read -r trial text _ _ _ epochs _; do
  [ "$trial" = trial ] || [ "epochs=$epochs" = "$(grep -o 'epochs=[0-9]*' <<< "$text")" ] || fail "$text was trained for $epochs epochs"
done < trained/results.csv
refuse "--lr: has no effect with --space mlp-training" "${trained[@]}" --lr 0.1 --out x
refuse "--channels: cnn's networks are not made of cells" "$nas" --space cnn --data digits --channels 8 --out x
refuse "needs a space whose architectures are made of choices" "$nas" --space cnn --data digits --strategy tpe --out x

# A program of the user trains the networks. If it fails, the trial fails; a killed search can be resumed.
cat > train.sh <<'END'
read -r question
case $question in
  *nor_conv_3x3*) echo '{"accuracy": 0.75, "weights": 12}' ;;
  *none~0*) echo '{"failure": "no \"path\""}' ;;
  *) echo 'too much'; exit 3 ;;
esac
END
own=("$nas" --space nb201 --data "exec:sh train.sh" --validation 100 --budget 8 --strategy random --quiet)
"${own[@]}" --out own > own.txt || fail "exec: $(cat own.txt)"
grep -q "12 weights; validation 75.00% \[65.70, 82.45\] (100 inputs" own.txt || fail "exec: $(cat own.txt)"
[ "$(cut -d, -f2 own/results.csv | grep -c nor_conv_3x3)" = "$(grep -c ',0.75,' own/results.csv)" ] || fail "exec: $(cat own/results.csv)"
grep -q "the program printed 'too much'" own/results.csv || fail "exec: $(cat own/results.csv)"
grep -q nor_conv_3x3 own/best.txt || fail "exec: $(cat own/best.txt)"
rm own/trials/[3-5]/architecture.txt
"${own[@]}" --out own --resume > /dev/null && "${own[@]}" --out own-again --workers 2 > /dev/null
diff <(found own) <(found own-again) || fail "a search by a program differs"
echo 'read -r question' > silent.sh
echo "read -r question; echo '{\"accuracy\": 0.5}'" > alike.sh
echo 'read -r question; exec >&-; sleep 300' > mute.sh
code=0
"${own[@]/train.sh/silent.sh}" --out silent > silent.txt || code=$?
[ "$code" = 3 ] && grep -q "the program gave no answer: it ended with exit code 0" silent/results.csv || fail "a silent program: $code $(cat silent/results.csv)"
"$nas" --space nb201 --data "exec:sh mute.sh" --validation 100 --budget 1 --strategy random --quiet --out mute > mute.txt || true
grep -q "the program closed its standard output" mute/results.csv || fail "a program that says nothing more: $(cat mute/results.csv)"
# A search without values is replaced, and its settings do not matter for the new one.
"${own[@]/train.sh/silent.sh}" --pathless in --out replaced > /dev/null 2>&1 && fail "a silent program succeeds"
cp -r replaced replaced-too
"${own[@]}" --out replaced > replaced.txt 2>&1 || fail "not replaced: $(cat replaced.txt)"
"${own[@]}" --pathless out --out replaced-too --resume > replaced.txt 2>&1 || fail "not replaced: $(cat replaced.txt)"
for again in replaced replaced-too; do
  [ "$(sqlite3 -readonly $again/run.sqlite "SELECT value FROM run WHERE key = 'pathless'")" = out ] || fail "$again keeps a setting of the search before"
  diff <(found own) <(found $again) || fail "$again differs from a new search"
done
"${own[@]/train.sh/alike.sh}" --out alike > alike.txt || fail "a constant program: $(cat alike.txt)"
for file in alike.txt alike/report.html; do
  grep -q "all 8 networks have the same accuracy and cannot be ranked; check that the program trains the architecture" "$file" || fail "$file: no warning of equal accuracies"
done
grep -q "no share" alike.txt && fail "a share is doubted: $(cat alike.txt)"
# Accuracies that differ by less than the sampling error of 100 inputs, and by more.
for accuracy in 0.52 0.95; do
  printf 'read -r question\ncase $question in (*:1}|*:3}) share=%s;; (*) share=0.5;; esac\necho "{\\"accuracy\\": $share}"\n' $accuracy > near.sh
  "${own[@]/train.sh/near.sh}" --out near$accuracy > near$accuracy.txt || fail "accuracies near $accuracy: $(cat near$accuracy.txt)"
done
for file in near0.52.txt near0.52/report.html; do
  grep -q "the accuracies of the 8 networks vary no more than by chance with 100 validation inputs" "$file" || fail "$file: no warning of chance"
done
grep -q "by chance" near0.95.txt && fail "accuracies that differ: $(cat near0.95.txt)"
echo "read -r question; echo '{\"accuracy\": 0.5003}'" > other.sh
"${own[@]/train.sh/other.sh}" --out other > other.txt 2> err.txt || fail "accuracies of other inputs: $(cat err.txt)"
for file in err.txt other.txt other/report.html; do
  [ "$(grep -c "network 1 has an accuracy of 0.5003, which is no share of 100 validation inputs" "$file")" = 1 ] || fail "$file: no doubt about the number of inputs"
done
# With a budget of 6 networks the first 4 are random, with 20 the first 6: a resumed search keeps the number with which it began.
longer=("$nas" --space nb201 --data "exec:sh alike.sh" --validation 100 --strategy tpe --quiet --out longer)
"${longer[@]}" --budget 6 > longer.txt || fail "before more networks: $(cat longer.txt)"
cut -d, -f2 longer/results.csv > begun.txt
"${longer[@]}" --budget 20 --resume > longer.txt 2>&1 || fail "more networks than it began with: $(cat longer.txt)"
cut -d, -f2 longer/results.csv | head -7 | diff begun.txt - || fail "with more networks others come first"
# A refused search has no warnings, here of a budget that is all random.
few=("$nas" --space nb201 --data "exec:sh alike.sh" --validation 100 --strategy evolution --quiet --out few)
"${few[@]}" --budget 2 > few.txt 2>&1 || fail "few networks: $(cat few.txt)"
grep -q "^warning: strategy evolution: .* all are random" few.txt || fail "no warning of a random search: $(cat few.txt)"
refuse "--budget: 1 is less than the 2 networks" "${few[@]}" --budget 1 --resume
# A program that was edited during the search is named when the search is resumed.
"${longer[@]}" --budget 21 --resume > longer.txt 2>&1 || fail "a program that was not edited: $(cat longer.txt)"
grep -q "has changed" longer.txt && fail "a program that was not edited: $(cat longer.txt)"
echo "read -r question; echo '{\"accuracy\": 0.6}'" > alike.sh
"${longer[@]}" --budget 22 --resume > longer.txt 2>&1 || fail "an edited program: $(cat longer.txt)"
grep -q "^warning: alike.sh, which the command names, has changed since the run began" longer.txt || fail "an edited program: $(cat longer.txt)"
echo "read -r question; echo '{\"accuracy\": 0.5}'" > alike.sh
refuse "--validation: is missing" "$nas" --space nb201 --data "exec:sh train.sh" --out x
refuse "--epochs: has no effect on the program exec:sh train.sh" "${own[@]}" --epochs 2 --out x
refuse "is for images" "${own[@]}" --objectives accuracy,latency --out x
refuse '--objectives parameters: the program answered {"accuracy": 0.5} without "weights"' "${own[@]/train.sh/alike.sh}" --objectives accuracy,parameters --out counted

# Networks for graphs.
graphs=("$nas" --space graph-network --data er-components:graphs=90:nodes=8-12 --epochs 3 --workers 2 --quiet)
"${graphs[@]}" --budget 4 --out graphs > graphs.txt || fail "graphs: $(cat graphs.txt)"
grep -q "validation .*([0-9]* graphs; .*" graphs.txt || fail "graphs: validated on others: $(cat graphs.txt)"
grep -q "([0-9]* graphs that took no part)" graphs.txt || fail "graphs: no accuracy on test graphs: $(cat graphs.txt)"
"${graphs[@]}" --budget 2 --out graph-parts > /dev/null
"${graphs[@]}" --budget 4 --out graph-parts --resume > /dev/null
diff <(found graphs) <(found graph-parts) || fail "a search on graphs in two parts differs"
"$attack" --model graphs/best.pt --attack random --graphs 2 --checks none --out attacked-graphs --quiet > attack3.txt 2>&1 || fail "bo-attack on graphs: $(cat attack3.txt)"
refuse "--space nb201: its networks are for images" "$nas" --space nb201 --data er-components --out x
refuse "--space graph-network: its networks are for graphs" "$nas" --space graph-network --data digits --out x
refuse "--adversarial: is for images" "${graphs[@]}" --adversarial 0.1 --out x
refuse "--channels: graph-network's networks are not made of cells" "${graphs[@]}" --channels 8 --out x
refuse "--cells: graph-network's networks are not made of cells" "${graphs[@]}" --cells 2 --out x
# For graphs, no latency is measured.
while IFS=, read -r -a row; do
  [ "${row[0]}" = trial ] || [ -z "${row[10]}" ] || fail "a latency on graphs: ${row[*]}"
done < graphs/results.csv
if grep -qE ">0 ms<|, 0 ms for one input" graphs/report.html; then fail "a latency on graphs in the report"; fi

# Values that are not -log of an error cannot be turned into accuracies.
refuse "strategy sreedhar: the strategy models 1 - accuracy, but the values are of estimator tse; expected the estimator accuracy" \
  "${search[@]}" --strategy sreedhar --estimator tse --out x
refuse "target=accuracy models 1 - accuracy, but the values are of objectives accuracy,parameters" \
  "${search[@]}" --strategy nas-bowl:target=accuracy --objectives accuracy,parameters --out x
refuse "--lr: the search in parts was made with '0.05'" "${search[@]}" --lr 0.1 --budget 4 --workers 2 --out parts --resume
refuse "--table or --data" "$nas" --space nb201 --out x
refuse "--first-rung: needs --halving" "${search[@]}" --first-rung 2 --out x
refuse "--halving: 1" "${search[@]}" --halving 1 --out x
refuse "did you mean at-once" "${search[@]}" --tell at-one --out x
refuse "bo-nas: --cells: 1 is below 3" "$nas" --space darts --data digits --images 96 --validation 64 --cells 1 --out x
refuse "--precision: the search in parts was made with 'float32'" "${search[@]}" --precision bfloat16 --budget 4 --workers 2 --out parts --resume
refuse "'half'" "${search[@]}" --precision half --out x
refuse "--device: 'cpu'" "${search[@]}" --device cpu,cuda:0 --workers 2 --out x
refuse "did you mean tse" "${search[@]}" --estimator tsee --out x
refuse "is for --table" "${search[@]}" --seeds 1-3 --out x
refuse "expected one strategy" "${search[@]}" --strategy bowl,random --out x
refuse "--images: got 100000, expected 1 to 3936: there are 4000 images" "$nas" --space nb201 --data digits --images 100000 --validation 64 --out x
refuse "of which 800 are for validation" "$nas" --space nb201 --data digits --images 100000 --out x
refuse "--budget: 2 is less than the 4" "${search[@]}" --budget 2 --workers 2 --out parts --resume
refuse "--seed: the search in parts" "${search[@]}" --seed 5 --budget 4 --workers 2 --out parts --resume
refuse "device" "${search[@]}" --device gpu --out x
refuse "cells: got 1000, expected 1 to 100" "$nas" --space nb201 --data digits --images 96 --validation 64 --cells 1000 --out x
# A learning rate at which networks diverge: the search continues without these.
"${search[@]}" --lr 1e9 --budget 3 --workers 2 --out diverged > diverged.txt || true
grep -q "without a value" diverged.txt || fail "diverged: $(cat diverged.txt)"
[ "$(wc -l < diverged/results.csv)" = 4 ] || fail "results.csv of the diverged search"
# Dark test images that also are, pixel for pixel, training images: 16 of those for training and 8 of those for validation.
mkdir same
python3 - <<'EOF'
import random, struct
random.seed(1)
pixels = bytes(random.randrange(17) for _ in range(40 * 256))
for part in "train", "t10k":
    open(f"same/{part}-images-idx3-ubyte", "wb").write(struct.pack(">4i", 0x803, 40, 16, 16) + pixels)
    open(f"same/{part}-labels-idx1-ubyte", "wb").write(struct.pack(">2i", 0x801, 40) + bytes(1 + i % 2 for i in range(40)))
EOF
"$nas" --space nb201 --data same --images 16 --validation 8 --epochs 1 --channels 2 --cells 1 --image-batch 8 --budget 1 --workers 1 --quiet \
  --out known > known.txt 2> err.txt || fail "test images that are training images: $(cat err.txt)"
grep -q "24 of the 40 test images have the same pixels as training images" err.txt || fail "no warning of known test images: $(cat err.txt)"
grep -q "(40 images; 24 of the 40 test images have" known.txt || fail "no word of known test images: $(cat known.txt)"
grep -q "no value of the images exceeds 16, where white is 255" err.txt || fail "no warning of dark images: $(cat err.txt)"
grep -q "no image of the train part of same is of class 0, .*; labels are expected to begin at 0" err.txt || fail "no warning of labels from 1 on: $(cat err.txt)"
# The model's file lists the images with 8 bytes each.
python3 -c 'import sys, zipfile; print([file.file_size for file in zipfile.ZipFile(sys.argv[1]).infolist() if file.filename.endswith("training_images")])' \
  known/best.pt | grep -qFx "[192]" || fail "best.pt does not list its training images"
refuse "--channels: got 0" "$nas" --space nb201 --data digits --channels 0 --out x
[ ! -e x ] || fail "a refused command made its folder"
echo "bo-nas --data: all as expected"
