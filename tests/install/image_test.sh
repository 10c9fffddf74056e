#!/usr/bin/env bash
# Builds the image of the Dockerfile with docker or buildah, and trains and attacks in it without root rights and without a network.
# image_test.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
skip() { echo "skipped: $*"; exit 77; }
fail() { echo "FAILED: $*" >&2; exit 1; }
work=$(mktemp -d)
image=bora-test-$$
if command -v docker >/dev/null && docker info >/dev/null 2>&1; then
  trap 'docker rmi -f "$image" >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
  docker build -t "$image" "$root" >"$work/log" 2>&1 || { tail -n 30 "$work/log"; fail "the image does not build"; }
  # run COMMAND...: runs the command in the image, as this user and in this folder.
  run() {
    local command=$1
    shift
    docker run --rm --network none --user "$(id -u):$(id -g)" --read-only --tmpfs /tmp -v "$work:/work" \
      --entrypoint "$command" "$image" "$@"
  }
  user=$(docker run --rm --entrypoint id "$image" -un)
elif command -v buildah >/dev/null && buildah unshare true >/dev/null 2>&1; then
  trap 'buildah rm "$image" >/dev/null 2>&1 || true; buildah rmi -f "$image" >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
  buildah build -t "$image" "$root" >"$work/log" 2>&1 || { tail -n 30 "$work/log"; fail "the image does not build"; }
  buildah from --name "$image" "$image" >/dev/null
  run() { buildah run --network none --user root -v "$work:/work" "$image" -- "$@"; }
  user=$(buildah run "$image" -- id -un)
else
  skip "neither docker with its daemon nor buildah works here"
fi

[ "$user" = bora ] || fail "its user is $user"
for command in bo-attack bo-train bo-report bo-opt bo-nas bo-assess; do
  run $command --version || fail "$command does not run"
done
run bo-attack --version | grep -F -- "-march=x86-64-v3" >/dev/null || fail "it is not for every x86-64-v3 processor"
! run sh -c 'command -v g++ || command -v cmake || command -v git' || fail "it holds what builds"
run bo-train --data digits --arch lenet --epochs 1 --out /work/d.pt >"$work/log" 2>&1 || { tail "$work/log"; fail "bo-train"; }
run bo-attack --model /work/d.pt --images 2 --budget 20 --eps 0.2 --out /work/run >"$work/log" 2>&1 || { tail "$work/log"; fail "bo-attack"; }
[ -s "$work/run/report.html" ] || fail "no report"
[ -O "$work/run/report.html" ] || fail "the report belongs to another user"
