#!/usr/bin/env bash
# tools/demo uses installed commands and says so; if there are none that run, it builds them.   demo_test.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; cat "$work/log" >&2; exit 1; }

# In this copy, setup and build only record that they were called.
mkdir -p "$work/bora/tools" "$work/bora/build/release/bin" "$work/installed" "$work/home/.cache/bora" "$work/empty"
cp "$here/../../tools/demo" "$work/bora/tools"
touch "$work/home/.cache/bora/digits.png"
for command in bo-train bo-attack; do
  printf '#!/bin/sh\necho installed %s $1\n' $command >"$work/installed/$command"
  printf '#!/bin/sh\necho built %s $1\n' $command >"$work/bora/build/release/bin/$command"
done
printf '#!/bin/sh\necho set up\n' >"$work/bora/tools/setup"
printf '#!/bin/sh\necho build $*\n' >"$work/bora/tools/build"
chmod +x "$work"/bora/tools/* "$work"/installed/* "$work"/bora/build/release/bin/*
demo() { env -u BORA_BIN -u PYTHONPATH -u XDG_CACHE_HOME HOME="$work/home" "$@" >"$work/log" 2>&1 || fail "it ended with $?"; }

demo PATH="$work/installed:/usr/bin:/bin" "$work/bora/tools/demo" "$work/run"
grep -q "^demo: uses the commands in $work/installed and builds nothing (installed bo-attack --version)" "$work/log" || fail "it does not say what it uses"
grep -q '^installed bo-attack --model' "$work/log" && ! grep -qE '^(built|build|set up)' "$work/log" || fail "it does not use what is installed"
demo BORA_BIN="$work/installed" PATH=/usr/bin:/bin "$work/bora/tools/demo" "$work/run"
grep -q '^installed bo-train' "$work/log" || fail "it does not use \$BORA_BIN"
demo PATH="$work/installed:/usr/bin:/bin" "$work/bora/tools/demo" --build "$work/run"
grep -q '^build release bo-train' "$work/log" || fail "--build does not build"
# It uses neither commands that were built in this folder, which may be older than the sources, nor commands that do not run.
demo PATH="$work/bora/build/release/bin:/usr/bin:/bin" "$work/bora/tools/demo" "$work/run"
grep -q '^set up' "$work/log" && grep -q '^build release' "$work/log" && grep -q '^built bo-attack' "$work/log" || fail "it does not build anew"
printf '#!/bin/sh\nexit 2\n' >"$work/installed/bo-attack"
demo PATH="$work/installed:/usr/bin:/bin" "$work/bora/tools/demo" "$work/run"
grep -q '^build release' "$work/log" && ! grep -q '^installed bo-attack --model' "$work/log" || fail "it takes commands that do not run"
