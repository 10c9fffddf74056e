# Sourced by scripts that test runs of bo-attack: sets paths and defines functions for checks.
set -uo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/command_host/commands.sh"
bin=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }
finish() { if [ "$failures" -gt 0 ]; then printf '%d checks failed\n' "$failures"; exit 1; fi; echo "all checks passed"; exit 0; }

# Trains a victim that is good enough to be attacked, $work/digits.pt. The first script that needs it trains it, and it is trained again
# after bo-train has changed. Without the digits sheet, the test is skipped.
train_victim() {
  local shared=$bin/../victim-of-scripts.pt
  (
    flock 9
    [ "$shared" -nt "$bin/bo-train" ] ||
      { "$bin/bo-train" --data digits --arch lenet --epochs 2 --out "$work/digits.pt" --quiet >/dev/null 2>"$work/train.err" &&
        cp "$work/digits.pt" "$shared.part" && mv "$shared.part" "$shared"; }
  ) 9>"$shared.lock" || {
    if grep -q 'opencv-doc' "$work/train.err"; then echo "skipped: no digits sheet on this machine"; exit 77; fi
    cat "$work/train.err"
    exit 1
  }
  cp "$shared" "$work/digits.pt"
}

queries() { sqlite3 -readonly "$1/run.sqlite" 'SELECT count(*) FROM queries' 2>/dev/null || echo 0; }

# signalled SIGNAL COUNT FOLDER -- COMMAND...: runs the command into the folder, sends it the signal once the folder has COUNT stored
# queries, and returns its exit code. On a busy machine the run may end before it gets the signal.
signalled() {
  local signal=$1 count=$2 folder=$3 process
  shift 4
  BORA_COMMANDS="" "$@" --out "$folder" &  # the process must have ended before the run is resumed
  process=$!
  while kill -0 $process 2>/dev/null; do
    if [ "$(queries "$folder")" -ge "$count" ]; then kill -"$signal" $process; break; fi
    sleep 0.03  # a look takes 5 ms of a processor
  done
  wait $process 2>/dev/null
}

# killed_and_resumed WHOLE KILLED SHARE... -- COMMAND...: runs COMMAND into KILLED and kills it each time a given share (in %) of the
# queries is stored, at any point of a round. Its results, as the script's contents() prints them, must equal those of WHOLE. A run that
# ended before its first kill proves nothing and is repeated.
killed_and_resumed() {
  local whole=$1 killed=$2 shares=() kills=0 resume total tries
  shift 2
  while [ "$1" != -- ]; do shares+=("$1"); shift; done
  shift
  total=$(queries "$whole")
  for tries in 1 2 3 4 5 6 7 8 9 10; do
    resume=()
    rm -rf "$killed"
    for share in "${shares[@]}"; do
      signalled KILL $((total * share / 100)) "$killed" -- "$@" --threads 2 "${resume[@]}" >/dev/null 2>&1
      if [ $? = 137 ]; then kills=$((kills + 1)); fi
      resume=(--resume)
    done
    if [ "$kills" -ge 1 ]; then break; fi
  done
  [ "$kills" -ge 1 ] || fail "$killed: no run was killed in $tries tries: the machine is too fast for this test"
  "$@" --threads 1 --out "$killed" --resume >/dev/null || fail "$killed: the resumed run ended with $?"
  cmp -s <(contents "$whole") <(contents "$killed") || fail "$killed: a killed and resumed run differs from one that was not"
  echo "killed $kills times, $total queries compared"
}

# interrupted FOLDER COUNT -- COMMAND...: sends Ctrl-C once COUNT queries are stored. The run must exit with 130, write a report of its
# results so far, and say how to resume. As above, a run that ended too early is repeated.
interrupted() {
  local folder=$1 count=$2 code=0 tries
  shift 3
  for tries in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf "$folder"
    signalled INT "$count" "$folder" -- "$@" >/dev/null 2>"$folder.err"
    code=$?
    if [ $code = 130 ]; then break; fi
  done
  [ $code = 130 ] || fail "$folder interrupted: exit code $code instead of 130, in $tries tries"
  grep -q -- '--resume' "$folder.err" || fail "$folder interrupted: does not say how to go on"
  [ -e "$folder/report.html" ] || fail "$folder interrupted: no report"
}
