#!/usr/bin/env bash
# On a processor without an instruction set that it needs, a command ends with a one-line error and exit code 2. QEMU emulates the
# processors.
# processor_test.sh BUILD
set -euo pipefail
skip() { echo "skipped: $*"; exit 77; }
fail() { echo "FAILED: $*" >&2; exit 1; }
command -v qemu-x86_64 >/dev/null || skip "no qemu-x86_64 (Debian: qemu-user; tools/setup --dev)"
march=$(sed -n 's/^BORA_MARCH:[A-Z]*=//p' "$1/CMakeCache.txt")
echo '#ifndef __AVX2__
#error
#endif' | "${CXX:-c++}" -march="${march:-x86-64}" -E -x c++ - >/dev/null 2>&1 || skip "BORA_MARCH=$march needs no AVX2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for command in "$1"/bin/bo-*; do
  [ -x "$command" ] || continue
  code=0
  # Nehalem has no AVX. With LD_BIND_NOW the check must come first, too, and the initialisers of other files must not run before it.
  qemu-x86_64 -cpu Nehalem "$command" --version >"$work/out" 2>"$work/err" || code=$?
  [ "$code" = 2 ] || fail "$(basename "$command"): exit code $code instead of 2: $(cat "$work/out" "$work/err")"
  [ "$(grep -vc '^qemu' "$work/err")" = 1 ] || fail "not one line: $(cat "$work/err")"
  grep -q "^$(basename "$command"): compiled with -march=.*, but this processor lacks .*avx2.*; compile bora" "$work/err" \
    || fail "$(cat "$work/err")"
done
cat "$work/err"
