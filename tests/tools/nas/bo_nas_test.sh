#!/usr/bin/env bash
# bo-nas on an invented table of NAS-Bench-201's cells: it finds the best cell, can be interrupted and resumed, and refuses wrong input.
set -euo pipefail
nas=$1
. "$(dirname "${BASH_SOURCE[0]}")/../command_checks.sh"
host_commands "$(dirname "$nas")" "$folder/.bin"
nas=$bin/bo-nas

# Makes the table of all cells: each 3x3 convolution adds 5 points and each 1x1 convolution two, plus a little more the earlier it comes.
awk 'BEGIN {
  n = split("none skip_connect nor_conv_1x1 nor_conv_3x3 avg_pool_3x3", op, " ")
  split("0 1 2 5 0", worth, " ")
  print "arch,accuracy,params"
  for (a = 1; a <= n; a++) for (b = 1; b <= n; b++) for (c = 1; c <= n; c++)
  for (d = 1; d <= n; d++) for (e = 1; e <= n; e++) for (f = 1; f <= n; f++)
    printf "|%s~0|+|%s~0|%s~1|+|%s~0|%s~1|%s~2|,%.3f,%d\n", op[a], op[b], op[c], op[d], op[e], op[f],
      60 + worth[a] + worth[b] + worth[c] + worth[d] + worth[e] + 0.9 * worth[f] - 0.001 * (a * b), 1 + worth[a] + worth[b]
}' > table.csv

study=("$nas" --space nb201 --table table.csv --objective accuracy --budget 18 --quiet)
"${study[@]}" --strategy bowl,random --seeds 1-2 --threads 2 --out whole > whole.txt
grep -q "| bowl | 2 |" whole.txt || fail "no row of bowl: $(cat whole.txt)"
[ "$(wc -l < whole/results.csv)" = 73 ] || fail "results.csv has $(wc -l < whole/results.csv) lines, expected 73"
head -1 whole/results.csv | grep -q "^strategy,seed,evaluation,cell,value$" || fail "header of results.csv"
for file in run.sqlite summary.csv report.html config.ini; do [ -s "whole/$file" ] || fail "no $file"; done
grep -q "<svg" whole/report.html || fail "no figure in the report"

# In two parts and with another number of threads, the results are the same.
"${study[@]}" --strategy bowl --seeds 1 --threads 1 --out parts > /dev/null
refuse "already holds a study" "${study[@]}" --strategy bowl --seeds 1 --out parts
"${study[@]}" --strategy bowl,random --seeds 1-2 --threads 1 --out parts --resume > /dev/null
cmp whole/results.csv parts/results.csv || fail "a study in two parts differs"

# --resume needs no other options, and a study without any run may be replaced.
"${study[@]}" --strategy bowl --seeds 1 --threads 1 --out short > /dev/null
"$nas" --resume --quiet --strategy bowl,random --seeds 1-2 --out short > /dev/null || fail "--resume alone"
cmp whole/results.csv short/results.csv || fail "a study that goes on by --resume alone differs"
"${study[@]}" --strategy bowl --seeds 1 --out mistyped > /dev/null
python3 -c 'import sqlite3; run = sqlite3.connect("mistyped/run.sqlite"); [run.execute("DELETE FROM " + t) for (t,) in
  run.execute("SELECT name FROM sqlite_master WHERE type = \"table\" AND name != \"run\"").fetchall()]; run.commit()'
cp -r mistyped corrected
"${study[@]}" --strategy random --seeds 2 --out mistyped > again.txt 2>&1 || fail "not replaced: $(cat again.txt)"
"${study[@]/18/10}" --strategy random --seeds 2 --resume --out corrected > again.txt 2>&1 || fail "not corrected: $(cat again.txt)"
refuse "already holds a study" "${study[@]}" --strategy random --seeds 2 --out mistyped

# A search does not choose cells without a path from input to output. With --pathless in it does, and so does a resumed study that began
# before these cells were excluded.
cat > pathless.awk <<'EOF'
function open(word) { return word !~ /^none/ }
{ split($4, p, /[|+]+/); if (!(open(p[5]) || (open(p[2]) && (open(p[6]) || (open(p[4]) && open(p[7])))) || (open(p[3]) && open(p[7])))) n++ }
END { print n + 0 }
EOF
[ "$(awk -F, -f pathless.awk whole/results.csv)" = 0 ] || fail "cells without a path were asked for"
"${study[@]}" --strategy random,local --seeds 1-20 --out connected > /dev/null
[ "$(awk -F, -f pathless.awk connected/results.csv)" = 0 ] || fail "cells without a path were asked for in 40 searches"
"${study[@]}" --strategy random --seeds 1-20 --pathless in --out all > /dev/null
[ "$(awk -F, -f pathless.awk all/results.csv)" != 0 ] || fail "--pathless in asks for no cell without a path"
"${study[@]}" --strategy random --seeds 1-21 --out all --resume > /dev/null || fail "a study of all cells is not gone on with"
refuse "--pathless: the search in all was made with 'in'" "${study[@]}" --strategy random --seeds 1-22 --pathless out --out all --resume
refuse "--pathless: 'off'" "${study[@]}" --strategy random --pathless off --out x

# A table of fractions of 1 is converted to percent, which the output states.
awk -F, -v OFS=, 'NR > 1 { $2 = $2 / 100 } { print }' table.csv > shares.csv
"$nas" --space nb201 --table shares.csv --objective accuracy --budget 20 --strategy random --seeds 1 --quiet --out shares > shares.txt
grep -q "accuracy (shares of 1, here in percent): best 8" shares.txt || fail "shares: $(cat shares.txt)"
grep -qF '| > 20 |' shares.txt || fail "a median beyond the budget is not printed as > 20: $(cat shares.txt)"
"$nas" --space nb201 --table shares.csv --objective accuracy --budget 20 --strategy random --seeds 1-2 --quiet --out shares --resume > /dev/null ||
  fail "a study of shares is not gone on with"

# A column that does not distinguish architectures, such as the number of epochs.
awk -F, -v OFS=, '{ print $0, (NR > 1 ? 12 : "epoch") }' table.csv > epochs.csv
one=("$nas" --space nb201 --table epochs.csv --budget 8 --strategy random --seeds 1 --quiet)
"${one[@]}" --objective epoch --out epoch > /dev/null 2> err.txt || fail "a constant column: $(cat err.txt)"
grep -q "table: all 15625 architectures have the same epoch, so every strategy finds the largest at once" err.txt || fail "no warning of a constant column: $(cat err.txt)"
"${one[@]}" --objective accuracy --out no-epoch > /dev/null 2> err.txt || fail "a column of accuracies: $(cat err.txt)"
grep -q "have the same" err.txt && fail "accuracies that differ: $(cat err.txt)"

# A column of errors is maximised with a warning, or minimised, which gives the same searches as its accuracies.
awk -F, -v OFS=, '{ print $1, (NR > 1 ? 100 - $2 : "error"), $3 }' table.csv > errors.csv
errors=("${study[@]/table.csv/errors.csv}" --strategy bowl,random --seeds 1-2)
maximised="objective: error is maximised, although its name is that of an error or cost; if smaller is better, give error:minimise"
"${errors[@]/accuracy/error}" --out costly > costly.txt 2> err.txt || fail "maximised errors: $(cat err.txt)"
grep -qF "warning: $maximised" err.txt || fail "no warning of maximised errors: $(cat err.txt)"
grep -qF "error (maximised): best 40" costly.txt || fail "maximised errors: $(cat costly.txt)"
grep -qF "$maximised" costly/report.html || fail "the report has no warning of maximised errors"
"${errors[@]/accuracy/error:maximise}" --out costly --resume > /dev/null 2> err.txt || fail "not resumed: $(cat err.txt)"
grep -q "although" err.txt && fail "a warning of a given direction: $(cat err.txt)"
refuse "--objective: the study in costly was made with 'error', it cannot be resumed with 'error:minimise'" "${errors[@]/accuracy/error:minimise}" --out costly --resume
"${errors[@]/accuracy/error:minimise}" --out errors > errors.txt 2> err.txt || fail "minimised errors: $(cat err.txt)"
grep -q "although" err.txt && fail "a warning of minimised errors: $(cat err.txt)"
grep -qF "error (minimised): best 1" errors.txt || fail "minimised errors: $(cat errors.txt)"
grep -qF "that found the smallest value" errors.txt || fail "minimised errors: $(cat errors.txt)"
diff <(cut -d, -f1-4 whole/results.csv) <(cut -d, -f1-4 errors/results.csv) > /dev/null || fail "errors are not minimised as accuracies are maximised"
"$nas" --resume --quiet --seeds 1-3 --out errors > errors.txt || fail "a study of errors is not gone on with"
grep -qF "error (minimised): best 1" errors.txt || fail "minimised errors: $(cat errors.txt)"
# Small errors in percent look like fractions of 1, but have two decimals.
awk -F, -v OFS=, 'NR > 1 { $2 = sprintf("%.2f", $2 / 100) } { print }' errors.csv > small.csv
small=("${errors[@]/errors.csv/small.csv}")
"${small[@]/accuracy/error:minimise}" --out small > /dev/null 2> err.txt || fail "small errors: $(cat err.txt)"
grep -qF "warning: objective: all values of error are at most 1 and are taken as fractions of 1; if they are percentages, divide them by 100" err.txt ||
  fail "no warning of small errors: $(cat err.txt)"
# A refused study has no warnings.
refuse "was made with 'error:minimise', it cannot be resumed with 'error'" "${errors[@]/accuracy/error}" --out errors --resume

# A study that was killed and resumed has the same results.
searches() { sqlite3 -readonly "$1/run.sqlite" 'SELECT count(*) FROM searches' 2> /dev/null || echo 0; }
stopped KILL '[ "$(searches killed)" -ge 1 ]' killed "${study[@]}" --strategy bowl,random --seeds 1-2 --threads 1
"${study[@]}" --strategy bowl,random --seeds 1-2 --threads 1 --out killed --resume > /dev/null
cmp whole/results.csv killed/results.csv || fail "a study that was killed differs"

# Motifs of an earlier study guide the search.
awk -F, -v OFS=, '{ print $0, NR == 1 ? "again" : $NF }' whole/results.csv > twice.csv
"${study[@]}" --strategy random,random:motifs=yes --motifs twice.csv --seeds 1-2 --out motifs > motifs.txt 2>&1
grep -qE "of 15,[0-9]+ architectures have one of [0-9]+ good patterns" motifs.txt || fail "motifs: $(cat motifs.txt)"
grep -q "motif-values" motifs.txt && fail "a warning of motifs from values without a doubt"
awk -F, -v OFS=, '{ print $0, NR == 1 ? "error" : $NF }' whole/results.csv > costs.csv
"${study[@]}" --strategy random:motifs=yes --motifs costs.csv --motif-values error --seeds 1 --out costs > /dev/null 2> err.txt
grep -q "warning: motif-values: larger values of error count as better" err.txt || fail "no warning of motifs from errors: $(cat err.txt)"
refuse "with a good motif, to which the strategy random:motifs=yes is limited" \
  "$nas" --space nb201 --table table.csv --objective accuracy --budget 15000 --quiet --strategy random:motifs=yes --motifs twice.csv --out x
refuse "--motifs: the study in motifs was made with" "${study[@]}" --strategy random,random:motifs=yes --motifs whole/results.csv --seeds 1-3 --out motifs --resume
refuse "twice.csv' (SHA-256 $(sha256sum twice.csv | cut -c 1-64)), it cannot be resumed with a file (SHA-256" \
  "${study[@]}" --strategy random,random:motifs=yes --motifs whole/results.csv --seeds 1-3 --out motifs --resume
refuse "--motif-values: the study in motifs was made with 'value'" "${study[@]}" --strategy random,random:motifs=yes --motifs twice.csv --motif-values again --seeds 1-3 --out motifs --resume
refuse "motifs=yes needs motifs" "${study[@]}" --strategy random:motifs=yes --out x
refuse "--motifs: no strategy uses them" "${study[@]}" --strategy random --motifs whole/results.csv --out x
refuse "no column accuracy" "${study[@]}" --strategy random:motifs=yes --motifs whole/results.csv --motif-values accuracy --out x

"${study[@]}" --strategy nas-bowl:motifs=updated --motifs twice.csv --motif-score printed --seeds 1 --out updated > /dev/null
refuse "--motif-score: the study in updated was made with 'printed'" "${study[@]}" --strategy nas-bowl:motifs=updated --motifs twice.csv --motif-score mean --seeds 1-2 --out updated --resume
refuse "--motif-score: needs --motifs" "${study[@]}" --strategy random --motif-score printed --out x

# The search observes another column, with noise; the best cell is then the one with the best observed value.
"${study[@]}" --strategy nas-bowl --seeds 1 --noise 2 --observed accuracy --out noisy > noisy.txt
grep -q "observed: accuracy; noise of 2 points" noisy.txt || fail "noise: $(cat noisy.txt)"
"${study[@]}" --strategy nas-bowl --seeds 1-2 --out noisy --resume > /dev/null 2> noise.txt && fail "a study with noise goes on without"
grep -q -- "--noise: the study in noisy was made with '2'" noise.txt || fail "noise: $(cat noise.txt)"
"$nas" --resume --quiet --seeds 1-2 --out noisy > noisier.txt || fail "a study with noise is not gone on with"
"${study[@]}" --strategy nas-bowl --seeds 1-2 --noise 2 --observed accuracy --threads 1 --out noisy-again > again.txt
cmp noisy/results.csv noisy-again/results.csv || fail "a noisy study in two parts differs"
cmp <(sed 's/ [0-9.]* |$//' noisier.txt | grep "| nas-bowl") <(sed 's/ [0-9.]* |$//' again.txt | grep "| nas-bowl") || fail "figures of a noisy study in two parts differ"
refuse "--noise" "${study[@]}" --strategy random --noise -1 --out x
refuse "did you mean accuracy" "${study[@]}" --strategy random --observed acuracy --out x

# Networks for regression, on invented data.
mkdir -p wave
awk 'BEGIN { srand(4); for (i = 0; i < 300; i++) { a = rand(); b = rand(); print a, b, sin(6 * a) + b } }' > wave/data.txt
regression=("$nas" --space mlp --data wave --epochs 20 --budget 4 --quiet)
"${regression[@]}" --strategy nasbot --out regression > regression.txt || fail "regression: $(cat regression.txt)"
grep -qE "validation [0-9.]+% of the variance \(held-out inputs; the largest of 4" regression.txt || fail "regression: $(cat regression.txt)"
grep -qE "test [0-9.]+% of the variance: MSE 0\.[0-9]+" regression.txt || fail "regression: $(cat regression.txt)"
[ -s regression/best.txt ] && [ -s regression/trials/4/epochs.csv ] || fail "files of a regression"
cp regression/results.csv regression.csv
"$nas" --resume --quiet --budget 6 --out regression > /dev/null || fail "a regression is not gone on with"
cmp <(cut -d, -f1-7 regression.csv) <(head -5 regression/results.csv | cut -d, -f1-7) || fail "a regression that goes on changes what was"
refuse "is for mlp" "$nas" --space nb201 --data wave --out x
refuse "--device: is for images, wave holds a regression set" "${regression[@]}" --device cuda --out x

refuse "--budget: the study in parts was made with '18'" "$nas" --space nb201 --table table.csv --objective accuracy --budget 19 --out parts --resume
refuse "holds no study" "${study[@]}" --out nothing --resume
refuse "did you mean nb201" "$nas" --space nb21 --table table.csv --out x
refuse "did you mean accuracy" "$nas" --space nb201 --table table.csv --objective acuracy --out x
refuse "did you mean random" "${study[@]}" --strategy randm --out x
refuse "--seed: is for --data, not for --table" "${study[@]}" --seed 3 --out x
refuse "is CSV" "${study[@]}" --dataset cifar100 --out x
refuse "--budget: 20000" "$nas" --space nb201 --table table.csv --objective accuracy --budget 20000 --out x
refuse "has no setting 'terms'" "${study[@]}" --strategy bowl:model=wl:terms=p --out x
refuse "terms 'pp'" "${study[@]}" --strategy bowl:terms=pp --out x
refuse "tournament: 50" "${study[@]}" --strategy evolution:population=5:tournament=50 --out x
refuse "--seeds" "${study[@]}" --seeds 2147483647 --out x
refuse "--seeds" "${study[@]}" --seeds 3-1 --out x
refuse "1 is given twice" "${study[@]}" --seeds 1,1 --out x
refuse "--table" "$nas" --space nb201 --out x
refuse "none.csv" "$nas" --space nb201 --table none.csv --out x
head -c 3000 table.csv > cut.csv
refuse "cut.csv" "$nas" --space nb201 --table cut.csv --objective accuracy --out x
[ ! -e x ] || fail "a refused command made its folder"
"$nas" --help > help.txt
grep -q "bowl" help.txt || fail "--help"
echo "bo-nas: all as expected"
