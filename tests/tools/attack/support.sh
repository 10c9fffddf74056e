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
