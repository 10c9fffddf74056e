# Sourced by tests of commands: a folder of their own, and what a refused command must say.
. "$(dirname "${BASH_SOURCE[0]}")/command_host/commands.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "FAILED: $*" >&2; exit 1; }
# await PID TEST...: waits until the test succeeds; fails if the process has ended and it does not.
await() {
  local process=$1 running=1
  shift
  until "$@"; do
    [ $running = 1 ] || fail "its process ended before: $*"
    kill -0 "$process" 2>/dev/null || running=0
    sleep 0.02
  done
}
# refuse WORDS COMMAND...: exit code 2 and one line that holds the words.
refuse() {
  local words=$1 code=0
  shift
  "$@" > out.txt 2> err.txt || code=$?
  [ "$code" = 2 ] || fail "exit code $code, expected 2: $* ($(cat err.txt))"
  [ "$(wc -l < err.txt)" = 1 ] || fail "not one line: $(cat err.txt)"
  grep -qF -- "$words" err.txt || fail "'$words' is missing in: $(cat err.txt)"
}
