#!/usr/bin/env bash
# docs/reference/security.md: a TorchScript file can write files, and the recipe with bubblewrap prevents it; hostile class names
# do no harm in reports.   sandbox_test.sh BIN
here=$(cd "$(dirname "$0")" && pwd)
. "$here/support.sh"
bin=$(readlink -f "$bin")
source=$(readlink -f "$here/../../..")
for one in ${BORA_PYTHON:-} "$source/.deps/python/bin/python3" python3; do
  if "$one" -c 'import torch, numpy' 2>/dev/null; then python=$one; break; fi
done
[ -n "${python:-}" ] || { echo "skipped: no Python with torch and NumPy"; exit 77; }
cd "$work" || exit 1
cat >model.py <<'PYTHON'
import json, sys
import numpy as np
import torch

hostile = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '](javascript:alert(1))']

class Writer(torch.nn.Module):
    def __init__(self, path: str):
        super().__init__()
        self.path = path
        torch.manual_seed(1)
        self.layer = torch.nn.Linear(64, 3)

    def forward(self, x):
        torch.save(x, self.path)
        return self.layer(x.flatten(1))

model = Writer(sys.argv[1]).eval()
metadata = {"format": 1, "input": {"shape": [1, 8, 8]}, "output": {"kind": "logits", "classes": 3, "class_names": hostile}}
torch.jit.save(torch.jit.script(model), "m.pt", _extra_files={"bora.json": json.dumps(metadata)})
images = np.random.default_rng(0).integers(0, 256, (30, 8, 8, 1), dtype=np.uint8)
np.savez("data.npz", images=images, labels=np.arange(30) % 3)
PYTHON
"$python" model.py "$work/written.pt" 2>err || fail "the model was not made: $(tail -n 1 err)"
rm -f written.pt
attack=(bo-attack --model m.pt --data data.npz --part all --images 3 --budget 20 --checks none --quiet)
"$bin/${attack[0]}" "${attack[@]:1}" --out open >/dev/null || fail "the attack ended with $?"
[ -e written.pt ] || fail "the model wrote no file: the page claims that it can"
for file in report.html report.md results.sarif junit.xml badge.svg; do
  grep -qE '<script>alert|<img src=x' "open/$file" && fail "$file holds a hostile name unescaped"
done
grep -qE '[^\\]\]\(javascript:' open/report.md && fail "report.md holds a hostile link"
"$python" -c 'import json; json.load(open("open/results.sarif")); json.load(open("open/summary.json"))' || fail "JSON is broken by hostile names"
xmllint --noout open/junit.xml open/badge.svg || fail "XML is broken by hostile names"

command -v bwrap >/dev/null || { echo "skipped in part: no bwrap"; finish; }
bwrap --ro-bind / / true 2>/dev/null || { echo "skipped in part: bwrap may not make namespaces here"; finish; }
rm -f written.pt
mkdir out
# The command of the page, word by word.
recipe=$(sed -n '/^bwrap /,/--chdir/p' "$source/docs/reference/security.md" | tr -d '\\\n')
[ -n "$recipe" ] || fail "the page has no recipe"
# The commands and LibTorch may lie below /tmp or /home, which the recipe hides.
torch=$(dirname "$(ldd "$bin/bo-attack" | awk '/libtorch_cpu/ {print $3; exit}')")
shown=
for folder in "$source" "$bin" "$torch"; do shown+=" --ro-bind '$folder' '$folder'"; done
eval "$recipe $shown \"$bin/${attack[0]}\" ${attack[*]:1} --out out/run" >/dev/null 2>err || true
[ -e written.pt ] && fail "the model wrote a file from inside"
[ -e out/run/run.sqlite ] || grep -q 'm.pt' err || fail "the recipe does not run: $(tail -n 1 err)"
finish
