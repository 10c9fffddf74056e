#!/usr/bin/env bash
# bo-nas --space sigmoid-mlp: a search with a given prior, a single network, and regression on basis functions.
set -euo pipefail
nas=$1
. "$(dirname "${BASH_SOURCE[0]}")/../command_checks.sh"
host_commands "$(dirname "$nas")" "$folder/.bin"
nas=$bin/bo-nas

sigmoid=("$nas" --space sigmoid-mlp)
search=("${sigmoid[@]}" --layers 2 --units 6 --epochs 5,40 --rate 0.1,2 --initial 4 --candidates 50 --iterations 4 --seed 3)
"${search[@]}" --out first > first.txt
grep -q "^networks   8$" first.txt || fail "not 8 networks: $(cat first.txt)"
[ "$(wc -l < first/results.csv)" = 9 ] || fail "results.csv: $(cat first/results.csv)"
awk -F, 'NR > 1 && ($3 < 5 || $3 > 40 || $4 < 0.1 || $4 > 2 || $5 < 0 || $5 > 1) { exit 1 }' first/results.csv || fail "out of bounds"
# The first networks are drawn at random; the others have an expected improvement.
awk -F, 'NR > 1 && (($7 > 0) != (NR > 5)) { exit 1 }' first/results.csv || fail "improvement: $(cat first/results.csv)"
for words in "<svg" "Crosses: training points" "learning rate"; do
  grep -q "$words" first/report.html || fail "no '$words' in the report"
done
"${search[@]}" --out again > /dev/null
cmp first/results.csv again/results.csv || fail "the same seed gives another search"
refuse "already holds results" "${search[@]}" --out first

# A search that was interrupted has the same results when it is resumed, and keeps the accuracies it had.
mkdir part && cp first/run.sqlite part
python3 -c 'import sqlite3; run = sqlite3.connect("part/run.sqlite")
run.execute("DELETE FROM run WHERE key IN (\"accuracy-3\", \"accuracy-7\", \"accuracy-8\")"); run.commit()'
refuse "part already holds a search; add --resume to continue it" "${search[@]}" --out part
refuse "--seed: the study in part was made with '3', it cannot be resumed with '4'" "${search[@]/#3/4}" --resume --out part
"${search[@]}" --resume --out part > /dev/null
cmp first/results.csv part/results.csv || fail "a resumed search gives other results"
python3 -c 'import sqlite3; run = sqlite3.connect("part/run.sqlite")
run.execute("UPDATE run SET value = \"0.123\" WHERE key = \"accuracy-8\""); run.commit()'
"${search[@]}" --resume --out part > /dev/null
[ "$(sed -n 9p part/results.csv | cut -d, -f5)" = 0.123 ] || fail "a stored accuracy was computed again: $(cat part/results.csv)"
"${sigmoid[@]}" --epochs 10000000 --out long 2> stderr.txt &
while kill -0 $! && [ ! -e long/run.sqlite ]; do sleep 0.1; done
kill -TERM $!
code=0
wait $! || code=$?
[ $code = 130 ] && grep -q "the same command with --resume continues" stderr.txt || fail "exit code $code: $(cat stderr.txt)"

# --resume and --out suffice from any folder, also if the points come from a file.
mkdir bare elsewhere && cp first/run.sqlite first/config.ini bare
python3 -c 'import sqlite3; run = sqlite3.connect("bare/run.sqlite")
run.execute("DELETE FROM run WHERE key IN (\"accuracy-3\", \"accuracy-7\", \"accuracy-8\")"); run.commit()'
(cd elsewhere && "$nas" --resume --out ../bare > /dev/null 2> err.txt) || fail "--resume alone: $(cat elsewhere/err.txt)"
cmp first/results.csv bare/results.csv || fail "a search that is resumed by its folder alone gives other results"
refuse "--seed: the study in bare was made with '3', it cannot be resumed with '4'" "$nas" --resume --out bare --seed 4
refuse "--resume: is for a search" "${sigmoid[@]}" --network 3 --resume --out long

# Figure 3: a single network.
"${sigmoid[@]}" --network 3-0-4 --epochs 30 --rate 0.5 --out one > one.txt
[ "$(wc -l < one/results.csv)" = 31 ] || fail "not a line an epoch"
grep -q "3-0-4 epochs=30 rate=0.5" one.txt || fail "$(cat one.txt)"

# Figure 5: a cubic function fits better than a straight line.
"${sigmoid[@]}" --basis linear,cubic --alpha 1 --sigma 0.25 --ell 0.4 --out basis > basis.txt
awk '$1 == "linear" { line = $3 } $1 == "cubic" { cubic = $3 } END { exit !(cubic > 0 && cubic < line) }' basis.txt || fail "$(cat basis.txt)"

# Points from a file.
printf 'x,class\n0,0\n0.2,0\n0.4,0\n0.6,1\n0.8,1\n1,1\n' > points.csv
"${search[@]}" --data points.csv --validation 2 --out own > /dev/null
cp own/results.csv before.csv
(cd elsewhere && "$nas" --resume --out ../own > /dev/null 2> err.txt) || fail "--resume alone with points: $(cat elsewhere/err.txt)"
cmp before.csv own/results.csv || fail "points of a file: another search"
printf '0,0\n0.2,none\n' > wrong.csv
refuse "wrong.csv: line 2" "${search[@]}" --data wrong.csv --out x
refuse "--validation: 6 of 6" "${search[@]}" --data points.csv --validation 6 --out x
refuse "--out: must name" "${sigmoid[@]}"
refuse "--epochs: got '5,x'" "${sigmoid[@]}" --epochs 5,x --out x
refuse "--epochs: got 0" "${sigmoid[@]}" --epochs 0 --out x
refuse "--epochs: 8 is not in 9" "${sigmoid[@]}" --epochs 9,8 --out x
refuse "--rate: got 2 to 1" "${sigmoid[@]}" --rate 2,1 --out x
refuse "--sigma: 0" "${sigmoid[@]}" --sigma 0 --out x
refuse "--candidates: 0" "${sigmoid[@]}" --candidates 0 --out x
refuse "--network: '3-x'" "${sigmoid[@]}" --network 3-x --out x
refuse "did you mean cubic" "${sigmoid[@]}" --basis cubc --out x
refuse "expected one of the two" "${sigmoid[@]}" --basis cubic --network 3 --out x
"${sigmoid[@]}" --help | grep -- "--candidates" >/dev/null || fail "--help"
