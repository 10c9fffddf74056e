# Shared by the scripts beside it: where things are, and how a check fails.
set -uo pipefail
bin=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() { printf 'FAILED: %s\n' "$*"; failures=$((failures + 1)); }
finish() { if [ "$failures" -gt 0 ]; then printf '%d checks failed\n' "$failures"; exit 1; fi; echo "all checks passed"; exit 0; }

# A victim good enough to be attacked; seconds to train. Without the digits sheet there is nothing to train on.
train_victim() {
  if ! "$bin/bo-train" --data digits --arch lenet --epochs 2 --out "$work/digits.pt" --quiet >/dev/null 2>"$work/train.err"; then
    if grep -q 'opencv-doc' "$work/train.err"; then echo "skipped: no digits sheet on this machine"; exit 77; fi
    cat "$work/train.err"
    exit 1
  fi
}

queries() { sqlite3 -readonly "$1/run.sqlite" 'SELECT count(*) FROM queries' 2>/dev/null || echo 0; }

# killed_and_resumed WHOLE KILLED SHARE... -- COMMAND...: the run of COMMAND into KILLED, killed each time a given share (in %) of
# the queries is stored, wherever that happens to be in a round, must end as the whole one, by what the script's contents() prints.
killed_and_resumed() {
  local whole=$1 killed=$2 shares=() kills=0 resume=() total process
  shift 2
  while [ "$1" != -- ]; do shares+=("$1"); shift; done
  shift
  total=$(queries "$whole")
  for share in "${shares[@]}"; do
    "$@" --threads 2 --out "$killed" "${resume[@]}" >/dev/null 2>&1 &
    process=$!
    while kill -0 $process 2>/dev/null; do
      if [ "$(queries "$killed")" -ge $((total * share / 100)) ]; then
        kill -9 $process && kills=$((kills + 1))
        break
      fi
      sleep 0.02
    done
    wait $process 2>/dev/null
    resume=(--resume)
  done
  [ "$kills" -ge 1 ] || fail "$killed: no run was killed: the machine is too fast for this test"
  "$@" --threads 1 --out "$killed" --resume >/dev/null || fail "$killed: the resumed run ended with $?"
  cmp -s <(contents "$whole") <(contents "$killed") || fail "$killed: a killed and resumed run differs from one that was not"
  echo "killed $kills times, $total queries compared"
}
