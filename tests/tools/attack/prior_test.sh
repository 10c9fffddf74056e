#!/usr/bin/env bash
# Substitute models are trained once and stored, are named in the run, are the same when it is resumed, and are refused if they do not fit.
# prior_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
"$bin/make_models" "$work" || fail "make_models"
model=$work/digits.pt
export XDG_CACHE_HOME=$work/cache
fact() { sqlite3 -readonly "$1/run.sqlite" "SELECT value FROM run WHERE key = '$2'"; }
substitutes() { sqlite3 -readonly "$1/run.sqlite" "SELECT json_extract(each.value, '\$.sha256') FROM run, json_each(run.value) AS each WHERE run.key = 'substitutes'"; }
answers() { sqlite3 -readonly "$1/run.sqlite" 'SELECT instance, number, input_hash, objective FROM queries ORDER BY instance, number'; }

# Data that is given by a name and not by a path, such as digits: the substitute models are stored in the user's cache.
# One transferred image is the fastest setting.
bo=bo:transfers=1
attack=("$bin/bo-attack" --model "$model" --images 1 --targets 1 --eps 0.1 --budget 12 --attack $bo,square --seed 3 --clean-images 100 --checks none)
data=(--prior data --prior-count 2 --prior-epochs 1)
"${attack[@]}" "${data[@]}" --threads 2 --out "$work/first" >"$work/first.txt" 2>"$work/first.err" || fail "--prior data ended with $?: $(tail -n 3 "$work/first.err")"
grep -q "training 2 substitute models" "$work/first.err" || fail "training is not announced: $(cat "$work/first.err")"
[ "$(find "$work/cache/bora/substitutes" -name '*.pt' | wc -l)" = 2 ] || fail "the cache holds $(ls "$work/cache/bora/substitutes")"
[ "$(fact "$work/first" prior)" = data ] || fail "prior is '$(fact "$work/first" prior)'"
[ "$(fact "$work/first" prior_learn)" = 0 ] || fail "prior_learn is '$(fact "$work/first" prior_learn)'"
grep -q digits <<<"$(fact "$work/first" prior_data)" || fail "prior_data is '$(fact "$work/first" prior_data)'"
grep -q 'accurate' "$work/first.txt" || fail "the summary does not say what the attacker holds: $(head -n 12 "$work/first.txt")"
grep -q '(prior)' "$work/first.txt" || fail "the summary does not mark attacks with a prior"
grep -q 'Attacker knows' "$work/first/report.html" || fail "the report does not say what the attacker knows"

"${attack[@]}" "${data[@]}" --threads 1 --out "$work/second" >/dev/null 2>"$work/second.err" || fail "the second run ended with $?"
grep -q "taken from $work/cache" "$work/second.err" || fail "the second run does not take substitute models from the cache: $(cat "$work/second.err")"
[ "$(substitutes "$work/first")" = "$(substitutes "$work/second")" ] || fail "other substitute models in the second run"
cmp -s <(answers "$work/first") <(answers "$work/second") || fail "threads or the cache change the run"

# --prior data is never a folder of that name, also when the run is resumed.
mkdir -p "$work/beside/data" "$work/beside/learn"
pushd "$work/beside" >/dev/null
interrupted run 50 -- "$bin/bo-attack" --model "$model" --images 2 --targets 4 --attack random --eps 0.05 --budget 100 --checks none --clean-images 100 \
  "${data[@]}" --quiet
popd >/dev/null
[ "$(fact "$work/beside/run" prior)" = data ] || fail "beside a folder 'data' the prior is '$(fact "$work/beside/run" prior)'"
"$bin/bo-attack" --resume --out "$work/beside/run" --quiet >/dev/null 2>"$work/stderr" || fail "resumed beside a folder 'data': $(cat "$work/stderr")"

# Substitute models are neither trained nor tested on attacked inputs, and the run states which data attacker and victim share.
grep -q 'same data as the victim: yes (4,000 of 4,000 images)' "$work/first.txt" || fail "the summary does not say that data are the same: $(grep knows "$work/first.txt")"
grep -q 'same data as the victim: yes (4,000 of 4,000 images)' "$work/first/report.html" || fail "the report does not say that data are the same"
[[ "$(fact "$work/first" prior_screened_on)" == "999 images of "*", none attacked or trained on" ]] || fail "screened on '$(fact "$work/first" prior_screened_on)'"
"$bin/bo-train" --data digits:train=0-1999 --arch lenet --epochs 1 --out "$work/half.pt" --quiet >/dev/null || fail "training on a range ended with $?"
half=("$bin/bo-attack" --model "$work/half.pt" --images 2 --budget 2 --attack $bo --seed 3 --clean-images 100 --checks none --prior data --prior-count 1 --prior-epochs 1 --quiet)
"${half[@]}" --prior-data digits:train=2000-3999 --out "$work/disjoint" >/dev/null || fail "--prior-data with a range ended with $?"
[ "$(fact "$work/disjoint" prior_same_data)" = no ] || fail "disjoint data: same data is '$(fact "$work/disjoint" prior_same_data)'"
[ "$(fact "$work/disjoint" prior_images)" = 2000 ] || fail "disjoint data: $(fact "$work/disjoint" prior_images) images"
"${half[@]}" --prior-data digits:train=1000-2999 --out "$work/overlapping" >/dev/null || fail "--prior-data with an overlap ended with $?"
[ "$(fact "$work/overlapping" prior_same_data)/$(fact "$work/overlapping" prior_shared)" = yes/1000 ] || fail "half the data are shared: $(fact "$work/overlapping" prior_shared)"
"${half[@]}" --part train --out "$work/leak" >/dev/null 2>"$work/stderr"
[ $? = 2 ] && [ ! -e "$work/leak" ] && grep -q '2 of the 2 images to be attacked are among those' "$work/stderr" || fail "substitute models are trained on what is attacked: $(cat "$work/stderr")"
kept=$(find "$work/cache/bora/substitutes" -name '*.pt' | paste -sd, -)
"$bin/bo-attack" --model "$work/half.pt" --part train --images 200 --budget 2 --attack $bo --prior "$kept" --quiet --out "$work/leak" >/dev/null 2>"$work/stderr"
[ $? = 2 ] && [ ! -e "$work/leak" ] && grep -q 'was trained on .* of the 200 images to be attacked' "$work/stderr" || fail "substitute models were trained on what is attacked: $(cat "$work/stderr")"
find "$work/cache/bora/substitutes" -type f -newer "$work/half.pt" -delete

# The same files, given by the user, make the same run. A run without a prior differs, except for square.
files=$(find "$work/cache/bora/substitutes" -name '*.pt' | sort | paste -sd, -)
"${attack[@]}" --out "$work/none" --quiet >/dev/null || fail "--prior none ended with $?"
"${attack[@]}" --prior "$files" --out "$work/files" --quiet >/dev/null || fail "--prior FILES ended with $?"
of() { sqlite3 -readonly "$1/run.sqlite" "SELECT instances.id, number, input_hash FROM queries JOIN instances ON instances.id = instance WHERE attack = '$2' ORDER BY 1, 2"; }
cmp -s <(of "$work/none" square) <(of "$work/files" square) || fail "substitute models change an attack that makes no use of them"
cmp -s <(of "$work/none" $bo) <(of "$work/files" $bo) && fail "substitute models change nothing in bo"
[ "$(fact "$work/files" prior)" = files ] || fail "prior is '$(fact "$work/files" prior)'"
grep -q 'knows *nothing else' <("$bin/bo-report" "$work/none") || fail "a run without a prior does not say so"

# A substitute model no better than guessing is set aside. Beside a useful one it changes nothing. Alone, it leaves attacks without a prior,
# unless an attack requires one.
one=${files%%,*}
"${attack[@]}" --prior "$one" --out "$work/one" --quiet >/dev/null || fail "--prior with one file ended with $?"
"${attack[@]}" --prior "$work/chance.pt,$one" --out "$work/beside" --quiet >"$work/beside.txt" || fail "--prior with a useless file ended with $?"
cmp -s <(answers "$work/one") <(answers "$work/beside") || fail "a substitute model that knows nothing changes the run"
grep -q 'no better than guessing: set aside' "$work/beside.txt" || fail "the summary does not say what was set aside: $(head -n 12 "$work/beside.txt")"
"${attack[@]}" --prior "$work/chance.pt" --out "$work/useless" >"$work/useless.txt" 2>"$work/useless.err" ||
  fail "--prior with nothing but a useless file ended with $?: $(cat "$work/useless.err")"
grep -q 'attacks that can run without them do so' "$work/useless.err" || fail "nothing is said of a useless prior: $(cat "$work/useless.err")"
cmp -s <(answers "$work/none") <(answers "$work/useless") || fail "a useless prior changes the run"
grep -q 'No attack of this run made use of it' "$work/useless.txt" || fail "marked wrongly: $(grep prior "$work/useless.txt")"
"${attack[@]/$bo,square/gfcs}" --prior "$work/chance.pt" --out "$work/must" --quiet >"$work/must.txt" || fail "gfcs with a useless prior ended with $?"
grep -q 'marked (prior): gfcs' "$work/must.txt" || fail "marked wrongly: $(grep prior "$work/must.txt")"

# In L2: the attacks of the papers, and one that starts from the result of projected gradient descent in L2.
in_l2=gfcs,p-rgf:samples=4,simba:start=prior
"${attack[@]/$bo,square/$in_l2}" --norm l2 --prior "$files" --out "$work/l2" --quiet >"$work/l2.txt" || fail "a prior in L2 ended with $?"
grep -q 'marked (prior): gfcs' "$work/l2.txt" || fail "marked wrongly: $(grep prior "$work/l2.txt")"

# The lessons of earlier images are the same for any number of threads, however often the run is killed.
lessons() { sqlite3 -readonly "$1/run.sqlite" 'SELECT instance, hex(content) FROM lessons ORDER BY instance'; }
contents() { answers "$1"; lessons "$1"; }
learning=("$bin/bo-attack" --model "$model" --images 6 --targets 1 --eps 0.05 --budget 20 --batch 3 --attack bo,square --seed 3
          --clean-images 100 --checks none --quiet)
"${learning[@]}" --prior learn --threads 1 --out "$work/learnt" >"$work/learnt.txt" || fail "--prior learn ended with $?"
"${learning[@]}" --prior learn --threads 2 --out "$work/learnt-2" >/dev/null || fail "--prior learn with two threads ended with $?"
cmp -s <(contents "$work/learnt") <(contents "$work/learnt-2") || fail "threads change what is learnt"
[ "$(lessons "$work/learnt" | wc -l)" -gt 4 ] || fail "only $(lessons "$work/learnt" | wc -l) lessons"
[ "$(fact "$work/learnt" prior_learn)" = 1 ] || fail "prior_learn is '$(fact "$work/learnt" prior_learn)'"
grep -q '(prior)' "$work/learnt.txt" || fail "the summary does not mark attacks that learn"
killed_and_resumed "$work/learnt" "$work/learnt-killed" 30 60 -- "${learning[@]}" --prior learn
"${learning[@]}" --out "$work/untaught" >/dev/null || fail "the run without lessons ended with $?"
cmp -s <(of "$work/untaught" square) <(of "$work/learnt" square) || fail "lessons change an attack that does not learn"
cmp -s <(of "$work/untaught" bo) <(of "$work/learnt" bo) && fail "lessons change nothing in bo"

# A run can be resumed only with the same substitute models.
cp -r "$work/cache/bora/substitutes" "$work/own"
own=$(find "$work/own" -name '*.pt' | sort | paste -sd, -)
contents() { answers "$1"; }
whole=("$bin/bo-attack" --model "$model" --images 2 --targets 2 --eps 0.05 --budget 15 --batch 3 --attack $bo --seed 3 --quiet --clean-images 100
       --checks none --prior "$own,$work/chance.pt")
"${whole[@]}" --out "$work/whole" >/dev/null || fail "the run to compare with ended with $?"
killed_and_resumed "$work/whole" "$work/killed" 40 -- "${whole[@]}"
one=$(find "$work/own" -name '*.pt' | sort | head -n 1)
mv "$one" "$work/kept.pt"
"$bin/bo-attack" --resume --out "$work/killed" --quiet >/dev/null 2>"$work/stderr"
[ $? = 2 ] && [ "$(wc -l <"$work/stderr")" = 1 ] || fail "resumed without a substitute model: $(cat "$work/stderr")"
cp "$(find "$work/own" -name '*.pt' | sort | tail -n 1)" "$work/other.pt"
printf x >>"$work/other.pt"
cp "$work/other.pt" "$one"
"$bin/bo-attack" --resume --out "$work/killed" --quiet >/dev/null 2>"$work/stderr"
[ $? = 2 ] && [ "$(wc -l <"$work/stderr")" = 1 ] || fail "resumed with another substitute model: $(cat "$work/stderr")"
mv "$work/kept.pt" "$one"
for other in none learn data "$one"; do
  "$bin/bo-attack" --resume --out "$work/killed" --prior "$other" --quiet >/dev/null 2>"$work/stderr"
  [ $? = 2 ] && [ "$(wc -l <"$work/stderr")" = 1 ] && grep -q "cannot be resumed with '$other'" "$work/stderr" ||
    fail "resumed with --prior $other: $(cat "$work/stderr")"
done

refused() {
  local word=$1
  shift
  "$bin/bo-attack" --out "$work/out" --quiet --model "$model" --attack bo "$@" >"$work/stdout" 2>"$work/stderr"
  local code=$?
  [ $code = 2 ] || fail "$*: exit code $code instead of 2: $(head -c 300 "$work/stderr")"
  [ "$(wc -l <"$work/stderr")" = 1 ] || fail "$*: $(wc -l <"$work/stderr") lines instead of one: $(head -c 600 "$work/stderr")"
  grep -qF -- "$word" "$work/stderr" || fail "$*: does not say '$word': $(cat "$work/stderr")"
  [ ! -e "$work/out" ] || { fail "$*: left a folder behind"; rm -rf "$work/out"; }
}
cp "$model" "$work/copy.pt"
refused 'white-box' --prior "$model"
refused 'white-box' --prior "$work/copy.pt"
refused 'same network' --prior "$one,$one"
refused '11 classes' --prior "$work/eleven.pt"
refused 'no gradients' --prior "$work/steps.pt"
refused 'did you mean data?' --prior dat
refused '--prior-data' --prior-data digits
refused 'gone.pt' --prior "$one,$work/gone.pt"
refused 'small.pt: fails on images of 1x28x28' --prior "$one,$work/small.pt"
refused '/proc/bora-cache' --prior data --prior-cache /proc/bora-cache --prior-count 1 --prior-epochs 1
# An unusable device is refused before anything is trained, even if the victim does not need a device.
"$bin/bo-attack" --model "exec:'$bin/bora_example_victim'" --data digits --images 1 --budget 2 --attack bo --clean-images 0 --checks none --quiet \
  --prior data --prior-cache "$work/untrained" --device cuda:99 --out "$work/out" >/dev/null 2>"$work/stderr"
[ $? = 2 ] && grep -q -- '--device cuda:99' "$work/stderr" || fail "a device that does not exist: $(cat "$work/stderr")"
[ ! -e "$work/untrained" ] || fail "substitute models are trained before the device is refused"
refused "'nowhere'" --prior data --prior-data nowhere
echo "no model" >"$work/text.pt"
refused "$work/text.pt" --prior "$work/text.pt"
mkdir "$work/test-part"
printf '\x00\x00\x08\x03\x00\x00\x00\x01\x00\x00\x00\x1c\x00\x00\x00\x1c' >"$work/test-part/t10k-images-idx3-ubyte"
head -c 784 /dev/zero >>"$work/test-part/t10k-images-idx3-ubyte"
printf '\x00\x00\x08\x01\x00\x00\x00\x01\x03' >"$work/test-part/t10k-labels-idx1-ubyte"
refused '--prior data' --prior data --prior-data "$work/test-part"

# Ctrl-C during training leaves no incomplete file and no part of a run.
rm -rf "$work/cache"
"${attack[@]}" --prior data --prior-epochs 50 --out "$work/stopped" >/dev/null 2>"$work/stderr" &
process=$!
while kill -0 $process 2>/dev/null && ! grep -q 'substitute model 1 of' "$work/stderr"; do sleep 0.05; done
kill -INT $process
wait $process
code=$?
[ $code = 130 ] || fail "interrupted in training: exit code $code instead of 130"
grep -q 'interrupted while substitute models were trained' "$work/stderr" || fail "interrupted in training: $(tail -n 2 "$work/stderr")"
[ ! -e "$work/stopped" ] || fail "interrupted in training: left a run behind"
[ -z "$(find "$work/cache" -type f 2>/dev/null)" ] || fail "interrupted in training: left $(find "$work/cache" -type f)"
finish
