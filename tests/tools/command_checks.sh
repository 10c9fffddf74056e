# Sourced by tests of commands: a folder of their own, and what a refused command must say.
. "$(dirname "${BASH_SOURCE[0]}")/command_host/commands.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "FAILED: $*" >&2; exit 1; }
# refuse WORDS COMMAND...: exit code 2 and one line that holds the words.
refuse() {
  local words=$1 code=0
  shift
  "$@" > out.txt 2> err.txt || code=$?
  [ "$code" = 2 ] || fail "exit code $code, expected 2: $* ($(cat err.txt))"
  [ "$(wc -l < err.txt)" = 1 ] || fail "not one line: $(cat err.txt)"
  grep -qF -- "$words" err.txt || fail "'$words' is missing in: $(cat err.txt)"
}
