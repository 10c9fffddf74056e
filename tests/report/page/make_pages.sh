#!/usr/bin/env bash
# Writes a page of every kind that bora writes, from small runs.   make_pages.sh BIN FOLDER
# Prints a line for each page: its kind and its path. Searches that train are left out if there is no digits sheet to train on.
set -euo pipefail
bin=$1
out=$2
mkdir -p "$out"

# Synthetic runs, without a victim: few images, an interrupted run, more attacks than colours, graphs.
"$bin/make-synthetic-run" "$out/images" targeted 12
"$bin/make-synthetic-run" "$out/cut" untargeted 6 0.6
"$bin/make-synthetic-run" "$out/many" many 6
"$bin/make-synthetic-run" "$out/graphs" graphs 40
for run in images cut many graphs; do
  "$bin/bo-report" "$out/$run" >/dev/null
  echo "bo-attack-$run $out/$run/report.html"
done
"$bin/make-synthetic-run" "$out/images-again" targeted 12
"$bin/bo-report" "$out/images" "$out/images-again" --compare --out "$out/comparison" >/dev/null
echo "bo-report-compare $out/comparison/comparison.html"

# Several models at several bounds, with a search and a failed check; the same, interrupted.
for state in finished unfinished; do
  "$bin/make-synthetic-assessment" "$out/assessment-$state" 24 $state
  "$bin/bo-report" "$out/assessment-$state" >/dev/null
  echo "bo-assess-$state $out/assessment-$state/assessment.html"
done

# Numbers, categories, a condition, and trials that fail.
cat >"$out/space.toml" <<'TOML'
[learning_rate]
type = "log"
bounds = [1e-4, 1]
[layers]
type = "integer"
bounds = [1, 9]
[activation]
type = "categorical"
values = ["relu", "leaky", "tanh"]
[slope]
type = "real"
bounds = [0, 1]
when = "activation == 'leaky'"
TOML
# Prints a value; with two objectives also a cost.
cat >"$out/program" <<'SH'
#!/bin/sh
awk -v rate="$1" -v layers="$2" -v activation="$3" -v slope="$4" -v two="$5" 'BEGIN {
  if (activation == "tanh" && rate > 0.1) exit 9
  value = 8 - (log(rate) + 4) ^ 2 / 4 - (layers - 5) ^ 2 / 9
  if (activation == "leaky") value += 1 - (slope - 0.25) ^ 2
  if (two) printf "{\"value\": %.4f, \"cost\": %.4f}\n", value, layers * (2 - rate)
  else print value }'
SH
chmod +x "$out/program"
program=("$out/program" '{learning_rate}' '{layers}' '{activation}' '{slope}')
tune=("$bin/bo-opt" --space "$out/space.toml" --budget 18 --seed 3 --quiet)
"${tune[@]}" --maximise --out "$out/tuning" -- "${program[@]}" >/dev/null 2>&1
echo "bo-opt $out/tuning/report.html"
# Noisy values, with repeated trials.
"${tune[@]}" --maximise --repeats 2 --out "$out/noisy" -- sh -c "$out/program {learning_rate} {layers} {activation} {slope} |
  awk -v seed={trial}{repeat} '{ srand(seed); rand(); print \$1 + 6 * rand() }'" >/dev/null 2>&1
echo "bo-opt-noisy $out/noisy/report.html"
"${tune[@]}" --objective value:maximise --objective cost:minimise --out "$out/objectives" -- "${program[@]}" two >/dev/null 2>&1
echo "bo-opt-objectives $out/objectives/report.html"

# Strategies on an invented table of cells: each convolution adds to the accuracy.
awk 'BEGIN {
  n = split("none skip_connect nor_conv_1x1 nor_conv_3x3 avg_pool_3x3", op, " ")
  split("0 1 2 5 0", worth, " ")
  print "arch,accuracy"
  for (a = 1; a <= n; a++) for (b = 1; b <= n; b++) for (c = 1; c <= n; c++)
  for (d = 1; d <= n; d++) for (e = 1; e <= n; e++)
    printf "|%s~0|+|%s~0|%s~1|+|%s~0|%s~1|skip_connect~2|,%.3f\n", op[a], op[b], op[c], op[d], op[e],
      60 + worth[a] + worth[b] + worth[c] + worth[d] + worth[e] - 0.001 * a * b
}' >"$out/table.csv"
"$bin/bo-nas" --space nb201 --table "$out/table.csv" --objective accuracy --strategy bowl,random --seeds 1-3 --budget 25 --quiet \
  --out "$out/study" >/dev/null
echo "bo-nas-study $out/study/report.html"
search=("$bin/bo-nas" --space nb201 --data digits --images 64 --validation 64 --epochs 1 --channels 2 --cells 1 --image-batch 32 --workers 2 --quiet)
if "${search[@]}" --budget 14 --out "$out/search" >/dev/null 2>"$out/search.err"; then
  echo "bo-nas-search $out/search/report.html"
  "${search[@]}" --budget 6 --objectives accuracy,robustness --out "$out/front" >/dev/null
  echo "bo-nas-objectives $out/front/report.html"
elif [ "$(grep -c digits "$out/search.err")" = 0 ]; then
  cat "$out/search.err" >&2
  exit 1
fi
