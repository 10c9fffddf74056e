#!/usr/bin/env bash
# bo-nas with several objectives: robustness is measured and stored, a search that is killed during an attack equals an uninterrupted one,
# and the front and the chosen network obey the rules.
set -euo pipefail
nas=$1
report=$2
. "$(dirname "${BASH_SOURCE[0]}")/../command_checks.sh"
host_commands "$(dirname "$nas")" "$folder/.bin"
nas=$bin/bo-nas

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
# found FOLDER: the results of a search without the seconds that it took; column prints one column of them.
found() { cut -d, -f1-10 "$1/results.csv"; }
column() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR > 1 { print $at }' "$1/results.csv"; }

plain=("$nas" --space nb201 --data digits --images 64 --validation 50 --epochs 2 --channels 2 --cells 1 --image-batch 32 --quiet --budget 4)
robust=("${plain[@]}" --workers 2 --robust-images 12 --robust-budget 5 --robust-eps 0.05)
search=("${robust[@]}" --objectives accuracy,robustness)
if ! "${search[@]}" --out whole > whole.txt 2> err.txt; then
  if grep -q digits err.txt; then echo "skipped: no digits sheet"; exit 77; fi
  fail "$(cat err.txt)"
fi
grep -q "that no other beats in accuracy and robustness" whole.txt || fail "no front: $(cat whole.txt)"
grep -q "resists .* (12 validation images, bo, 5 queries, 12/255)" whole.txt || fail "no robustness: $(cat whole.txt)"
grep -q "Accuracy and robustness" whole/report.html || fail "no plot of robustness in the report"
grep -q "The front" whole/report.html || fail "no table of the front in the report"
column whole on_front > front.txt
grep -q yes front.txt || fail "nothing on the front: $(cat whole/results.csv)"
for seconds in $(column whole latency); do [ "$seconds" != 0.000000 ] || fail "no latency: $(cat whole/results.csv)"; done

# The number of queries is that of the stored runs, and no run exceeds its budget.
for trial in 1 2 3 4; do
  [ -s whole/trials/$trial/model.pt ] || fail "no model of trial $trial"
  queries=$(column whole queries | sed -n ${trial}p)
  if [ "$queries" = 0 ]; then continue; fi
  "$report" whole/trials/$trial/attack --out attack$trial > attack.txt || fail "bo-report: $(cat attack.txt)"
  [ "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "queries") at = i } NR > 1 { sum += $at; if ($at > 5) sum += 1000 } END { print sum }' attack$trial/results.csv)" = "$queries" ] ||
    fail "trial $trial: $queries queries, its run has others"
done

# The search is killed while it attacks a network, and resumed.
stopped KILL '[ -e killed/trials/1/attack ]' killed "${search[@]}"
"${search[@]}" --out killed --resume > /dev/null
diff <(found whole) <(found killed) || fail "a search that was killed differs"

# Another rule chooses among the same networks.
best() { sed -n 's/^best *network \([0-9]*\):.*/\1/p' "$1"; }
"${search[@]}" --out whole --resume --choose accuracy > accurate.txt
same_weights whole/best.pt "whole/trials/$(best accurate.txt)/model.pt" || fail "best.pt is not the network chosen"
most=$(column whole accuracy | sort -g | tail -1)
[ "$(column whole accuracy | sed -n "$(best accurate.txt)p")" = "$most" ] || fail "--choose accuracy: $(cat accurate.txt whole/results.csv)"
"${search[@]}" --out whole --resume --choose knee > knee.txt
grep -q "the nearest to the best" knee.txt || fail "--choose knee: $(cat knee.txt)"
diff <(found whole) <(found killed) || fail "a rule changed the search"

"$nas" --config whole/config.ini --out whole --resume > again.txt || fail "from its own config.ini: $(cat again.txt)"

# Measuring robustness does not change a search for accuracy.
"${plain[@]}" --out plain > plain.txt
if grep -q resists plain.txt; then fail "robustness without being asked for: $(cat plain.txt)"; fi
"${plain[@]}" --robust-images 8 --robust-budget 3 --out shown > shown.txt
grep -q "resists .* (8 validation images, bo, 3 queries, 76/255)" shown.txt || fail "not shown: $(cat shown.txt)"
diff <(cut -d, -f1-7 plain/results.csv) <(cut -d, -f1-7 shown/results.csv) || fail "looking changed the search"

"${plain[@]}" --objectives accuracy,parameters,latency --strategy evolution --out small > small.txt || fail "$(cat small.txt)"
grep -q "the most accurate" small.txt || fail "the default choice: $(cat small.txt)"
"${plain[@]}" --adversarial 0.1 --out hardened > /dev/null
[ "$(column hardened loss | sed -n 1p)" != "$(column plain loss | sed -n 1p)" ] || fail "--adversarial changed nothing"

refuse "--objectives: the search in killed was made with 'accuracy,robustness'" "${robust[@]}" --objectives accuracy,parameters --out killed --resume
two=("${plain[@]}" --workers 2 --objectives accuracy,robustness)
refuse "--robust-eps: the search in killed" "${two[@]}" --robust-images 12 --robust-budget 5 --robust-eps 0.1 --out killed --resume
refuse "--adversarial: the search in hardened" "${plain[@]}" --out hardened --resume
refuse "did you mean accuracy" "${plain[@]}" --objectives acuracy,robustness --out x
refuse "is given twice" "${plain[@]}" --objectives accuracy,accuracy --out x
refuse "--choose: is for several objectives" "${plain[@]}" --choose knee --out x
refuse "--choose: robustness is not one of the objectives" "${plain[@]}" --objectives accuracy,latency --choose robustness --out x
refuse "--robust-eps: is for searches that measure robustness" "${plain[@]}" --robust-eps 0.1 --out x
refuse "--robust-images: 51 is not 1 to 50" "${two[@]}" --robust-images 51 --out x
refuse "--robust-budget: got 0" "${two[@]}" --robust-budget 0 --out x
refuse "--robust-eps" "${two[@]}" --robust-eps 3/ --out x
refuse "grey level" "${two[@]}" --robust-eps 0.001 --out x
refuse "--objectives: is for --data" "$nas" --space nb201 --table x.csv --objectives robustness --out x
[ ! -e x ] || fail "a refused command made its folder"
echo "bo-nas --objectives: all as expected"
