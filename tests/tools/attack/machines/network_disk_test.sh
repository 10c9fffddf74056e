#!/usr/bin/env bash
# On a network file system, no run can be begun or resumed, but a copy of a run can be read.   network_disk_test.sh BIN LIBRARY
. "$(dirname "$0")/../../attack_runs.sh"
library=$2
train_victim
cd "$work" || exit 1
mkdir disk

on_nfs() { BORA_TEST_NETWORK_DISK=$work/disk LD_PRELOAD=$library ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0 "$@"; }
refused() {
  local code=0
  on_nfs "$@" >out.txt 2>err.txt || code=$?
  [ $code = 2 ] || fail "exit code $code, expected 2: $*"
  [ "$(wc -l <err.txt)" = 1 ] || fail "not one line: $(cat err.txt)"
  grep -q 'is on a network file system (NFS)' err.txt || fail "NFS is not named: $(cat err.txt)"
}

attack=("$bin/bo-attack" --model digits.pt --images 2 --eps 0.2 --budget 20 --attack square --checks none --quiet)
refused "${attack[@]}" --out disk/run
[ -e disk/run ] && fail "a refused run leaves something behind"
on_nfs "${attack[@]}" --out run >/dev/null || fail "a run beside it ended with $?"
cp -r run disk/copy
refused "$bin/bo-attack" --resume --out disk/copy
on_nfs "$bin/bo-report" disk/copy >/dev/null || fail "a copy on a network's disk is not read"
[ -e disk/copy/run.sqlite-shm ] && fail "a copy is read by way of shared memory"
refused "$bin/bo-opt" --space <(printf '[x]\ntype = "real"\nbounds = [0, 1]\n') --minimise --budget 1 --out disk/tuning --quiet -- echo 1
finish
