#!/usr/bin/env bash
# Checks the pages that bora writes in a headless browser: charts, keyboard, contrast in light and dark, phone, print, and that they make no
# requests.   page_test.sh BIN [--broken | --keep FOLDER]
# --broken: checks that faults in pages broken on purpose are found. --keep: leaves the pages in FOLDER.
# BORA_CHROMIUM and BORA_AXE name a browser and axe-core's axe.min.js to use instead of those that tools/setup --dev installs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
bin=$1
mode=${2:-}
skip() { echo "skipped: $*; tools/setup --dev installs it"; exit 77; }

chromium=${BORA_CHROMIUM:-}
for name in chromium chromium-browser google-chrome; do
  [ -n "$chromium" ] || chromium=$(command -v "$name" || true)
done
[ -n "$chromium" ] || skip "no chromium on this machine"
command -v node >/dev/null || skip "no node on this machine"
axe=${BORA_AXE:-$here/../../../.deps/node/node_modules/axe-core/axe.min.js}
if [ ! -r "$axe" ]; then
  echo "axe-core skipped: no $axe; tools/setup --dev installs it"
  axe=
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work
[ "$mode" != --keep ] || folder=$3
"$here/make_pages.sh" "$bin" "$folder" >"$work/pages"
if [ "$mode" = --broken ]; then
  node "$here/broken_pages.mjs" "$chromium" "$axe" "$folder/images/report.html" "$folder/study/report.html"
  exit
fi
pages=()
while read -r kind file; do pages+=("$kind=$file"); done <"$work/pages"
[ ${#pages[@]} -ge 8 ] || { echo "FAILED: only ${#pages[@]} pages were made"; exit 1; }
node "$here/check_pages.mjs" "$chromium" "$axe" "${pages[@]}"
