#!/usr/bin/env bash
# Networks of NAS-Bench-101 and DARTS as bo-nas builds, trains and exports them, against published_networks.py.
set -euo pipefail
nas=$1
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
python=
for candidate in "$here/../../../.deps/python/bin/python3" python3; do
  if "$candidate" -c "import torch" 2> /dev/null; then python=$candidate; break; fi
done
[ -n "$python" ] || { echo "skipped: no Python with torch"; exit 77; }
python=$(command -v "$python")
. "$here/../../tools/command_checks.sh"

for space in "nb101 2 7" "darts 5 6"; do
  read -r name cells channels <<< "$space"
  "$nas" --space "$name" --data digits --images 66 --validation 30 --epochs 1 --channels "$channels" --cells "$cells" --image-batch 33 --strategy random \
    --budget 3 --seed 5 --quiet --out "$name" > log.txt 2>&1 ||
    { grep -q "digits" log.txt && ! [ -e "$name" ] && { echo "skipped: no digits sheet"; exit 77; }; fail "$(cat log.txt)"; }
done
"$python" "$here/published_networks.py" nb101/trials/*/model.pt darts/trials/*/model.pt || fail "see above"
[ "$(ls -d nb101/trials/* darts/trials/* | wc -l)" = 6 ] || fail "not six networks"
echo "networks of nb101 and darts: as published"
