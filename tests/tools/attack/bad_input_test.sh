#!/usr/bin/env bash
# Wrong input ends with one clear line and exit code 2, and leaves no files.   bad_input_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
"$bin/make_models" "$work" || fail "make_models"
model=$work/digits.pt

# refused WORD ARGUMENT...: bo-attack with these arguments fails with one line that contains WORD.
refused() {
  local word=$1
  shift
  "$bin/bo-attack" --out "$work/out" --quiet "$@" >"$work/stdout" 2>"$work/stderr"
  local code=$?
  [ $code = 2 ] || fail "$*: exit code $code instead of 2: $(head -c 300 "$work/stderr")"
  [ "$(wc -l <"$work/stderr")" = 1 ] || fail "$*: $(wc -l <"$work/stderr") lines instead of one: $(head -c 600 "$work/stderr")"
  [ ! -s "$work/stdout" ] || fail "$*: printed to standard output"
  grep -qF -- "$word" "$work/stderr" || fail "$*: does not say '$word': $(cat "$work/stderr")"
  [ ! -e "$work/out" ] || { fail "$*: left a folder behind"; rm -rf "$work/out"; }
}

refused 'classes 0 to 9' --model "$model" --target 12
refused '40/255' --model "$model" --target 3 --eps 40
refused "--eps" --model "$model" --eps 0
refused "--eps" --model "$model" --eps abc
refused '--eps: got 1000, expected at most 28, the largest L2 distance between images of 1x28x28' --model "$model" --norm l2 --eps 1000
refused '--eps: got 785, expected at most 784 pixels' --model "$model" --norm l0 --eps 785
refused '--eps: got 29, expected at most 28 pixels, the shorter side of images of 1x28x28' --model "$model" --norm patch --eps 29
refused '--eps: got 2.5, expected the side of a square, a whole number of pixels' --model "$model" --norm patch --eps 2.5
refused 'attack bo: does not support the norm patch; those that do: sparse-rs, random' --model "$model" --norm patch --eps 5 --attack bo
refused '--prior: is for --norm linf and l2, but --norm is patch' --model "$model" --norm patch --eps 5 --prior data
refused '--budget' --model "$model" --budget 0
refused '--budget: 99999999999 is too large, expected a whole number from -1 to 1073741824' --model "$model" --budget 99999999999
# Values that are too large to be read back from a stored run are refused.
refused '--budget: got 2147483647, expected -1 to 1073741824' --model "$model" --budget 2147483647
refused '--query-cap: got 2147483647, expected 1 to 1073741824' --model "$model" --query-cap 2147483647
refused '--price-per-1000: got 1e+16, expected 0 to 1000000000000000' --model "$model" --price-per-1000 1e16
# Options that have no effect beside others are refused.
refused '--images and --range exclude each other' --model "$model" --images 5 --range 0-9
refused '--part: is for --data, not for a single input' --model "$model" --image digit.png --label 3 --part all
refused '--clean-images: is for --data, not for a single input' --model "$model" --image digit.png --clean-images 20
for option in --timeout --retries --rate --concurrency --header; do
  value=5
  [ $option = --header ] && value='A: b'
  refused "$option: applies only to models outside this process (exec:, http://)" --model "$model" "$option" "$value"
done
refused '--header: applies only to models on servers (http://), not to programs' --model 'exec:./serve' --data digits --header 'A: b'
headed() { refused "--header: $1" --model 'http://127.0.0.1:1/v2/models/m' --data digits --header "$2"; }
headed "'a': expected 'Name: value' in one line" A
headed "'api-key': would be stored with the run" 'Api-Key: 5'
headed "'a': the environment has no variable 'BORA_NO_SUCH'" 'A: ${BORA_NO_SUCH}'
for address in 'exec:./serve' 'http://127.0.0.1:1/v2/models/m'; do
  refused '--device: is for models in this process, not for programs and servers' --model "$address" --data digits --device cuda
done
refused '--most-injected: is for --edit-mode inject' --model "$model" --most-injected 2
refused 'did you mean --budget' --model "$model" --buget 100
refused "did you mean" --model "$model" --attack sqare
refused '--targets' --model "$model" --targets some
refused 'exclude each other' --model "$model" --target 3 --untargeted
refused '--attack gp-bo' --model "$model" --attack gp-bo:side=40
refused '--visible' --model "$model" --visible everything
refused 'top-5' --model "$model" --visible top-0
refused 'only 10 classes' --model "$model" --visible top-11
refused '--attack pgd' --model "$model" --attack square,pgd --visible label
refused "has no setting 'repeats'" --model "$model" --attack square:repeats=3
refused 'did you mean' --describe sqare
refused "$work/absent.pt" --model "$work/absent.pt"
refused '--model' --data digits
refused '--threads: got 100000' --model "$model" --threads 100000
refused 'its value is missing, --out follows' --model "$model" --eps --out "$work/out"
refused 'is a directory' --model "$model" --config "$work"
mkfifo "$work/pipe.pt"
refused 'a pipe or a device' --model "$work/pipe.pt"
refused 'File name too long' --model "$(printf 'x%.0s' {1..300})"

# Files that are not TorchScript: text, a truncated archive, an empty file.
echo "no model" >"$work/text.pt"
head -c 20000 "$model" >"$work/cut.pt"
: >"$work/empty.pt"
refused "$work/text.pt" --model "$work/text.pt"
refused "$work/cut.pt" --model "$work/cut.pt"
refused "$work/empty.pt" --model "$work/empty.pt"

refused "$work/steps.pt" --model "$work/steps.pt" --data digits --attack random,pgd
refused 'finite' --model "$work/nan.pt" --data digits

# Bad data: a truncated IDX file, images of another size.
idx() { printf '\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x'"$1"'\x00\x00\x00\x'"$1"; }
mkdir "$work/cut" "$work/small"
{ idx 1c; head -c 1000 /dev/zero; } >"$work/cut/t10k-images-idx3-ubyte"
printf '\x00\x00\x08\x01\x00\x00\x00\x02\x01\x02' | tee "$work/cut/t10k-labels-idx1-ubyte" >"$work/small/t10k-labels-idx1-ubyte"
{ idx 0e; head -c 392 /dev/zero; } >"$work/small/t10k-images-idx3-ubyte"
refused 't10k-images' --model "$model" --data "$work/cut"
refused '14x14' --model "$model" --data "$work/small"
refused 'digits' --model "$model" --data digitz

# --out accepts names in any alphabet, but no empty name.
out_refused() {
  "$bin/bo-attack" --model "$model" --images 1 --quiet --out "$2" >/dev/null 2>"$work/stderr"
  [ $? = 2 ] && [ "$(wc -l <"$work/stderr")" = 1 ] && grep -qF -- "$1" "$work/stderr" || fail "--out '$2': $(cat "$work/stderr")"
}
out_refused "--out: got ''" ''
out_refused 'File name too long' "$work/$(printf 'x%.0s' {1..300})"
for name in ünï 猫 $'\xff'; do
  cp "$model" "$work/$name.pt"
  LC_ALL=C "$bin/bo-attack" --model "$work/$name.pt" --images 1 --attack random --budget 2 --checks none --clean-images 100 --quiet --out "$work/out-$name" >"$work/stdout" 2>"$work/stderr" ||
    fail "names in another alphabet ($name): exit code $?: $(cat "$work/stderr")"
  [ -e "$work/out-$name/report.html" ] || fail "names in another alphabet ($name): no report"
  LC_ALL=C "$bin/bo-attack" --resume --quiet --out "$work/out-$name" >/dev/null 2>"$work/stderr" || fail "resumed ($name): exit code $?: $(cat "$work/stderr")"
done

# A folder that cannot be written to: not even root can create a folder in /proc.
"$bin/bo-attack" --model "$model" --images 1 --quiet --out /proc/bora-run >/dev/null 2>"$work/stderr"
[ $? = 2 ] && [ "$(wc -l <"$work/stderr")" = 1 ] || fail "read-only --out: $(cat "$work/stderr")"

# A second run into the same folder is refused and changes nothing of the first.
"$bin/bo-attack" --model "$model" --images 1 --attack random --budget 5 --checks none --clean-images 100 --quiet --out "$work/first" >/dev/null || fail "a small run ended with $?"
before=$(sqlite3 "$work/first/run.sqlite" 'SELECT count(*) FROM queries')
"$bin/bo-attack" --model "$model" --images 1 --attack square --quiet --out "$work/first" >/dev/null 2>"$work/stderr"
[ $? = 2 ] && grep -q -- --resume "$work/stderr" || fail "second run: $(cat "$work/stderr")"
[ "$before" = "$(sqlite3 "$work/first/run.sqlite" 'SELECT count(*) FROM queries')" ] || fail "second run changed the first"
"$bin/bo-attack" --resume --out "$work/first" --budget 50 --quiet >/dev/null 2>"$work/stderr"
[ $? = 2 ] && grep -q -- --budget "$work/stderr" || fail "resumed with another budget: $(cat "$work/stderr")"

# Image files in folders: the output states which part was drawn, and files keep their names. Classes that the model does not name must have
# numbers.
"$bin/bo-attack" --model "$model" --images 150 --attack random --budget 1 --checks none --clean-images 100 --quiet --out "$work/many" >/dev/null || fail "a run of 150 images ended with $?"
mkdir "$work/photos" "$work/few"
for file in "$work"/many/originals/*; do
  label=${file##*label}
  label=${label%.png}
  mkdir -p "$work/photos/$label"
  cp "$file" "$work/photos/$label/snap$(basename "$file" | tr -dc 0-9).png"
done
cp -r "$work/photos/3" "$work/photos/7" "$work/few"
mkdir "$work/named" && cp -r "$work/photos/3" "$work/named/three" && cp -r "$work/photos/7" "$work/named/seven"
refused 'labels.csv' --model "$model" --data "$work/named"
# Folders named like the model's classes are matched to them.
"$bin/bo-attack" --model "$model" --data "$work/few" --images 2 --attack random --budget 1 --checks none --clean-images 100 --quiet \
  --out "$work/by-name" >/dev/null 2>"$work/stderr" || fail "classes by name: exit code $?: $(cat "$work/stderr")"
[ "$(sqlite3 "$work/by-name/run.sqlite" "SELECT count(*) FROM inputs WHERE name NOT LIKE label || '/%'")" = 0 ] || fail "a folder is another class than its name"
mkdir "$work/some" && cp -r "$work/photos/3" "$work/some" && cp -r "$work/photos/7" "$work/some/other"
refused "class 'other' is not one of the model's" --model "$model" --data "$work/some"
printf 'label,class\n3,3\n7,7\n' >"$work/few.csv"
"$bin/bo-attack" --model "$model" --data "$work/few" --class-map "$work/few.csv" --images 2 --attack random --budget 1 --checks none --clean-images 100 --quiet \
  --out "$work/mapped" >/dev/null 2>"$work/stderr" || fail "classes by a map: exit code $?: $(cat "$work/stderr")"
[ "$(sqlite3 "$work/mapped/run.sqlite" 'SELECT count(*) FROM inputs WHERE label NOT IN (3, 7)')" = 0 ] || fail "the map of classes was not followed"

# Images of another size or with other channels than the model's are converted only if an option says how.
refused '14x14' --model "$model" --data "$work/few" --class-map "$work/few.csv" --resize 14
refused '1x14x14; to change them: --resize 28 --crop 28' --model "$model" --data "$work/few" --class-map "$work/few.csv" --crop 14
refused '3x28x28; to change them: --channels 1' --model "$model" --data "$work/few" --class-map "$work/few.csv" --channels 3
refused "--resize: got '12y'" --model "$model" --data digits --resize 12y
refused "--channels: '4'" --model "$model" --data digits --channels 4
refused 'none.csv' --model "$model" --data digits --class-map "$work/none.csv"
"$bin/bo-attack" --model "$model" --data "$work/few" --class-map "$work/few.csv" --resize 36 --crop 32 --resize 36x36 --images 1 >/dev/null 2>"$work/stderr"
[ $? = 2 ] || fail "an option twice: exit code $?"
"$bin/bo-attack" --model "$model" --data "$work/few" --class-map "$work/few.csv" --resize 36 --crop 28 --images 1 --attack random --budget 1 --checks none --clean-images 100 \
  --out "$work/prepared" >/dev/null 2>"$work/stderr" || fail "prepared images: exit code $?: $(cat "$work/stderr")"
grep -q 'resized to 36, cropped to 28' "$work/stderr" || fail "what was done to images is not said: $(cat "$work/stderr")"
grep -q 'resized to 36, cropped to 28' "$work/prepared/report.html" || fail "the report does not say what was done to images"
"$bin/bo-attack" --model "$model" --data "$work/photos" --images 5 --eps 0.5 --attack random --budget 20 --checks none --clean-images 100 --out "$work/named" >/dev/null 2>"$work/stderr" ||
  fail "a folder of images: exit code $?: $(cat "$work/stderr")"
grep -q 'drawn at random as a test part' "$work/stderr" || fail "a part is drawn unsaid: $(cat "$work/stderr")"
grep -q 'drawn at random as a test part' "$work/named/report.html" || fail "the report does not say that a part was drawn"
grep -q '/snap[0-9]*.png$' "$work/named/results.csv" || fail "results.csv does not name files: $(head -n 2 "$work/named/results.csv")"
ls "$work/named/originals" | grep '_snap[0-9]*_record' > /dev/null || fail "files do not keep their names: $(ls "$work/named/originals")"
"$bin/bo-attack" --model "$model" --data "$work/photos" --part all --images 5 --attack random --budget 1 --checks none --clean-images 100 --out "$work/all" >/dev/null 2>"$work/stderr" ||
  fail "all of a folder: exit code $?: $(cat "$work/stderr")"
grep -q 'drawn at random' "$work/stderr" && fail "all images are called a part: $(cat "$work/stderr")"
"$bin/bo-attack" --model "$model" --image "$(ls "$work"/photos/3/* | head -n 1)" --attack random --budget 1 --checks none --out "$work/one" >/dev/null 2>"$work/stderr" ||
  fail "one image: exit code $?: $(cat "$work/stderr")"
grep -q 'attacking 1 image of unknown class' "$work/stderr" && ! grep -q '0 of 0' "$work/stderr" || fail "one image: $(cat "$work/stderr")"

# If a model fails on some images only, the attacks on these fail with the reason, the others continue, and the exit code is 3.
"$bin/bo-attack" --model "$work/sometimes.pt" --data digits --images 2 --attack random,square --budget 20 --clean-images 0 --quiet \
  --out "$work/sometimes" >/dev/null 2>"$work/stderr"
code=$?
[ $code = 3 ] || fail "a model that fails now and then: exit code $code instead of 3: $(cat "$work/stderr")"
[ "$(sqlite3 "$work/sometimes/run.sqlite" "SELECT count(*) FROM instances WHERE status = 'failed' AND reason LIKE '%finite%'")" -gt 0 ] ||
  fail "no instance says why it failed"

# A model no better than guessing is attacked with a warning, which the report and the terminal show, the latter also with --quiet.
"$bin/bo-attack" --model "$work/chance.pt" --data digits --images 2 --attack random --budget 2 --quiet --out "$work/chance" \
  >/dev/null 2>"$work/stderr" || fail "a model that knows nothing: exit code $?: $(cat "$work/stderr")"
grep -q '^warning: the model is right on .* --input-range' "$work/stderr" || fail "a model that knows nothing is not warned of: $(cat "$work/stderr")"
grep -q 'the model is right on .* --input-range' "$work/chance/report.html" || fail "the report does not warn of a model that knows nothing"
[ "$("$bin/bo-attack" --model "$model" --images 2 --attack random --budget 2 --quiet --out "$work/sound" 2>&1 >/dev/null)" = "" ] ||
  fail "a sound model is warned of"

# --describe needs no model.
"$bin/bo-attack" --visible label --describe bo >"$work/stdout" 2>"$work/stderr" || fail "--describe bo: $(cat "$work/stderr")"
grep -q '^bo (on images): where labels alone' "$work/stdout" || fail "--describe bo shows another attack: $(cat "$work/stdout")"
finish
