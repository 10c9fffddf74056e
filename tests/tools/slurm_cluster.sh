# Sourced by tests: a Slurm cluster of this machine alone, in a folder of its own, which exists during the test.
# start_cluster FOLDER: starts munged, slurmctld and slurmd in the folder and sets SLURM_CONF. If that is impossible, prints the reason and
# returns 1.
# stop_cluster: ends these processes and no others.
cluster_processes=()

start_cluster() {
  local folder=$1 tool host cores
  for tool in munged slurmctld slurmd sbatch srun; do
    PATH=$PATH:/usr/sbin command -v $tool >/dev/null || { echo "no $tool (Debian: slurm-wlm)"; return 1; }
  done
  [ "$(id -u)" = 0 ] || { echo "a cluster of its own needs root"; return 1; }
  host=$(hostname -s)
  cores=$(nproc)
  mkdir -p "$folder"/{state,spool,munge}
  head -c 1024 /dev/urandom >"$folder/munge/key"
  # munged refuses folders to which others may write, such as /tmp, unless an option allows it.
  chmod 700 "$folder/munge"; chmod 600 "$folder/munge/key"
  PATH=$PATH:/usr/sbin munged --foreground --force --socket="$folder/munge/socket" --key-file="$folder/munge/key" \
    --log-file="$folder/munge/log" --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" >"$folder/munge/out" 2>&1 &
  cluster_processes+=($!)
  cat >"$folder/slurm.conf" <<EOF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmctldPort=$((20000 + $$ % 20000))
SlurmdPort=$((20001 + $$ % 20000))
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
ReturnToService=2
SlurmdParameters=config_overrides
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$cores State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
  export SLURM_CONF=$folder/slurm.conf
  PATH=$PATH:/usr/sbin slurmctld -D -c >"$folder/slurmctld.log" 2>&1 &
  cluster_processes+=($!)
  PATH=$PATH:/usr/sbin slurmd -D >"$folder/slurmd.log" 2>&1 &
  cluster_processes+=($!)
  for _ in $(seq 60); do
    if [ "$(timeout 5 srun -n1 -Q echo up 2>/dev/null)" = up ]; then return 0; fi
    sleep 0.5
  done
  echo "the cluster did not start: $(tail -n 2 "$folder"/slurm*.log "$folder/munge/out")"
  return 1
}

stop_cluster() {
  local process
  for process in "${cluster_processes[@]}"; do kill "$process" 2>/dev/null; done
  wait "${cluster_processes[@]}" 2>/dev/null
  cluster_processes=()
}
