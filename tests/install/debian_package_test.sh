#!/usr/bin/env bash
# Builds the preset package, makes Debian packages of it, installs them with apt in clean systems and runs the installed programs.
# debian_package_test.sh [BUILD]   (BUILD: the preset's build folder, if it is not the usual one)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/chroot.sh"
root=$(cd "$here/../.." && pwd)
build=${1:-$root/build/package}
chroot_or_skip
for tool in dpkg-shlibdeps file; do
  command -v $tool >/dev/null || skip "no $tool (Debian: dpkg-dev, file; tools/setup --dev)"
done
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
# run WHAT COMMAND...: runs the command and shows its output only if it fails.
run() {
  local what=$1
  shift
  "$@" >"$work/log" 2>&1 || { tail -n 30 "$work/log"; fail "$what"; }
}

[ $# -gt 0 ] || run "the preset package does not build" "$root/tools/build" package
rm -f "$build"/*.deb
run "cpack" sh -c "cd '$build' && cpack -G DEB"
command=$(ls "$build"/bora_*.deb)
core=$(ls "$build"/libbora-surrogates-dev_*.deb)
ls -l "$build"/*.deb | awk '{print $5, $NF}'

# Every package has the required fields, and no program contains a path of the machine on which it was built.
for package in "$build"/*.deb; do
  for field in Package Version Architecture Maintainer Description Section Installed-Size; do
    [ -n "$(dpkg-deb -f "$package" $field)" ] || fail "$package: no $field"
  done
  name=$(dpkg-deb -f "$package" Package)
  dpkg-deb -c "$package" | grep -F "./usr/share/doc/$name/copyright" >/dev/null || fail "$package: no copyright"
done
run "unpacking" dpkg-deb -x "$command" "$work/unpacked"
! grep -E 'GNU GENERAL PUBLIC LICENSE|^License: *GPL' "$work/unpacked/usr/share/doc/bora/copyright" || fail "a part of bora is under the GPL"
! dpkg-deb -f "$command" Depends | grep -F igraph || fail "bora depends on a library under the GPL"
for program in "$work"/unpacked/usr/bin/bo-*; do
  ! readelf -d "$program" | grep -E 'RPATH|RUNPATH' | grep -v '\[\$ORIGIN/' || fail "$program: looks for libraries elsewhere"
  ! grep -qaF "$root" "$program" || fail "$program: holds the path of the sources"
done

# In a system without the sources and without this machine's packages, apt installs the dependencies that the package states.
new_chroot "$work/system" "$build/clean-system"
cp "$command" "$work/system/root/"
run "apt cannot install bora" inside "$work/system" apt-get install -y -qq "/root/$(basename "$command")"
run "a command of the package" inside "$work/system" sh -exc '
  for tool in bo-attack bo-train bo-report bo-opt bo-nas bo-assess; do $tool --version; done
  bo-attack --version | grep -F -- "-march=x86-64-v3"
  cd /tmp
  bo-train --data digits --arch lenet --epochs 1 --out /tmp/d.pt
  bo-attack --model /tmp/d.pt --images 2 --budget 20 --eps 0.2 --out /tmp/run
  test -s /tmp/run/report.html'
grep -E '^(bo-attack|test accuracy|attacked)|^verifi' "$work/log" || true
run "its removal" inside "$work/system" apt-get purge -y -qq bora
! ls -d "$work"/system/usr/lib/*/bora 2>/dev/null || fail "libraries are left behind"

# Installs only the package of the core.
new_chroot "$work/bare" "$build/clean-system"
cp "$core" "$work/bare/root/"
run "apt cannot install surrogates" inside "$work/bare" apt-get install -y -qq --no-install-recommends g++ cmake make \
  "/root/$(basename "$core")"
cp -r "$here/consumer" "$work/bare/root/consumer"
run "surrogates cannot be used" inside "$work/bare" sh -ec '
  cmake -S /root/consumer -B /root/build -DCOMPONENTS=surrogates -DCMAKE_BUILD_TYPE=Release
  cmake --build /root/build
  /root/build/consumer'
tail -n 1 "$work/log"

if command -v lintian >/dev/null; then
  run "lintian finds errors" lintian --allow-root --fail-on error "$build"/*.deb
else
  echo "not checked by lintian, which is not installed"
fi
