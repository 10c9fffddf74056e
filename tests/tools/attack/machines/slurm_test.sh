#!/usr/bin/env bash
# The array script of docs/examples on a cluster of this machine: the merged shards equal the run without shards, even if one shard ran out
# of time and was queued again. Skipped (77) if no cluster can be made.
# slurm_test.sh BIN
here=$(cd "$(dirname "$0")/.." && pwd)
script=$here/../../../docs/examples/shards.sbatch
. "$here/../attack_runs.sh"
. "$here/../slurm_cluster.sh"
command -v sbatch >/dev/null || { echo "skipped: no sbatch (Debian: slurm-wlm)"; exit 77; }
trap 'stop_cluster; rm -rf "$work"' EXIT
start_cluster "$work/cluster" >"$work/why" || { echo "skipped: $(cat "$work/why")"; exit 77; }
train_victim
mkdir "$work/shared"
cd "$work/shared" || exit 1
export PATH=$bin:$PATH

attack=(--model "$work/digits.pt" --images 24 --targets 2 --eps 0.2 --budget 60 --attack bo,square --checks none --seed 3)
bo-attack "${attack[@]}" --batch 1 --out whole --quiet >/dev/null || fail "the run that is not sharded ended with $?"
SHARDS=4 sbatch -Q --array=1-4 --time=5 "$script" "$PWD" "${attack[@]}" || fail "sbatch ended with $?"
job=$(squeue -h -o %F | head -n 1)
# Simulates that shard 1 runs out of time: Slurm sends this signal before it kills a job.
for _ in $(seq 300); do grep -q . <(find "${TMPDIR:-/tmp}" -path '*/bora-*/shard-1-of-4/run.sqlite' 2>/dev/null) && break; sleep 0.1; done
scancel --batch --signal=INT "${job}_1" 2>scancel.err
for _ in $(seq 1200); do [ -z "$(squeue -h)" ] && break; sleep 0.2; done
[ -z "$(squeue -h)" ] || fail "jobs are not done: $(squeue)"
for number in 1 2 3 4; do
  [ -e shard-$number-of-4/run.sqlite ] || fail "shard $number is not there: $(cat slurm-*_"$number".out)"
done
grep -h interrupted slurm-*_1.out || fail "shard 1 was not interrupted: this test saw nothing put back"
bo-report shard-*-of-4 --out merged >/dev/null 2>err.txt || fail "merging ended with $?: $(cat err.txt)"
cmp whole/results.csv merged/results.csv || fail "the merged table differs"
"$here/programs/same_figures.py" whole/summary.json merged/summary.json || fail "the merged figures differ"
finish
