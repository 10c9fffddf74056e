#!/usr/bin/env bash
# Installs a build into fresh prefixes and builds another project against them.   find_package_test.sh BUILD
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# configure PREFIX COMPONENTS: configures the consumer in a new $work/build; CMake's output is in $work/log.
configure() {
  rm -rf "$work/build"
  cmake -S "$here/consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$1" -DCMAKE_BUILD_TYPE=Release \
    -DCOMPONENTS="$2" >"$work/log" 2>&1
}
make() { cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; fail "the consumer of '$1' does not build"; }; }
# refuse PREFIX COMPONENTS WORDS: the consumer cannot be configured, and CMake prints WORDS, wherever it breaks lines.
refuse() {
  ! configure "$1" "$2" || fail "$2 was found"
  tr -s ' \n' ' ' <"$work/log" | grep -F -- "$3" >/dev/null || { cat "$work/log"; fail "$2: CMake does not say '$3'"; }
}

# The core alone is found and used without the dependencies of other components; these are reported as missing.
cmake --install "$build" --prefix "$work/core" --component surrogates >/dev/null
configure "$work/core" surrogates || { cat "$work/log"; fail "surrogates were not found"; }
grep -q 'looked for: .*Eigen3' "$work/log" || fail "CMake does not say what it looked for"
! grep -E 'looked for: .*(OpenCV|SQLite|ONNX|Protobuf|CURL|Torch|json|ZLIB)' "$work/log" || fail "surrogates need these?"
make surrogates
"$work/build/consumer"
refuse "$work/core" runs 'runs is not installed. Components installed here: common, surrogates.'
refuse "$work/core" surrogate 'there is no component surrogate. Components installed here: common, surrogates.'

# Everything, moved to another place after its installation.
cmake --install "$build" --prefix "$work/installed" >/dev/null
mv "$work/installed" "$work/moved"
configure "$work/moved" "" || { cat "$work/log"; fail "bora was not found"; }
make everything
"$work/build/consumer"
[ ! -x "$work/build/attack_consumer" ] || "$work/build/attack_consumer"

# Each component by itself has all that it needs.
for file in "$work"/moved/lib*/cmake/bora/bora-*.cmake "$work"/moved/lib/*/cmake/bora/bora-*.cmake; do
  component=${file##*/bora-}
  component=${component%.cmake}
  case $component in torch | *-* | '*') continue ;; esac
  configure "$work/moved" "$component" || { cat "$work/log"; fail "$component was not found"; }
  make "$component"
done

# Commands find their libraries without the build's folders.
for command in "$work"/moved/bin/bo-*; do
  [ -x "$command" ] || continue
  "$command" --version >/dev/null || fail "$command does not run"
  # LibTorch with CUDA stays where it was found.
  if ! readelf -d "$command" | grep 'libtorch_cuda' >/dev/null; then
    ! readelf -d "$command" | grep -E 'RPATH|RUNPATH' | grep -vE '\[\$ORIGIN/[^]:]*\]' || fail "$command looks for libraries elsewhere"
  fi
done
