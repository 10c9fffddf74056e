#!/usr/bin/env bash
# A run that an earlier version left unfinished can be read and resumed, and has the results that it had in that version.
# earlier_run_test.sh BIN
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/../../golden/record
. "$here/../attack_runs.sh"
bin=$(readlink -f "$bin")
cd "$work" || exit 1
mkdir run
cp "$bin/bora_example_victim" stripes
# The dump is of a process that was killed; only the folder is adapted to this machine.
{ cat "$golden/unfinished_run.sql"; echo "PRAGMA user_version = 6; UPDATE run SET value = '$PWD' WHERE key = 'directory';"; } | sqlite3 run/run.sqlite
"$bin/bo-report" run >/dev/null 2>err || fail "an unfinished run cannot be read: $(cat err)"
[ "$(grep -c ',running,' run/results.csv)" = 2 ] || fail "its instances in progress are not shown"
"$bin/bo-attack" --resume --out run --quiet >/dev/null 2>err || fail "it is not resumed: $(cat err)"
diff "$golden/unfinished_run.csv" run/results.csv || fail "it ends differently from the version that began it"
finish
