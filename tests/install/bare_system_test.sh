#!/usr/bin/env bash
# The component surrogates is used on a system that has a compiler and the libraries that surrogates/ links, but neither LibTorch nor OpenCV
# nor any other dependency of the other folders.
# bare_system_test.sh BUILD
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/chroot.sh"
build=$1
chroot_or_skip
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

new_chroot "$work/system" "$build/clean-system"
inside "$work/system" apt-get install -y -qq --no-install-recommends g++ cmake make libeigen3-dev libfmt-dev \
  libboost-dev libssl-dev >"$work/log" 2>&1 || { tail "$work/log"; fail "the compiler cannot be installed"; }
! inside "$work/system" dpkg-query -W -f '${Package}\n' | grep -E 'torch|opencv|sqlite|onnx|protobuf|nlohmann' \
  || fail "the system is not bare"

cmake --install "$build" --prefix "$work/system/usr/local" --component surrogates >/dev/null
cp -r "$here/consumer" "$work/system/root/consumer"
inside "$work/system" sh -ec '
  cmake -S /root/consumer -B /root/build -DCOMPONENTS=surrogates -DCMAKE_BUILD_TYPE=Release
  cmake --build /root/build
  /root/build/consumer' >"$work/log" 2>&1 || { cat "$work/log"; fail "surrogates cannot be used there"; }
grep -E 'looked for|^best' "$work/log"

# The libraries can also be built there: CMake finds their dependencies and does not look for those of other folders.
inside "$work/system" apt-get install -y -qq --no-install-recommends liblbfgspp-dev >"$work/log" 2>&1 || { tail "$work/log"; fail "LBFGS++"; }
mkdir "$work/system/root/bora"
(cd "$here/../.." && cp -r CMakeLists.txt LICENSE cmake common surrogates "$work/system/root/bora")
inside "$work/system" cmake -S /root/bora -B /root/bora/build -DBORA_BUILD_DATA=OFF >"$work/log" 2>&1 \
  || { cat "$work/log"; fail "surrogates cannot be configured there"; }

# If a component is missing, the error is one line.
if inside "$work/system" cmake -S /root/consumer -B /root/more -DCOMPONENTS=attacks >"$work/log" 2>&1; then
  fail "attacks were found"
fi
tr -s ' \n' ' ' <"$work/log" | grep -oF 'attacks is not installed. Components installed here: common, surrogates.' \
  || { cat "$work/log"; fail "CMake does not say that attacks are not installed"; }
