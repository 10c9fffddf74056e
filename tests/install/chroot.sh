# Sourced by tests that need clean Debian systems, each in a folder, of the release that this machine runs.
# chroot_or_skip: skips the test with a message if such a system cannot be made.
# new_chroot FOLDER CACHE: makes a minimal system in FOLDER by copying the one that debootstrap made in the folder CACHE.
# inside FOLDER COMMAND...: runs the command in this system, with a /proc of its own.
skip() { echo "skipped: $*"; exit 77; }

chroot_or_skip() {
  [ "$(id -u)" = 0 ] || skip "a clean system of its own needs root"
  PATH=$PATH:/usr/sbin command -v debootstrap >/dev/null || skip "no debootstrap (Debian: debootstrap; tools/setup --dev)"
  unshare --mount true 2>/dev/null || skip "this container may not mount anything, which a clean system needs"
}

new_chroot() {
  local folder=$1 cache=$2 suite
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  if [ ! -e "$cache/complete" ]; then
    rm -rf --one-file-system "$cache"
    mkdir -p "$cache"
    PATH=$PATH:/usr/sbin debootstrap --variant=minbase "$suite" "$cache/system" >"$cache/log" 2>&1 \
      || skip "debootstrap could not make a $suite: $(tail -n 1 "$cache/log")"
    touch "$cache/complete"
  fi
  mkdir -p "$folder"
  cp -a "$cache/system/." "$folder"
  cp -L /etc/resolv.conf /etc/hosts "$folder/etc/"
  # Enables updates: programs that were built here may need them.
  for sources in debian.sources ubuntu.sources; do
    [ ! -e /etc/apt/sources.list.d/$sources ] || cp /etc/apt/sources.list.d/$sources "$folder/etc/apt/sources.list.d/"
  done
  inside "$folder" apt-get update -qq >"$folder.log" 2>&1 || skip "no packages to be had: $(tail -n 1 "$folder.log")"
}

inside() {
  local folder=$1
  shift
  # The mount disappears with the process that made it, so that rm cannot delete files through it.
  unshare --mount --propagation private sh -c '
    folder=$1; shift
    mount -t proc proc "$folder/proc"
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      TERM=dumb chroot "$folder" "$@"' inside "$folder" "$@"
}
