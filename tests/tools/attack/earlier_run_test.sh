#!/usr/bin/env bash
# A run that an earlier version left unfinished can be read and resumed, and has the results that it had in that version.
# earlier_run_test.sh BIN
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/../../golden/record
. "$here/../attack_runs.sh"
bin=$(readlink -f "$bin")
cd "$work" || exit 1
cp "$bin/bora_example_victim" stripes
# The dump is of a process that was killed; only the folder is adapted to this machine.
begin() {
  mkdir run
  { cat "$golden/unfinished_run.sql"; echo "PRAGMA user_version = 6; UPDATE run SET value = '$PWD' WHERE key = 'directory';"; } | sqlite3 run/run.sqlite
}
begin
"$bin/bo-report" run >/dev/null 2>err || fail "an unfinished run cannot be read: $(cat err)"
[ "$(grep -c ',running,' run/results.csv)" = 2 ] || fail "its instances in progress are not shown"
"$bin/bo-attack" --resume --out run --quiet >/dev/null 2>err || fail "it is not resumed: $(cat err)"
diff "$golden/unfinished_run.csv" run/results.csv || fail "it ends differently from the version that began it"
! grep -q 'began this run' err || fail "a warning of another version: $(cat err)"

# An unfinished run of another version: the terminal and the report say so, once.
set_version() { sqlite3 run/run.sqlite "UPDATE run SET value = '0.0.9' WHERE key = 'version'"; }
warned() { grep -c 'bora 0.0.9 began this run and bora [0-9.]* continues it' "$1"; }
set_version
"$bin/bo-attack" --resume --out run --quiet >/dev/null 2>err || fail "a complete run of another version is not resumed: $(cat err)"
[ "$(warned err)" = 0 ] || fail "a warning of another version though all attacks had ended"
rm -r run
begin
set_version
"$bin/bo-attack" --resume --out run --quiet >/dev/null 2>err || fail "a run of another version is not resumed: $(cat err)"
[ "$(warned err)" = 1 ] || fail "no warning of another version: $(cat err)"
"$bin/bo-attack" --resume --out run --quiet >/dev/null 2>err || fail "it is not resumed again: $(cat err)"
[ "$(warned err)" = 0 ] || fail "a second warning of another version"
python3 -c 'import json; w = json.load(open("run/summary.json"))["warnings"]; assert len([x for x in w if "0.0.9" in x]) == 1, w' ||
  fail "the report does not say that another version began the run"
grep -q 'bora 0.0.9 began this run' run/report.html || fail "report.html does not say that another version began the run"
finish
