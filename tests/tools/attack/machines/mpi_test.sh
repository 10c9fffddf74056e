#!/usr/bin/env bash
# The processes of one mpirun as shards, as in docs/how-to/run-on-many-machines.md. Skipped (77) without OpenMPI.   mpi_test.sh BIN
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/../attack_runs.sh"
command -v mpirun >/dev/null || { echo "skipped: no mpirun (Debian: openmpi-bin)"; exit 77; }
[ "$(mpirun --allow-run-as-root --oversubscribe -n 1 sh -c 'echo $OMPI_COMM_WORLD_SIZE' 2>/dev/null)" = 1 ] ||
  { echo "skipped: mpirun is not OpenMPI's, or starts nothing here"; exit 77; }
train_victim
cd "$work" || exit 1
export PATH=$bin:$PATH

attack="--model digits.pt --images 12 --targets 1 --eps 0.2 --budget 40 --attack bo,square --checks none --quiet"
bo-attack $attack --batch 1 --out whole >/dev/null || fail "the run that is not sharded ended with $?"
mpirun --allow-run-as-root --oversubscribe -n 4 sh -c \
  "bo-attack $attack --threads 1 --shard \$((OMPI_COMM_WORLD_RANK + 1))/\$OMPI_COMM_WORLD_SIZE" >/dev/null || fail "mpirun ended with $?"
bo-report shard-*-of-4 --out merged >/dev/null 2>err.txt || fail "merging ended with $?: $(cat err.txt)"
cmp whole/results.csv merged/results.csv || fail "the merged table differs"
"$here/programs/same_figures.py" whole/summary.json merged/summary.json || fail "the merged figures differ"
finish
