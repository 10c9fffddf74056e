#!/usr/bin/env bash
# Tests the claims of docs/reference/security.md on models and run folders: what a TorchScript file can do, that the command with bubblewrap
# prevents it, what is executed when a run is shown or resumed, and that hostile names do no harm in reports.
# sandbox_test.sh BIN
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../attack_runs.sh"
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

class Looper(torch.nn.Module):
    def forward(self, x):
        i = 0
        while i >= 0:
            i = (i + 1) % 7
        return x.flatten(1)[:, :3]

class Glutton(torch.nn.Module):
    def forward(self, x):
        return x.flatten(1)[:, :3] + torch.zeros(1 << 50).sum()

model = Writer(sys.argv[1]).eval()
metadata = {"format": 1, "input": {"shape": [1, 8, 8]}, "output": {"kind": "logits", "classes": 3, "class_names": hostile}}
for network, file in ((model, "m.pt"), (Looper(), "loop.pt"), (Glutton(), "memory.pt")):
    torch.jit.save(torch.jit.script(network.eval()), file, _extra_files={"bora.json": json.dumps(metadata)})
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

# A model that does not return, and one that asks for more memory than the machine has.
rc=0
timeout 5 "$bin/bo-attack" --model loop.pt "${attack[@]:3}" --out loop >/dev/null 2>&1 || rc=$?
[ "$rc" = 124 ] || fail "the model that loops ended with $rc: the page claims that it can run for ever"
# The address sanitizer would end the program at such an allocation.
rc=0
ASAN_OPTIONS="${ASAN_OPTIONS:-}:allocator_may_return_null=1:log_path=$PWD/allocation" \
  "$bin/bo-attack" --model memory.pt "${attack[@]:3}" --out memory >/dev/null 2>err || rc=$?
[ "$rc" = 2 ] || [ "$rc" = 3 ] || fail "the model that wants all memory ended with $rc: $(tail -n 1 err)"

# Showing a stored run does not execute its model. Resuming it does, even if the model's file has changed since.
rm -f written.pt
cp -r open stored
here_sql=$(printf %s "$work" | sed "s/'/''/g")
sqlite3 stored/run.sqlite "UPDATE run SET value = replace(replace(value, '$here_sql/m.pt', 'm.pt'), 'm.pt', 'exec:touch $here_sql/ran')
  WHERE key IN ('model', 'config', 'config_ini'); UPDATE run SET value = 'interrupted' WHERE key = 'status'" ||
  fail "the stored run cannot be changed"
"$bin/bo-report" show stored >/dev/null 2>err || true
"$bin/bo-report" show open >/dev/null 2>err || fail "bo-report show: $(tail -n 1 err)"
[ ! -e ran ] && [ ! -e written.pt ] || fail "a model runs when its run is shown"
"$bin/bo-attack" --resume --out stored >/dev/null 2>err && fail "a run with another model was resumed to its end"
[ -e ran ] || fail "resuming did not run the stored program, as the page says: $(tail -n 1 err)"

# Machine code is trusted only with an option on the command line.
printf 'trust-model = true\n' >trust.ini
"$bin/bo-attack" --config trust.ini --model m.pt "${attack[@]:3}" --out trusted >/dev/null 2>err && fail "a file can set trust-model"
grep -q trust-model err || fail "trust-model in a file: $(tail -n 1 err)"

command -v bwrap >/dev/null || { echo "skipped in part: no bwrap"; finish; }
bwrap --ro-bind / / true 2>/dev/null || { echo "skipped in part: bwrap may not make namespaces here"; finish; }
rm -f written.pt
mkdir out
# Runs the command of the page, word for word.
recipe=$(sed -n '/^bwrap /,/--chdir/p' "$source/docs/reference/security.md" | tr -d '\\\n')
[ -n "$recipe" ] || fail "the page has no recipe"
# The commands and LibTorch can be in /tmp or /home, which this command hides.
torch=$(dirname "$(ldd "$bin/bo-attack" | awk '/libtorch_cpu/ {print $3; exit}')")
shown=
for folder in "$source" "$bin" "$torch"; do shown+=" --ro-bind '$folder' '$folder'"; done
eval "$recipe $shown \"$bin/${attack[0]}\" ${attack[*]:1} --out out/run" >/dev/null 2>err || true
[ -e written.pt ] && fail "the model wrote a file from inside"
[ -e out/run/run.sqlite ] || grep -q 'm.pt' err || fail "the recipe does not run: $(tail -n 1 err)"
finish
