#!/usr/bin/env bash
# A run on a server stores the version of the model that answers, and is not resumed on another one.   model_version_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
. "$(dirname "$0")/fake_servers.sh"
fact() { sqlite3 run/run.sqlite "SELECT value FROM run WHERE key = '$1'"; }
port() { sed -E 's,.*:([0-9]+)/.*,\1,' <<<"$url"; }
# restarted [OPTION...]: replaces the server by another one at the same address.
restarted() {
  local port
  port=$(port)
  kill "$server"
  wait "$server" 2>/dev/null
  served toy --port "$port" "$@"
}
resume() { "$bin/bo-attack" --resume --out run --quiet >/dev/null 2>err; }

served toy --version 1
"$bin/bo-attack" --model "$url" --data data --images 4 --eps 0.05 --attack random --budget 24 --clean-images 20 --checks none --quiet --out run \
  >/dev/null 2>err || fail "ended with $?: $(tail -1 err)"
[ "$(fact model_version)" = 1 ] || fail "the version is stored as '$(fact model_version)'"
sqlite3 run/run.sqlite "DELETE FROM verification; UPDATE run SET value = 'interrupted' WHERE key = 'status'"
restarted --version 2
resume
code=$?
[ $code = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'fails on clean inputs: version 2 of the model answers, where version 1 did before' err ||
  fail "resumed on another version: exit code $code: $(cat err)"
[ "$(fact status)" = interrupted ] && [ "$(fact model_version)" = 1 ] || fail "the refused run was changed"
restarted
resume || fail "resumed on a server that states no version: $(cat err)"
[ "$(fact model_version)" = 1 ] || fail "the version is lost"
sqlite3 run/run.sqlite "DELETE FROM run WHERE key = 'model_version'"
restarted --version 2 --negated
resume && fail "resumed on a server with other answers"
[ -z "$(fact model_version)" ] || fail "a refused server's version is stored: $(fact model_version)"
restarted --version 3
resume || fail "resumed without a stored version: $(cat err)"
[ "$(fact model_version)" = 3 ] || fail "the version of a resumed run is stored as '$(fact model_version)'"
finish
