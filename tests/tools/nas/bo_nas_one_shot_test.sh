#!/usr/bin/env bash
# bo-nas with strategies that train a supernet: a search that was killed or ended with Ctrl-C equals an uninterrupted one, and the folder
# contains its results.
set -euo pipefail
nas=$1
. "$(dirname "${BASH_SOURCE[0]}")/../command_checks.sh"
host_commands "$(dirname "$nas")" "$folder/.bin"
nas=$bin/bo-nas
# found FOLDER: the results of a search without the seconds that it took.
found() { cut -d, -f1-7 "$1/results.csv"; }

search=("$nas" --space nb201 --data digits --images 96 --validation 64 --epochs 1 --channels 2 --cells 1 --image-batch 32 --quiet --seed 4)
ranked=("${search[@]}" --strategy one-shot:supernet=fair:epochs=3:batches=2:cells=10 --workers 2)
shot=("${ranked[@]}" --budget 2)
if ! "${shot[@]}" --out whole > whole.txt 2> err.txt; then
  if grep -q digits err.txt; then echo "skipped: no digits sheet"; exit 77; fi
  fail "$(cat err.txt)"
fi
grep -q "took no part" whole.txt || fail "no accuracy on test images: $(cat whole.txt)"
[ "$(wc -l < whole/supernet/ranking.csv)" = 11 ] || fail "ranking: $(cat whole/supernet/ranking.csv)"
[ -s whole/best.pt ] || fail "no best.pt"
grep -q "The supernet" whole/report.html || fail "no supernet in the report"
# The best two have the smallest sums of losses, in this order.
tail -n +2 whole/supernet/ranking.csv | sort -t, -g -k2 | head -2 | cut -d, -f1 > best.txt
diff best.txt <(tail -n +2 whole/results.csv | cut -d, -f2) || fail "not the best ranked: $(cat whole/supernet/ranking.csv whole/results.csv)"

stopped KILL '[ -e killed/supernet/checkpoint ]' killed "${shot[@]}"
"${shot[@]}" --out killed --resume > /dev/null
diff <(found whole) <(found killed) || fail "a search that was killed differs"
cmp whole/supernet/ranking.csv killed/supernet/ranking.csv || fail "a ranking that was killed differs"
refuse "--strategy: the search in whole" "${search[@]}" --strategy one-shot --budget 2 --workers 2 --out whole --resume

darts=("${search[@]}" --strategy drnas:gradient=tse:interval=2:epochs=10 --budget 2)
stopped TERM '[ -e ended/supernet/course.csv ]' ended "${darts[@]}"
grep -q "it can be resumed" ended.err || fail "no word of resuming: $(cat ended.err)"
# The epochs of the supernet are a result, although no network has a value yet: another command does not remove them.
refuse "ended already holds a search; add --resume" "${darts[@]}" --out ended
[ -s ended/supernet/checkpoint ] && [ -s ended/supernet/course.csv ] || fail "a refused command removed a supernet"
"${darts[@]}" --out ended --resume > /dev/null
"${darts[@]}" --out drnas > /dev/null
diff <(found drnas) <(found ended) || fail "a search that was interrupted differs"
cmp drnas/supernet/course.csv ended/supernet/course.csv || fail "a course that was interrupted differs"
[ "$(tail -1 drnas/supernet/course.csv | cut -d, -f3)" = "$(sed -n 2p drnas/results.csv | cut -d, -f2)" ] ||
  fail "the derived cell is not the first that is trained"
grep -q "The supernet" drnas/report.html || fail "no course in the report"

refuse "--budget: 11 is more than the 10 cells" "${ranked[@]}" --budget 11 --out x
refuse "interval '100' is more than the 6 minibatches" "${search[@]}" --strategy darts:gradient=tse:epochs=2 --out x
refuse "of nb201 only, not of cnn" "$nas" --space cnn --data digits --images 96 --validation 64 --strategy one-shot --out x
refuse "did you mean 'fair'" "${search[@]}" --strategy one-shot:supernet=far --out x
[ ! -e x ] || fail "a refused command made its folder"
echo "bo-nas --strategy one-shot: all as expected"
