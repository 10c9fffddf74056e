#!/usr/bin/env bash
# Every experiment of tools/reproduce on a few small images: it prints its table, repeats nothing when it is called again, and continues
# after it was killed.
# reproduce_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
reproduce=$(cd "$(dirname "$0")/../../.." && pwd)/tools/reproduce
"$bin/make_reproduce_data" "$work/data" 2>"$work/stderr" || {
  if grep -q 'opencv-doc' "$work/stderr"; then echo "skipped: no digits sheet on this machine"; exit 77; fi
  fail "make_reproduce_data: $(cat "$work/stderr")"
}
# Makes invented tables of architectures and an invented regression set.
python3 - "$work/data" <<'PYTHON'
import itertools, json, os, random, sys
folder, draw = sys.argv[1], random.Random(3)
os.makedirs(folder + "/nas"); os.makedirs(folder + "/uci/wave")
worth = {"none": 0, "skip_connect": 1, "nor_conv_1x1": 2, "nor_conv_3x3": 5, "avg_pool_3x3": 0}
with open(folder + "/nas/nasbench201.csv", "w") as table:
    table.write("arch,c10_xvalid_200,c10_test_200,c100_test_200,in16_test_200,c10_val_12,c100_val_12,in16_val_12\n")
    for cell in itertools.product(worth, repeat=6):
        value = 60 + sum(worth[operation] for operation in cell) + draw.random()
        values = (value, value, value - 20, value - 40, value - 10, value - 30, value - 50)
        table.write("|{}~0|+|{}~0|{}~1|+|{}~0|{}~1|{}~2|".format(*cell) + "".join(f",{one:.3f}" for one in values) + "\n")
cells = {}
while len(cells) < 520:
    edges = {(i, i + 1) for i in range(6)} | {tuple(sorted(draw.sample(range(7), 2))) for _ in range(3)}
    operations = [draw.choice((2, 3, 4)) for _ in range(5)]
    key = [int((i, j) in edges) for i in range(7) for j in range(7)] + [0] + operations + [1]
    cells[str(tuple(key))] = {"val_accuracy": 80 + 2 * operations.count(4) + draw.random(), "params": 1 + operations.count(4)}
json.dump({"nasbench101": {"cifar10": cells}}, open(folder + "/nas/zc_nasbench101_500.json", "w"))
with open(folder + "/uci/wave/data.txt", "w") as rows:
    for _ in range(100):
        a, b = draw.random(), draw.random()
        rows.write(f"{a} {b} {a * a + b}\n")
PYTHON
mkdir -p "$work/models"
train() { "$bin/bo-train" --data "$work/data/$1" --arch lenet --epochs 6 --quiet --out "$work/models/$2.pt" >/dev/null || fail "bo-train on $1"; }
train mnist mnist_carlini_bayesopt
train cifar10 cifar10_resnet20_akamaster
train mnist mnist_lenet5_adv_advertorch
train classes imagenet_mobilenetv2

# small NAME OPTION...: the experiment on two images with few queries. Its victims get little training and are right on few images.
small_options=(--data "$work/data" --models "$work/models" --bin "$bin" --threads 2 --images 2 --targets 2 --budget 12 --seeds 1 --skip 5
               --train-images 600 --epochs 5)
small() { "$reproduce" "$1" "${small_options[@]}" "${@:2}"; }

# runs_through NAME TABLE: the experiment succeeds and prints a table of that name; a second call trains and attacks nothing.
runs_through() {
  local out=$work/out/$1
  small "$1" --out "$out" >"$work/stdout" 2>"$work/stderr" || fail "$1 ended with $?: $(tail -5 "$work/stderr")"
  [ -s "$out/$2" ] || fail "$1: no $2"
  cp "$out/$2" "$work/first"
  small "$1" --out "$out" >"$work/stdout" 2>"$work/stderr" || fail "$1 called again ended with $?: $(tail -5 "$work/stderr")"
  grep -E '^\$ .*bo-(train|attack)' "$work/stderr" && fail "$1 called again did work again"
  cmp -s "$out/$2" "$work/first" || fail "$1 called again made another table"
}
for name in $("$reproduce" --help | sed -n 's/^  \([a-z][a-z0-9.-]*\)  .*(.*)$/\1/p'); do
  case $name in
    public-code) # what the authors' code did is of other images than these
      small "$name" --out "$work/out/$name" >"$work/stdout" 2>"$work/stderr"
      [ $? = 2 ] && grep -q 'cannot be compared: record 0 is of class' "$work/stderr" || fail "$name: $(tail -5 "$work/stderr")" ;;
    ru-6.6 | ru-6.7 | ru-6.8) runs_through "$name" table-6.6.md ;;
    kandasamy | hutchinson)
      small_options+=(--sets wave)
      runs_through "$name" table.md
      small_options=("${small_options[@]:0:${#small_options[@]}-2}") ;;
    *) runs_through "$name" table.md ;;
  esac
  ran=${ran:-}\ $name
done
[[ $ran = *' bo-square '* && $ran = *' ru-6.6'* ]] || fail "--help does not list the experiments:$ran"

# The table names the parts that cannot be made. Here some programs are not built, and the data are missing.
mkdir -p "$work/few" "$work/no-data"
for tool in bo-train bo-attack bo-report; do ln -s "$bin/$tool" "$work/few/$tool"; done
for name in ru-3 ru-4 ru-5; do
  "$reproduce" $name --bin "$work/few" --data "$work/no-data" --seeds 1 --out "$work/few/$name" >"$work/stdout" 2>"$work/stderr" ||
    fail "$name without programs ended with $?: $(tail -5 "$work/stderr")"
done
grep -q 'Skipped: cnn_trial is missing in .*: `cmake .* --target cnn_trial`' "$work/few/ru-4/table.md" || fail "figure 4.7 is missing silently"
grep -q 'Skipped: async_study is missing in .*: `cmake .* --target async_study`' "$work/few/ru-4/table.md" || fail "ru-4: a program is missing silently"
for of in uci/bostonHousing mnist uci/breast-cancer-wisconsin.data; do
  grep -q "Skipped: --data has no $of" "$work/few/ru-3/table.md" || fail "ru-3: the problem on $of is missing silently"
done
for of in uci/bostonHousing mnist nas/zc_nasbench101_500.json; do
  grep -q "Skipped: --data has no $of" "$work/few/ru-5/table.md" || fail "ru-5: problems on $of are missing silently"
done

# An experiment that was killed and called again prints the same table.
killed=$work/killed
setsid "$reproduce" bo-square "${small_options[@]}" --out "$killed" >/dev/null 2>&1 &
process=$!
while kill -0 $process 2>/dev/null && [ "$(queries "$killed/runs/cifar-0.05-targeted-0")" -lt 20 ]; do sleep 0.01; done
kill -KILL -- -$process 2>/dev/null || fail "bo-square ended before it could be killed"
wait $process 2>/dev/null
[ ! -e "$killed/table.md" ] || fail "bo-square: a table of an experiment that was killed"
small bo-square --out "$killed" >/dev/null 2>"$work/stderr" || fail "bo-square after a kill ended with $?: $(tail -5 "$work/stderr")"
cmp -s "$killed/table.md" "$work/out/bo-square/table.md" || fail "bo-square: killed and called again, the table is another one"

# refused WORD ARGUMENT...: tools/reproduce with these arguments fails and prints WORD.
refused() {
  local word=$1 code
  shift
  "$reproduce" "$@" >/dev/null 2>"$work/stderr"
  code=$?
  [ $code = 2 ] || fail "$*: exit code $code instead of 2"
  grep -qF -- "$word" "$work/stderr" || fail "$*: does not say '$word': $(cat "$work/stderr")"
}
refused 'holds results of other options' bo-square "${small_options[@]}" --images 3 --out "$killed"
refused 'expected one of bo-square' nothing --out "$work/none"
refused '--out' bo-square --bin "$bin"
refused '--seeds' bo-square --bin "$bin" --out "$work/none" --seeds 0
refused '--models' bo-square --bin "$bin" --out "$work/none" --data "$work/data"
refused 'has no mnist' bo-square --bin "$bin" --out "$work/none" --data "$work" --models "$work/models"
refused 'unknown option' bo-square --bin "$bin" --out "$work/none" --image 3
finish
