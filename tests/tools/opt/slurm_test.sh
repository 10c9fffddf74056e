#!/usr/bin/env bash
# Trials as jobs of Slurm, on an existing cluster or on one of this machine alone. Skipped (77) if there is none.   slurm_test.sh BO_OPT
set -u
. "$(dirname "$0")/../slurm_cluster.sh"
command -v srun >/dev/null || { echo "skipped: no srun (Debian: slurm-wlm)"; exit 77; }
folder=$(mktemp -d)
trap 'stop_cluster; rm -rf "$folder"' EXIT
if ! timeout 10 srun -n1 true 2>/dev/null; then
  start_cluster "$folder/cluster" >"$folder/why" || { echo "skipped: srun finds no node, and $(cat "$folder/why")"; exit 77; }
fi
cd "$folder" || exit 1
printf '[x]\ntype = "real"\nbounds = [0, 1]\n' >space.toml
"$1" --space space.toml --minimise --budget 6 --workers 2 --launch 'srun -n1 -Q' --out run --quiet -- \
  sh -c 'test -n "$SLURM_JOB_ID" && echo "{x}"' || exit 1
[ "$(grep -c ',done,' run/results.csv)" = 6 ] || { cat run/results.csv; exit 1; }
echo "all is well"
