#!/usr/bin/env bash
# --preset standard: gives a robust accuracy over all attacks, and leaves out white-box attacks if there are no gradients.
# preset_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
"$bin/make_models" "$work" || fail "make_models"

contents() { sqlite3 -readonly "$1/run.sqlite" "SELECT id, attack, status, queries FROM instances ORDER BY id; SELECT instance, number, input_hash, objective FROM queries ORDER BY 1, 2"; }
attacks() { sqlite3 -readonly "$1/run.sqlite" "SELECT DISTINCT attack FROM instances"; }
line=("$bin/bo-attack" --model "$work/digits.pt" --data digits --preset standard --images 4 --eps 0.15 --budget 150 --clean-images 100 --checks none --quiet)

"${line[@]}" --out "$work/whole" >"$work/whole.txt" || fail "the run ended with $?"
grep -q 'all attacks of the preset standard' "$work/whole.txt" || fail "no robust accuracy: $(cat "$work/whole.txt")"
grep -q 'resist every attack of the preset standard' "$work/whole/report.md" || fail "the report does not begin with it"
[ "$(attacks "$work/whole" | head -2 | tr '\n' ' ')" = "apgd:restarts=1 apgd-t:restarts=1 " ] || fail "attacks: $(attacks "$work/whole")"
spent=$(sqlite3 -readonly "$work/whole/run.sqlite" "SELECT max(queries) FROM instances WHERE attack = 'apgd:restarts=1'")
[ "$spent" -le 101 ] || fail "one start of apgd spent $spent queries"
killed_and_resumed "$work/whole" "$work/killed" 40 -- "${line[@]}"

# The budgets of a preset differ without a warning.
"$bin/bo-attack" --model "$work/digits.pt" --data digits --preset standard --images 1 --eps 0.5 --budget 600 --clean-images 50 --checks none --quiet \
  --out "$work/budgets" >"$work/budgets.txt" 2>&1 || fail "with its own budgets: ended with $?"
[ "$(sqlite3 -readonly "$work/budgets/run.sqlite" 'SELECT count(DISTINCT budget) FROM instances')" = 2 ] || fail "the budgets of the preset are equal"
grep -q 'different query budgets' "$work/budgets.txt" && fail "a warning of the preset's budgets: $(cat "$work/budgets.txt")"

# steps.pt has no gradients. The message about this is printed once, also if the run is resumed.
line=("$bin/bo-attack" --model "$work/steps.pt" --data digits --preset standard --images 3 --budget 20 --clean-images 50 --checks none)
"${line[@]}" --out "$work/steps" >/dev/null 2>"$work/steps.err" || fail "without gradients: ended with $?: $(cat "$work/steps.err")"
grep -q 'has no gradients: the white-box attacks of --preset standard are left out (apgd:restarts=1, apgd-t:restarts=1)' "$work/steps.err" ||
  fail "does not say what is left out: $(cat "$work/steps.err")"
[ "$(attacks "$work/steps" | grep -c apgd)" = 0 ] || fail "without gradients: $(attacks "$work/steps")"
"${line[@]}" --out "$work/steps" --resume >/dev/null 2>&1 || fail "without gradients, resumed: ended with $?"
"${line[@]}" --visible label --out "$work/label" >/dev/null 2>&1 || fail "with labels alone: ended with $?"
[ "$(attacks "$work/label" | grep -c apgd)" = 0 ] || fail "with labels alone: $(attacks "$work/label")"

# The report names the preset, so options that change its attacks or its threat model are refused.
refused() { "$bin/bo-attack" --model "$work/digits.pt" --preset standard "${@:2}" --out "$work/refused" 2>"$work/refused.err"
  [ $? = 2 ] && grep -q -- "$1" "$work/refused.err" || fail "${*:2}: $(cat "$work/refused.err")"; }
refused '--attack: --preset standard names the attacks' --attack random
refused 'is for images with --threat pixels' --threat semantic
refused '--preset and --protocol exclude each other' --protocol ru-6.1

"$bin/bo-attack" --preset list >"$work/list.txt"
grep -q -- '--attack apgd' "$work/list.txt" || fail "--preset list: $(cat "$work/list.txt")"
"$bin/bo-attack" --model "$work/digits.pt" --preset standrd 2>"$work/misspelt.err"
grep -q 'did you mean standard' "$work/misspelt.err" || fail "a misspelt preset: $(cat "$work/misspelt.err")"
"$bin/bo-attack" --model "$work/digits.pt" --data digits --preset standard --norm l2 --out "$work/l2" 2>"$work/l2.err" && fail "in L2"
grep -q -- '--preset: is for --norm linf alone, but --norm is l2' "$work/l2.err" || fail "in L2: $(cat "$work/l2.err")"
finish
