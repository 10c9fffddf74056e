#!/usr/bin/env bash
# curve_study on curves of 24 networks: gpar has 50 draws of its model unless its name states another number; chains are cross-validated,
# and rows of several folders are averaged.
set -euo pipefail
study=$1
. "$(dirname "${BASH_SOURCE[0]}")/../../tools/command_checks.sh"

mkdir search
awk 'BEGIN {
  print "network,depth,width,step,log_likelihood"
  for (depth = 1; depth <= 4; ++depth)
    for (width = 4; width <= 128; width *= 2)
      for (step = 1; step <= 3; ++step)
        printf "%dx%d,%d,%d,%d,%.6f\n", depth, width, depth, width, step,
               0.3 * step - 0.1 * (log(width) - depth) ^ 2 + 0.5 * sin(37 * depth + 11 * width + 101 * step)
}' > search/results.csv

# regrets STRATEGY: its row without its name.
regrets() { grep -F "| $1 |" table.txt | cut -d'|' -f3-; }
"$study" --searches search --seeds 100-103 --splits 100-101 --few 8 --strategies gpar,gpar:draws=50,gpar:draws=2,gpar:pi:draws=2 > table.txt
[ -n "$(regrets gpar)" ] || fail "no row of gpar: $(cat table.txt)"
[ "$(regrets gpar)" = "$(regrets gpar:draws=50)" ] || fail "50 draws are not the default: $(cat table.txt)"
[ "$(regrets gpar)" != "$(regrets gpar:draws=2)" ] || fail "two draws give the regrets of 50: $(cat table.txt)"
[ "$(regrets gpar:draws=2)" != "$(regrets gpar:pi:draws=2)" ] || fail "the acquisition is lost: $(cat table.txt)"

# Differences are those of the two variants, and the mean of a folder and its copy is that of the folder.
cp -r search copy
"$study" --searches search,copy --seeds 100-101 --splits 100-101 --few 8 --strategies random --held-out 3 > table.txt
# value NAME ROW: the mean difference of a row, earlier values given.
value() { grep -F "| $1 | $2 |" table.txt | awk -F'|' '{ print $4 + 0 }'; }
joint=$(value search "joint minus independent") apart=$(value search "one by one minus independent")
[ "$apart" != "$joint" ] || fail "both trainings give the same: $(cat table.txt)"
for row in "joint minus independent" "one by one minus independent" "one by one minus joint"; do
  [ -n "$(value "mean of 2" "$row")" ] && [ "$(value "mean of 2" "$row")" = "$(value search "$row")" ] || fail "mean of $row: $(cat table.txt)"
done
awk "BEGIN { d = $apart - ($joint) - ($(value search "one by one minus joint")); exit !(d < 0.002 && d > -0.002) }" ||
  fail "the difference of the two trainings: $(cat table.txt)"
# Cross-validations of all splits are averaged.
for splits in 100-101 102-103 100-103; do
  "$study" --searches search --seeds 100-101 --splits $splits --few 8 --strategies random --held-out 3 > table.txt
  means+=("$(value search "joint minus independent")")
done
[ "${means[0]}" != "${means[1]}" ] || fail "the splits change nothing: ${means[*]}"
awk "BEGIN { d = ${means[2]} - 0.5 * (${means[0]} + (${means[1]})); exit !(d < 0.002 && d > -0.002) }" || fail "splits: ${means[*]}"
mkdir other
head -70 search/results.csv > other/results.csv
refuse "other: other networks than in search" "$study" --searches search,other --seeds 100-101 --splits 100-101 --few 8 \
  --strategies random --held-out 3

refuse "--strategies: draws: got '1', expected a whole number of at least 2" "$study" --searches search --strategies gpar:draws=1
refuse "acquisition" "$study" --searches search --strategies gpar:draw=3
