# Sourced by tests of commands: gives each a folder of its own, and defines functions that check interrupted and refused commands.
. "$(dirname "${BASH_SOURCE[0]}")/command_host/commands.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() { echo "FAILED: $*" >&2; exit 1; }
# stopped SIGNAL TEST FOLDER COMMAND...: runs the command with --out FOLDER as a process of its own, and sends it the signal (KILL, TERM or
# INT) as soon as the shell command TEST succeeds. The output is in FOLDER.txt and FOLDER.err. A command that ended before the signal proves
# nothing and is repeated, from the folder's first content.
stopped() {
  local signal=$1 ready=$2 out=$3 wanted=130 code process tries
  shift 3
  if [ "$signal" = KILL ]; then wanted=137; fi
  rm -rf "$out.before"
  if [ -e "$out" ]; then cp -a "$out" "$out.before"; fi
  for tries in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf "$out"
    if [ -e "$out.before" ]; then cp -a "$out.before" "$out"; fi
    BORA_COMMANDS="" "$@" --out "$out" > "$out.txt" 2> "$out.err" &
    process=$!
    until eval "$ready"; do
      kill -0 $process 2>/dev/null || break
      sleep 0.02
    done
    kill -"$signal" $process 2>/dev/null || true
    code=0
    wait $process 2>/dev/null || code=$?
    if [ $code = $wanted ]; then return; fi
    [ $code = 0 ] || fail "exit code $code instead of $wanted after SIG$signal: $* ($(cat "$out.err"))"
  done
  fail "none of $tries runs was ended by SIG$signal once this held: $ready"
}
# refuse WORDS COMMAND...: the command must fail with exit code 2 and one line that contains WORDS.
refuse() {
  local words=$1 code=0
  shift
  "$@" > out.txt 2> err.txt || code=$?
  [ "$code" = 2 ] || fail "exit code $code, expected 2: $* ($(cat err.txt))"
  [ "$(wc -l < err.txt)" = 1 ] || fail "not one line: $(cat err.txt)"
  grep -qF -- "$words" err.txt || fail "'$words' is missing in: $(cat err.txt)"
}
