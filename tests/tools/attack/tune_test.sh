#!/usr/bin/env bash
# tools/tune: every candidate is a valid setting, interrupted runs are resumed, and the table has a line for each candidate.
# tune_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
tune=$(dirname "$0")/../../../tools/tune
"$bin/bo-train" --data digits:train=0-999 --arch lenet --epochs 1 --seed 7 --out "$work/other.pt" --quiet >/dev/null || fail "bo-train"

victim=(--bin "$bin" --victim "$work/digits.pt" digits 0.2)
"$tune" "${victim[@]}" --goals untargeted --images 1 --budget 3 --prior "$work/other.pt" --out "$work/all" >/dev/null 2>"$work/all.err" ||
  fail "all attacks: $(tail -n 3 "$work/all.err")"
while IFS=: read -r attack settings; do
  wanted=$(($(tr -cd , <<<"$settings" | wc -c) + 1))
  found=$(grep -c "^| \`$attack[:\`]" "$work/all/table.md")
  [ "$found" = "$wanted" ] || fail "$attack: $found lines of $wanted candidates"
done < <("$tune" --list)

few=("$tune" rays adba "${victim[@]}" --goals untargeted --images 2 --budget 30 --try adba:signs=down --out "$work/few")
"${few[@]}" >"$work/first" 2>"$work/first.err" || fail "two attacks: $(cat "$work/first.err")"
[ "$(grep -c '^\$' "$work/first.err")" = 2 ] || fail "two attacks are not two runs"
grep -q 'adba:signs=down' "$work/first" || fail "--try is not tried"
"${few[@]}" >"$work/second" 2>"$work/second.err" || fail "again: $(cat "$work/second.err")"
grep -q '^\$' "$work/second.err" && fail "a finished run is made again"
cmp -s "$work/first" "$work/second" || fail "the second table differs"

# An interrupted run is resumed.
run=$(ls -d "$work"/few/adba-*)
interrupted "$run" 15 -- "$bin/bo-attack" --model "$work/digits.pt" --data digits --images 2 --untargeted --eps 0.2 --budget 30 \
  --attack adba,adba:as=paper,adba:between=median,adba:signs=random,adba:signs=down --seed 0 --quiet
"${few[@]}" >"$work/third" 2>/dev/null || fail "after an interruption: $?"
cmp -s "$work/first" "$work/third" || fail "after an interruption the table differs"

refused() { # WORD ARGUMENT...
  local word=$1
  shift
  "$tune" "$@" >/dev/null 2>"$work/refused"
  [ $? = 2 ] && [ "$(wc -l <"$work/refused")" = 1 ] && grep -qF -- "$word" "$work/refused" || fail "$*: $(cat "$work/refused")"
}
refused simba --list sinba
refused --images --list --images 101
refused --victim --out "$work/x" simba
refused --try --list --try sinba:step=1
finish
