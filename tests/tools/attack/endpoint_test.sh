#!/usr/bin/env bash
# A server that fails sometimes, as the victim: no answer is lost, and every attempt is counted.   endpoint_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
. "$(dirname "$0")/fake_servers.sh"
attack=("$bin/bo-attack" --data data --images 6 --attack bo,square,random --eps 0.02 --budget 60 --clean-images 0 --checks none --batch 4 --quiet)
attacked() { "${attack[@]}" "$@"; }
# found FOLDER: the results of a run, without what they cost.
found() { cut -d, -f1-7,9-13 "$1/results.csv"; }
sum() { sqlite3 "$1/run.sqlite" "SELECT total($2) FROM instances" | cut -d. -f1; }
# same WHAT FOLDER: the run must have the results of the undisturbed run.
same() { diff <(found calm) <(found "$2") >"$work/diff" || fail "$1: ends with other answers: $(head -4 "$work/diff")"; }
repeated() { [ "$(sum "$1" attempts)" -gt "$(sum "$1" queries)" ] || fail "$1: attempts that were repeated are not counted"; }

served calm
attacked --model "$url" --out calm --price-per-1000 1.50 >calm.txt || fail "an undisturbed run ended with $?"
[ "$(sum calm attempts)" = "$(sum calm queries)" ] || fail "an undisturbed run has more attempts than queries"
grep -q 'cost .* at 1.5 per 1,000' calm.txt || fail "the price is not shown"
# The stated number of inputs includes every input that the server received.
seen=$(seen calm)
billed=$(python3 -c 'import json; print(json.load(open("calm/summary.json"))["cost"]["inputs"])')
[ "$seen" = "$billed" ] || fail "the server saw $seen inputs, $billed are billed"

attacked --model "$url" --concurrency 8 --out parallel >/dev/null || fail "concurrency 8 ended with $?"
same "eight requests at once" parallel
[ "$(sum parallel attempts)" = "$(sum parallel queries)" ] || fail "eight requests at once: more attempts than queries"

# The first worker that needs a program starts it, and all workers use it.
cat >serve.py <<PYTHON
import sys
sys.path.insert(0, "$(dirname "$fake")/../../../../python")
sys.argv = ["fake"]
import numpy as np
from bora_victim import serve
weights = np.array([[((7 * i + 3 * j) % 11 - 5) / 10 for i in range(36)] for j in range(10)], dtype="f8")
serve(lambda images: images.reshape(len(images), -1).astype("f8") @ weights.T, classes=10, shape=[1, 6, 6])
PYTHON
if python3 -c 'import numpy' 2>/dev/null; then
  for n in 1 4; do
    attacked --model 'exec:python3 serve.py' --concurrency $n --retries 0 --out program$n >/dev/null || fail "$n programs: ended with $?"
    [ "$(sum program$n attempts)" = "$(sum program$n queries)" ] || fail "$n programs: more attempts than queries"
  done
  diff <(found program1) <(found program4) >/dev/null || fail "four programs give other answers than one"
fi

served failing --fail 0.1
attacked --model "$url" --out failing >/dev/null 2>failing.err || fail "a server that fails at times: ended with $?"
[ "$(grep -c 'the model failed on a request, which is sent again' failing.err)" = 1 ] || fail "failures are not told of once: $(cat failing.err)"
same "a server that answers 500 at times" failing
repeated failing

served slow --slow 0.02 0.5
attacked --model "$url" --timeout 0.25 --out slow >/dev/null || fail "a slow server: ended with $?"
same "a server that is slow at times" slow
repeated slow

# The same with parallel requests: a worker repeats its failed request while the others continue.
served unsteady --fail 0.05 --slow 0.02 0.5
attacked --model "$url" --concurrency 4 --timeout 0.25 --out unsteady >/dev/null || fail "an unsteady server, four requests at once: ended with $?"
same "an unsteady server, four requests at once" unsteady
repeated unsteady

served once --nan-at 120
attacked --model "$url" --out once >/dev/null || fail "NaN once: ended with $?"
same "a server that gives NaN once" once
repeated once

# The server stops during the run for longer than requests are repeated, and then returns on the same port.
served gone --slow 1 0.01
port=$(cat gone.port)
attacked --model "$url" --retries 1 --concurrency 3 --out gone >/dev/null 2>gone.err & process=$!
until [ "$(queries gone)" -gt 50 ] || ! kill -0 $process 2>/dev/null; do sleep 0.02; done
kill -9 $server; wait $server 2>/dev/null
until grep -q 'answers nothing' gone.err; do kill -0 $process 2>/dev/null || break; sleep 0.05; done
grep -q 'answers nothing' gone.err || fail "the run ended before its server was gone"
[ "$(grep -c 'asking again in 0.5 s' gone.err)" -le 1 ] || fail "each lane tells of the same outage: $(head -3 gone.err)"
sleep "${BORA_TEST_OUTAGE:-1}"  # seconds
served gone --port "$port"
wait $process || fail "a server that was gone for a while: ended with $?: $(tail -1 gone.err)"
same "a server that was gone for a while" gone
[ "$(sqlite3 gone/run.sqlite "SELECT count(*) FROM instances WHERE status = 'failed'")" = 0 ] || fail "an outage fails instances"

# Ctrl-C while the server is down, and --resume with other retry settings when it is back.
served left --slow 1 0.05
port=$(cat left.port)
# This command is not called through the function, so that the signal reaches the program and not a shell around it.
"${attack[@]}" --model "$url" --retries 0 --out left >/dev/null 2>left.err & process=$!
until [ "$(queries left)" -gt 50 ] || ! kill -0 $process 2>/dev/null; do sleep 0.02; done
kill -9 $server; wait $server 2>/dev/null
until grep -q 'answers nothing' left.err; do kill -0 $process 2>/dev/null || break; sleep 0.05; done
kill -INT $process
wait $process; code=$?
[ $code = 130 ] || fail "Ctrl-C while the server is gone ends with $code: $(tail -1 left.err)"
served left --port "$port"
"$bin/bo-attack" --resume --out left --quiet --retries 2 --concurrency 2 >/dev/null || fail "a run whose server came back: ended with $?"
same "a run that was resumed" left

refused() { local expected=$1; shift; "$@" >/dev/null 2>err; [ $? = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -qF -- "$expected" err || fail "expected one line with '$expected': $(head -c 400 err)"; }
served noisy --noise 0.1
attacked --model "$url" --out noisy >/dev/null 2>noisy.err; code=$?
[ $code = 0 ] || fail "a server that answers at random: ended with $code: $(tail -1 noisy.err)"
grep -q 'a success must hold in 3 of 5 answers' noisy.err || fail "a server that answers at random is not noticed: $(cat noisy.err)"
[ "$(sqlite3 noisy/run.sqlite "SELECT count(*) FROM instances i WHERE status = 'success' AND 3 > (SELECT count(*) FROM queries q WHERE q.instance = i.id AND q.input_hash = (SELECT input_hash FROM queries WHERE instance = i.id AND success = 1))")" = 0 ] || fail "a success stands on fewer than three answers"
served rounded --round 2
attacked --model "$url" --out rounded >/dev/null 2>rounded.err || fail "rounded scores: ended with $?"
sqlite3 rounded/run.sqlite "SELECT value FROM run WHERE key = 'warnings'" | grep -q 'rounded to 2 digits' || fail "rounded scores are not noticed"
refused "status 404: no such model" attacked --model "${url%toy}none" --out none
refused "it cannot be resumed with" "$bin/bo-attack" --resume --out calm --model "$url"
finish
