#!/usr/bin/env bash
# Installs a build in new prefixes and builds another project with each.   find_package_test.sh BUILD
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# configure PREFIX COMPONENTS: configures the consumer in a new $work/build and writes CMake's output to $work/log.
configure() {
  rm -rf "$work/build"
  cmake -S "$here/consumer" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$1" -DCMAKE_BUILD_TYPE=Release \
    -DCOMPONENTS="$2" >"$work/log" 2>&1
}
make() { cmake --build "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; fail "the consumer of '$1' does not build"; }; }
# refuse PREFIX COMPONENTS WORDS: the consumer cannot be configured, and CMake prints WORDS, whatever its line breaks.
refuse() {
  ! configure "$1" "$2" || fail "$2 was found"
  tr -s ' \n' ' ' <"$work/log" | grep -F -- "$3" >/dev/null || { cat "$work/log"; fail "$2: CMake does not say '$3'"; }
}

# The core alone is found and can be used without the dependencies of other components, which are reported as missing.
cmake --install "$build" --prefix "$work/core" --component surrogates >/dev/null
configure "$work/core" surrogates || { cat "$work/log"; fail "surrogates were not found"; }
grep -q 'looked for: .*Eigen3' "$work/log" || fail "CMake does not say what it looked for"
! grep -E 'looked for: .*(OpenCV|SQLite|ONNX|Protobuf|CURL|Torch|json|ZLIB)' "$work/log" || fail "surrogates need these?"
make surrogates
"$work/build/consumer"
refuse "$work/core" runs 'runs is not installed. Components installed here: common, surrogates.'
refuse "$work/core" surrogate 'there is no component surrogate. Components installed here: common, surrogates.'

# All components are installed, and the installation is then moved.
cmake --install "$build" --prefix "$work/installed" >/dev/null
mv "$work/installed" "$work/moved"
configure "$work/moved" "" || { cat "$work/log"; fail "bora was not found"; }
make everything
"$work/build/consumer"
[ ! -x "$work/build/attack_consumer" ] || "$work/build/attack_consumer"

# Each component can be used alone.
for file in "$work"/moved/lib*/cmake/bora/bora-*.cmake "$work"/moved/lib/*/cmake/bora/bora-*.cmake; do
  component=${file##*/bora-}
  component=${component%.cmake}
  case $component in torch | *-* | '*') continue ;; esac
  configure "$work/moved" "$component" || { cat "$work/log"; fail "$component was not found"; }
  make "$component"
done

# Commands find their libraries without the build folder.
for command in "$work"/moved/bin/bo-*; do
  [ -x "$command" ] || continue
  "$command" --version >/dev/null || fail "$command does not run"
  # LibTorch with CUDA stays where CMake found it.
  if ! readelf -d "$command" | grep 'libtorch_cuda' >/dev/null; then
    ! readelf -d "$command" | grep -E 'RPATH|RUNPATH' | grep -vE '\[\$ORIGIN/[^]:]*\]' || fail "$command looks for libraries elsewhere"
  fi
done
