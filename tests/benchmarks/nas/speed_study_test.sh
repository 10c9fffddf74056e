#!/usr/bin/env bash
# speed_study by settings of a generator: means over the networks of a setting are correlated, and intervals are those of a bootstrap over
# settings. In the first epoch, the training loss ranks the settings in order and the accuracy in the reverse order; single networks differ
# from the means of their settings by more than the settings differ.
set -euo pipefail
study=$1
. "$(dirname "${BASH_SOURCE[0]}")/../../tools/command_checks.sh"

# search FOLDER WIRINGS: 12 settings with as many networks each, every third with twice as many unless WIRINGS is 1; three epochs.
search() {
  mkdir "$1"
  python3 -c 'import sqlite3, sys
run = sqlite3.connect(sys.argv[1] + "/run.sqlite")
run.execute("CREATE TABLE trials (number, architecture, ended, failure, weights, stopped)")
run.execute("CREATE TABLE epochs (number, epoch, loss, accuracy, validation_loss, last_loss)")
run.execute("CREATE TABLE scores (number, name, value)")
wirings = int(sys.argv[2])
number = 0
for setting in range(12):
    for wiring in range(wirings * (2 if wirings > 1 and setting % 3 == 0 else 1)):
        number += 1
        other = (0.3 if (setting + wiring) % 2 else -0.3) * (wirings > 1)
        final = 0.5 + 0.02 * setting + other
        run.execute("INSERT INTO trials VALUES (?, ?, 1, \"\", 100, 0)", (number, f"ba-{10 + setting}#{wiring}"))
        for epoch in (1, 2, 3):
            loss = 2 + 0.05 * setting * (-1, 3, -1.9995)[epoch - 1] + other
            validation_loss = 2 - 0.05 * (setting * 5 % 12)
            accuracy = final if epoch == 3 else 0.5 - 0.02 * setting + other
            run.execute("INSERT INTO epochs VALUES (?, ?, ?, ?, ?, 1)", (number, epoch, loss, accuracy, validation_loss))
run.commit()' "$1" "$2"
}
search pairs 2
"$study" pairs > table.txt
grep -qF "12 settings of the generator, the best ba-21:" table.txt || fail "other settings: $(cat table.txt)"
# cells EPOCH: its row in the table of settings, without the interval of SoVL.
cells() { sed -n '/settings of the generator/,/algorithm 12/p' table.txt | grep "^| $1 |"; }
first=$(cells 1)
# Both estimates have no error, so that their correlations are the same in all resamples.
[[ $first == "| 1 | 1.00 | "*" | 1.00 | ba-21 | -1.00 | ba-10 | 2.00 |" ]] || fail "first epoch: $first"
[[ $(cells 3) == *"| 1.00 | ba-21 | 1.00 | ba-21 | 0.00 |" ]] || fail "last epoch: $(cells 3)"
# The losses of the second epoch are in the reverse order, and weigh more than those of the first. Those of the third are in order again:
# they decide TSE-EMA, but not the sum TSE.
[[ $(cells 2) == "| 2 | -1.00 | "*" | -1.00 | ba-10 | "* ]] || fail "second epoch: $(cells 2)"
[[ $(cells 3) == "| 3 | -1.00 | "* ]] || fail "sums of losses in the last epoch: $(cells 3)"
# The order 0, 5, 10, 3, 8, 1, 6, 11, 4, 9, 2, 7 has the rank correlation 0.22 with 0, 1, ... 11.
[[ $first =~ 1.00\ \|\ 0.22\ \[(-?[0-9.]+),\ (-?[0-9.]+)\] ]] || fail "SoVL in the first epoch: $first"
awk "BEGIN { exit !(${BASH_REMATCH[1]} < -0.3 && ${BASH_REMATCH[2]} > 0.4) }" || fail "interval of SoVL: $first"

search single 1
"$study" single > table.txt
if grep -qF "settings of the generator" table.txt; then fail "settings of one network each are averaged: $(cat table.txt)"; fi

mkdir empty
refuse "holds no search" "$study" empty
