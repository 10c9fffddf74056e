#!/usr/bin/env bash
# Builds the readers for libFuzzer (their sources are a list of their own) and gives each a thousand inputs. Skipped
# (77) without clang.
set -euo pipefail
if ! command -v clang++-14 >/dev/null; then
  echo "skipped: clang++-14 (packages clang-14 and libclang-rt-14-dev) is not installed"
  exit 77
fi
"$(dirname "$0")"/../../tools/fuzz --inputs 1000
