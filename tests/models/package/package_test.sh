#!/usr/bin/env bash
# What AOTInductor compiles, as a victim: package_test.sh PYTHON TEST... makes packages with a Python that has PyTorch, and
# runs the test programs on them. Skips where that Python cannot compile any.
set -uo pipefail
python=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! "$python" "$(dirname "$0")/make_packages.py" "$work" >"$work/log" 2>&1; then
  echo "skipped: no packages could be made here ($(tail -n 1 "$work/log"))"
  exit 77
fi
export BORA_TEST_PACKAGES=$work
failures=0
for program in "$@"; do
  "$program" --gtest_filter='*ackage*' || failures=$((failures + 1))
done
exit "$failures"
