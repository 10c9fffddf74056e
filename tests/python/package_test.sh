#!/usr/bin/env bash
# Tests the Python package with pytest. Skipped (77) if no Python has NumPy and pytest.   package_test.sh BIN
here=$(cd "$(dirname "$0")" && pwd)
root=$(readlink -f "$here/../..")
for python in ${BORA_PYTHON:-} python3 /usr/bin/python3 "$root/.deps/python/bin/python3"; do
  if "$python" -c 'import numpy, pytest' 2>/dev/null; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    export PYTHONPATH=$root/python PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1
    . "$root/tests/tools/command_host/commands.sh"
    host_commands "$1" "$work"
    BORA_BIN=$bin "$python" -m pytest -q -p no:cacheprovider -rs "$here"
    exit
  fi
done
echo "skipped: no python3 has NumPy and pytest (Debian: python3-numpy, python3-pytest)"
exit 77
