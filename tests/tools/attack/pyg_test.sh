#!/usr/bin/env bash
# Follows docs/how-to/attack-graphs.md for models of PyTorch Geometric, on MUTAG. Also checks that attacks on a network of graphs do not
# depend on whether it is a file or a program. Skipped (77) without MUTAG ($BORA_DATA/tu/MUTAG.zip) or if PyTorch Geometric cannot be
# installed.
# pyg_test.sh BIN
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../attack_runs.sh"
bin=$(readlink -f "$bin")
source=$(readlink -f "$here/../../..")
data=${BORA_DATA:-$source/../shared/data}/tu/MUTAG.zip
[ -f "$data" ] || { echo "skipped: no MUTAG.zip in \$BORA_DATA/tu"; exit 77; }
data=$(readlink -f "$data")

# Uses the torch of a Python that has it; otherwise torch is installed with PyTorch Geometric.
lender=
for one in ${BORA_PYTHON:-} "$source/.deps/python/bin/python3" python3; do
  if "$one" -c 'import torch' 2>/dev/null; then lender=$one; break; fi
done
cd "$work" || exit 1
"${lender:-python3}" -m venv venv >venv.log 2>&1 || { echo "skipped: no virtual environment ($(tail -n 1 venv.log))"; exit 77; }
python=$work/venv/bin/python3
packages=(torch_geometric numpy)
if [ -n "$lender" ]; then
  "$lender" -c 'import os, torch; print(os.path.dirname(os.path.dirname(torch.__file__)))' \
    >"$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/torch.pth"
else
  packages+=(torch)
fi
"$python" -m pip install -q --disable-pip-version-check "${packages[@]}" >pip.log 2>&1 && "$python" -c 'import torch, torch_geometric' 2>pip.log ||
  { echo "skipped: PyTorch Geometric cannot be installed ($(tail -n 1 pip.log))"; exit 77; }
export PYTHONPATH=$source/python

cp "$source/docs/examples/pyg_victim.py" "$here/programs/pyg_train.py" "$here/programs/graph_file.py" .
"$python" pyg_train.py "$data" gcn.pt || fail "the network is not trained"
# The commands of docs/how-to/attack-graphs.md, with smaller budgets.
"$bin/bo-attack" --task graph --model "exec:$python pyg_victim.py gcn.pt" --data "$data" --part all --graphs 6 --budget-edits 0.01 \
  --query-cap 60 --attack grabnel,random --checks basic --quiet --out recipe >table.txt 2>err || fail "the recipe ended with $?: $(tail -n 1 err)"
count() { sqlite3 "$1/run.sqlite" "$2"; }
examples=$(count recipe 'SELECT count(*) FROM adversarials')
[ "$examples" -gt 0 ] || fail "no attack succeeded"
[ "$(count recipe 'SELECT count(*) FROM verification WHERE within AND confirmed')" = "$examples" ] || fail "an example was not verified"
clean=$(count recipe "SELECT (SELECT value FROM run WHERE key = 'clean_correct') * 100 / (SELECT value FROM run WHERE key = 'clean_inputs')")
[ "$clean" -ge 70 ] || fail "the network knows $clean% of what it was trained on: the program feeds it otherwise than its training did"
grep -q 'verified' table.txt || fail "the summary says nothing of verification"
[ "$(count recipe "SELECT count(*) FROM run WHERE key = 'randomised'")" = 0 ] || fail "the network answers at random"

# Compares, on graphs, a file that bora loads and a program that loads the same file.
"$bin/bo-train" --data "$data" --task graph --arch gin --epochs 30 --validation 0 --out own.pt --quiet >/dev/null || fail "bo-train ended with $?"
labels=$("$python" - "$data" <<'PYTHON'
import sys, zipfile

labels = zipfile.ZipFile(sys.argv[1]).read("MUTAG/MUTAG_node_labels.txt").split()
print(max(map(int, labels)) + 1)
PYTHON
)
attack=("$bin/bo-attack" --task graph --data "$data" --part all --graphs 8 --budget-edits 0.01 --query-cap 60 --attack grabnel,random,genetic
        --checks none --quiet)
"${attack[@]}" --model own.pt --features label --out file >/dev/null || fail "the file: ended with $?"
"${attack[@]}" --model "exec:$python graph_file.py own.pt $labels" --out program >/dev/null || fail "the program: ended with $?"
# found FOLDER: all columns except seconds.
found() { cut -d, -f"$(head -n 1 "$1/results.csv" | tr , '\n' | grep -nv seconds | cut -d: -f1 | paste -sd,)" "$1/results.csv"; }
cmp -s <(found file) <(found program) || fail "a file and a program end in other results: $(diff <(found file) <(found program) | head -n 4)"
[ "$(count file 'SELECT count(*) FROM queries')" -gt 200 ] || fail "hardly a question was asked"
[ "$(count file 'SELECT count(*) FROM adversarials')" -gt 0 ] || fail "no attack on the file succeeded"
finish
