#!/usr/bin/env bash
# Victims that give only their best classes: attacks on a program and on a server find what they find with --visible top-3 on a victim that
# gives all scores.
# best_classes_test.sh BIN
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../attack_runs.sh"
. "$here/fake_servers.sh"
host_commands "$bin" "$work/bin"
python3 -c 'import numpy' 2>/dev/null || { echo "skipped: python3 has no numpy"; exit 77; }
export PYTHONPATH=$here/../../../python

# Serves the probabilities of a linear model: all of them, or what `best.py HOW` makes of its three best.
cat >model.py <<'PYTHON'
import numpy as np

WEIGHTS = np.array([[((7 * i + 3 * j) % 11 - 5) / 10 for i in range(36)] for j in range(10)], dtype="f4")


def probabilities(images):
    logits = images.reshape(len(images), -1) @ WEIGHTS.T
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)
PYTHON
cat >all.py <<'PYTHON'
from bora_victim import serve
from model import probabilities

serve(probabilities, kind="probabilities")
PYTHON
cat >best.py <<'PYTHON'
import sys

import numpy as np
from bora_victim import serve
from model import probabilities

how = sys.argv[1]
generator = np.random.default_rng(3)


def best(images):
    shares = probabilities(images)
    if how == "noisy":
        shares = shares * generator.uniform(0.9, 1.1, size=shares.shape)
        shares = shares / shares.sum(axis=1, keepdims=True)
    order = (-shares).argsort(axis=1, kind="stable")[:, :3]
    if how == "rising":
        order = order[:, ::-1]
    if how == "twice":
        order = order[:, [0, 0, 1]]
    scores = np.take_along_axis(shares, order, axis=1)
    return scores, order + (100 if how == "range" else 0)


serve(best, kind="probabilities", classes=2 if how == "few" else 10, top=3)
PYTHON

bare=("$bin/bo-attack" --data data --images 4 --targets 1 --eps 0.1 --budget 40 --clean-images 20 --batch 5 --quiet)
attack=("${bare[@]}" --attack bo,square,nes,rays)
found() { cut -d, -f1-7,9-13 "$1/results.csv"; }
asked() { sqlite3 "$1/run.sqlite" "SELECT instance, number, input_hash, objective, predicted, success FROM queries ORDER BY instance, number"; }
checks() { sqlite3 "$1/run.sqlite" "SELECT value FROM run WHERE key = 'checks'"; }
# same WHAT FOLDER EXPECTED: the results in FOLDER must equal those in EXPECTED.
same() {
  cmp -s <(found "$2") <(found "$3") || fail "$1: other results: $(diff <(found "$2") <(found "$3") | head -4)"
  cmp -s <(asked "$2") <(asked "$3") || fail "$1: other questions: $(diff <(asked "$2") <(asked "$3") | head -4)"
}

"${attack[@]}" --model 'exec:python3 all.py' --visible top-3 --out all >all.txt || fail "all scores: ended with $?"
"${attack[@]}" --model 'exec:python3 best.py good' --visible top-3 --out best >best.txt || fail "the best classes: ended with $?"
same "a program" best all
[ "$(asked all | wc -l)" -gt 150 ] || fail "hardly a question was asked"
sees() { grep '^sees' "$1"; }
[ "$(sees best.txt)" = "$(sees all.txt)" ] || fail "the summaries say different things: $(sees best.txt); $(sees all.txt)"
[ "$(checks best)" = "$(checks all)" ] || fail "the checks differ: $(diff <(checks best | tr '{' '\n') <(checks all | tr '{' '\n'))"
[ "$(sqlite3 best/run.sqlite 'SELECT count(*) FROM verification WHERE NOT (within AND confirmed)')" = 0 ] || fail "an example was not verified"
[ "$(sqlite3 best/run.sqlite 'SELECT count(*) FROM verification')" -gt 0 ] || fail "no attack succeeded"
# Hidden scores are stored as minus infinity.
[ "$(sqlite3 best/run.sqlite "SELECT count(*) FROM queries WHERE instr(hex(scores), '000080FF') = 0")" = 0 ] || fail "a hidden score was invented"

# --visible may show fewer scores than the victim gives, or only labels.
for visible in top-2 label; do
  attacks=rays,boundary
  [ $visible = label ] || attacks=bo,square
  for who in 'all.py' 'best.py good'; do
    "${bare[@]}" --model "exec:python3 $who" --visible $visible --attack $attacks --checks none --out "$visible-${who%%.*}" >/dev/null || fail "$visible of $who: ended with $?"
  done
  same "$visible" "$visible-best" "$visible-all"
done

# Each query is averaged over several answers, which name different best classes.
"${bare[@]}" --model 'exec:python3 best.py noisy' --visible top-3 --average 2 --attack square --out noisy >/dev/null 2>noisy.err || fail "a noisy program: ended with $?"
grep -q 'other scores when asked again' noisy.err || fail "noise is not noticed: $(cat noisy.err)"

# An interrupted run can be resumed.
interrupted stopped 40 -- "${attack[@]}" --model 'exec:python3 best.py good' --visible top-3
"$bin/bo-attack" --resume --out stopped --quiet >/dev/null || fail "the resumed run ended with $?"
same "a resumed run" stopped best

served all
"${attack[@]}" --model "$url" --visible top-3 --checks none --out server-all >/dev/null || fail "a server of all scores: ended with $?"
served best --top 3
labelled=(--output scores --top-labels indices --classes 10)
"${attack[@]}" --model "$url" "${labelled[@]}" --visible top-3 --checks none --out server-best >/dev/null || fail "a server of the best classes: ended with $?"
same "a server" server-best server-all

refused() { local expected=$1; shift; "$@" --out none >/dev/null 2>err; [ $? = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$expected" err || fail "expected one line with '$expected': $(head -c 400 err)"; }
refused 'gives its 3 best classes only, but attacks would see scores; add --visible top-3' "${attack[@]}" --model 'exec:python3 best.py good'
refused 'but attacks would see top-5; add --visible top-3' "${attack[@]}" --model 'exec:python3 best.py good' --visible top-5
refused 'gave the class 10' "${attack[@]}" --model 'exec:python3 best.py range' --visible top-3
refused 'twice among the 3 best' "${attack[@]}" --model 'exec:python3 best.py twice' --visible top-3
refused 'expected the best class first' "${attack[@]}" --model 'exec:python3 best.py rising' --visible top-3
refused 'states that it gives the 3 best of 2 classes' "${attack[@]}" --model 'exec:python3 best.py few' --visible top-3
refused 'a program states itself' "${attack[@]}" --model 'exec:python3 best.py good' --top-labels indices
refused "has no output 'labels'" "${attack[@]}" --model "$url" --top-labels labels --classes 10 --visible top-3
refused 'number of classes must be stated (--classes)' "${attack[@]}" --model "$url" --top-labels indices --visible top-3
refused '--defence aaa: changes all scores' "${attack[@]}" --model "$url" "${labelled[@]}" --defence aaa --visible top-3
finish
