#!/usr/bin/env bash
# Faults outside the program: the model is unavailable, the disk is full, files were moved or damaged or are empty.   faults_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
train_victim
host_commands "$bin" "$work/bin"
"$bin/make_models" "$work" || fail "make_models"
bin=$(readlink -f "$bin")

# ended CODE WORD...: the last command must have ended with this exit code and with one line that contains every word.
ended() {
  local expected=$1 word
  shift
  [ "$code" = "$expected" ] || fail "$what: exit code $code instead of $expected: $(head -c 600 "$work/stderr")"
  [ "$(wc -l <"$work/stderr")" = 1 ] || fail "$what: $(wc -l <"$work/stderr") lines instead of one: $(head -c 600 "$work/stderr")"
  for word in "$@"; do grep -qF -- "$word" "$work/stderr" || fail "$what: does not say '$word': $(cat "$work/stderr")"; done
}
# attempt WHAT COMMAND...: runs the command, whose output `ended` then checks.
attempt() {
  what=$1
  shift
  "$@" >"$work/stdout" 2>"$work/stderr"
  code=$?
}
status() { sqlite3 "$1/run.sqlite" "SELECT value FROM run WHERE key = 'status'"; }
sum() { sqlite3 "$1/run.sqlite" "SELECT total($2) FROM instances" | cut -d. -f1; }
failed() { sqlite3 "$1/run.sqlite" "SELECT count(*) FROM instances WHERE status = 'failed'"; }

# A model is unavailable, and returns before the run gives up.
printf '0000' >"$work/up"
down=("$bin/bo-attack" --model "$work/outage.pt" --data digits --images 3 --attack random,square --eps 0.02 --budget 400
      --clean-images 0 --checks none --quiet)
"${down[@]}" --out "$work/outage" >/dev/null 2>"$work/stderr" &
process=$!
until [ "$(queries "$work/outage")" -gt 200 ] || ! kill -0 $process 2>/dev/null; do sleep 0.01; done
rm "$work/up"
until grep -q 'not even clean inputs' "$work/stderr" || ! kill -0 $process 2>/dev/null; do sleep 0.05; done
printf '0000' >"$work/up"
wait $process
code=$?
[ $code = 0 ] || fail "an outage that ends: exit code $code: $(cat "$work/stderr")"
[ "$(failed "$work/outage")" = 0 ] || fail "an outage fails instances"
[ "$(sum "$work/outage" attempts)" -gt "$(sum "$work/outage" queries)" ] || fail "attempts that were not answered are not counted"
grep -q attempts "$work/outage/report.html" || fail "the report does not say how many attempts there were"

# The same with Ctrl-C during the wait; after --resume, the result is that of the other run.
"${down[@]}" --out "$work/waiting" >/dev/null 2>"$work/stderr" &
process=$!
until [ "$(queries "$work/waiting")" -gt 200 ] || ! kill -0 $process 2>/dev/null; do sleep 0.01; done
rm "$work/up"
until grep -q 'not even clean inputs' "$work/stderr" || ! kill -0 $process 2>/dev/null; do sleep 0.05; done
kill -INT $process
wait $process
code=$?
[ $code = 130 ] || fail "Ctrl-C in an outage: exit code $code instead of 130: $(cat "$work/stderr")"
[ "$(status "$work/waiting")" = interrupted ] || fail "Ctrl-C in an outage: status $(status "$work/waiting")"
attempt "resumed in an outage" "$bin/bo-attack" --resume --out "$work/waiting" --quiet
ended 2 outage.pt
printf '0000' >"$work/up"
"$bin/bo-attack" --resume --out "$work/waiting" --quiet >/dev/null 2>"$work/stderr" || fail "resumed after an outage: $(cat "$work/stderr")"
contents() { sqlite3 "$1/run.sqlite" "SELECT id, status, queries FROM instances; SELECT instance, number, input_hash FROM queries ORDER BY 1, 2"; }
cmp -s <(contents "$work/outage") <(contents "$work/waiting") || fail "an outage changes a run"

# Ctrl-C while the clean accuracy is measured.
BORA_COMMANDS="" "$bin/bo-attack" --model "exec:'$bin/bora_example_victim'" --data digits --rate 60/s --threads 1 --attack random --budget 2 --checks none \
  --out "$work/before" >/dev/null 2>"$work/stderr" &
process=$!
until grep -q 'clean images: 0 of' "$work/stderr" || ! kill -0 $process 2>/dev/null; do sleep 0.05; done
kill -TERM $process
wait $process
code=$?
[ $code = 130 ] && grep -q 'interrupted before the first attack; nothing was stored' "$work/stderr" ||
  fail "ended before the first attack: exit code $code: $(cat "$work/stderr")"
[ ! -e "$work/before" ] || fail "a run that was ended before the first attack leaves a folder"

# Standard error is closed or on a full disk: messages are dropped, and the run is made. Errors keep their exit code.
for where in '2>&-' '2>/dev/full' '<&- 2>&-'; do
  rm -rf "$work/silent"
  (cd "$work" && eval "BORA_COMMANDS= '$bin/bo-attack' --model digits.pt --images 1 --attack random --budget 2 --checks none --out silent >/dev/null $where") ||
    fail "$where: exit code $?"
  [ -e "$work/silent/report.html" ] || fail "$where: no report"
  (cd "$work" && eval "BORA_COMMANDS= '$bin/bo-attack' --nope >/dev/null $where")
  code=$?
  [ $code = 2 ] || fail "$where: exit code $code of a wrong option instead of 2"
done

# Another process makes the default folder while clean inputs are queried.
mkdir "$work/both"
(cd "$work/both" && BORA_COMMANDS="" "$bin/bo-attack" --model "exec:sh -c 'mkdir -p bora-run-1; exec $bin/bora_example_victim'" \
  --data digits --images 1 --clean-images 0 --threads 1 --attack random --budget 2 --checks none --quiet) >/dev/null 2>"$work/stderr" ||
  fail "the default folder is taken: $(cat "$work/stderr")"
[ -e "$work/both/bora-run-2/run.sqlite" ] && [ -z "$(ls -A "$work/both/bora-run-1")" ] ||
  fail "the default folder is taken: $(ls "$work"/both/*)"

# A program ends at one of its first requests: for clean inputs, for the scores of probes, or for its fingerprint.
program=$(readlink -f "$(dirname "$0")/../../../tools/torture.d/program.py")
mkdir "$work/odd"
python3 -S "$program" data "$work/odd" || fail "no data"
for at in $(seq 12); do
  rm -rf "$work/dies" "$work/count"
  attempt "a program that dies at question $at" env BORA_COMMANDS= FAULT_COUNT="$work/count" FAULT_AT="$at" FAULT_KIND=quit \
    "$bin/bo-attack" --model "exec:python3 -S $program victim" --data "$work/odd" --images 1 --attack random --eps 0.02 --budget 2 \
    --retries 0 --clean-images 0 --checks none --quiet --out "$work/dies"
  [ "$code" = 0 ] || ended 2 "ended with exit code 0"
done

# Ctrl-C while a program or a server never answers: the run ends without waiting for --timeout, which is longer than the time limit of this
# test, and can be resumed without loss.
stuck=(--data "$work/odd" --images 4 --attack random --eps 0.02 --budget 40 --batch 4 --clean-images 0 --checks none --quiet --timeout 36000)
BORA_COMMANDS= "$bin/bo-attack" --model "exec:python3 -S $program victim" "${stuck[@]}" --out "$work/answered" >/dev/null 2>"$work/stderr" ||
  fail "a program that answers: $(cat "$work/stderr")"
printf '#!/bin/sh\necho $$ >%q\nexec python3 -S %q victim\n' "$work/victim.pid" "$program" >"$work/victim" && chmod +x "$work/victim"
for place in program server; do
  model=exec:$work/victim
  rm -f "$work/count"
  faulty=(env BORA_COMMANDS= FAULT_COUNT="$work/count" FAULT_AT=40 FAULT_KIND=never)
  if [ $place = server ]; then
    "${faulty[@]}" FAULT_KIND=mute setsid python3 -S "$program" serve "$work/port" 0 >/dev/null &
    server=$!
    until [ -s "$work/port" ]; do kill -0 $server 2>/dev/null || { fail "no server"; break; }; sleep 0.02; done
    model=http://127.0.0.1:$(cat "$work/port")/v2/models/toy
  fi
  "${faulty[@]}" "$bin/bo-attack" --model "$model" "${stuck[@]}" --out "$work/stuck-$place" >/dev/null 2>"$work/stderr" &
  process=$!
  until [ "$(stat -c %s "$work/count" 2>/dev/null || echo 0)" -ge 40 ] || ! kill -0 $process 2>/dev/null; do sleep 0.02; done
  sleep 0.3
  hanging=$(cat "$work/victim.pid")
  kill -INT $process
  wait $process
  code=$?
  [ $code = 130 ] || fail "Ctrl-C while a $place never answers: exit code $code: $(cat "$work/stderr")"
  [ "$(status "$work/stuck-$place")" = interrupted ] || fail "a $place that never answers: status $(status "$work/stuck-$place")"
  if kill -0 "$hanging" 2>/dev/null; then fail "the program that never answers goes on"; fi
  "${faulty[@]}" "$bin/bo-attack" --resume --out "$work/stuck-$place" --quiet >/dev/null 2>"$work/stderr" ||
    fail "a $place that answers again: $(cat "$work/stderr")"
  cmp -s <(contents "$work/answered") <(contents "$work/stuck-$place") || fail "a $place that never answered: other queries after --resume"
  lost=$(($(sum "$work/stuck-$place" attempts) - $(sum "$work/stuck-$place" queries)))
  [ "$lost" -ge 1 ] && [ "$lost" -le 4 ] || fail "a $place that never answered: $lost attempts besides the queries, expected those of one round"
done
kill -KILL -- -$server

# A model whose answers depend on the batch.
"$bin/bo-attack" --model "$work/batch.pt" --data digits --images 8 --attack random --budget 5 --checks basic --clean-images 100 --quiet --out "$work/batch" >"$work/stdout" 2>"$work/stderr"
grep -q "depends on the rest of the batch" "$work/stderr" || fail "batch.pt: no warning: $(cat "$work/stderr")"
grep -q "depends on the rest of the batch" "$work/batch/summary.json" || fail "batch.pt: no warning in summary.json"
"$bin/bo-attack" --model "$work/digits.pt" --images 8 --attack random --budget 5 --checks basic --clean-images 100 --quiet --out "$work/calm" >"$work/stdout" 2>"$work/stderr" ||
  fail "digits.pt: $(cat "$work/stderr")"
! grep -q "batch" "$work/stderr" || fail "digits.pt: a warning: $(cat "$work/stderr")"

# limited KIB COMMAND...: stands for a full disk. No file may grow beyond this size, and the signal that this limit sends is ignored.
limited() {
  local kib=$1
  shift
  (trap '' XFSZ; ulimit -f "$kib"; BORA_COMMANDS='' exec "$@")
}
small=("$bin/bo-attack" --model "$work/digits.pt" --images 2 --targets all --attack random,square --eps 0.05 --budget 50 --checks none --clean-images 100 --quiet)
attempt "a disk full at the start" limited 8 "${small[@]}" --out "$work/full"
ended 1 run.sqlite "no run was begun"
[ ! -e "$work/full" ] || fail "a disk full at the start leaves $(ls -A "$work/full")"
"${small[@]}" --out "$work/full" >/dev/null 2>"$work/stderr" || fail "after a disk that was full: $(cat "$work/stderr")"
mkdir "$work/empty"
: >"$work/empty/run.sqlite"
attempt "an empty run.sqlite resumed" "$bin/bo-attack" --resume --out "$work/empty"
ended 2 run.sqlite "is empty" "start it again"
"${small[@]}" --out "$work/empty" >/dev/null 2>"$work/stderr" || fail "an empty run.sqlite in the way: $(cat "$work/stderr")"
attempt "a disk full in the middle" limited 200 "${small[@]}" --out "$work/middle"
ended 1 run.sqlite "--resume"
kept=$(queries "$work/middle")
[ "$kept" -gt 0 ] && [ "$kept" -lt "$(queries "$work/full")" ] || fail "a disk full in the middle: $kept queries kept"
"$bin/bo-attack" --resume --out "$work/middle" --quiet >/dev/null 2>"$work/stderr" || fail "resumed after a full disk: $(cat "$work/stderr")"
cmp -s <(contents "$work/full") <(contents "$work/middle") || fail "a disk full in the middle changes a run"
lost=$(($(sum "$work/middle" attempts) - $(sum "$work/middle" queries)))
[ "$lost" -gt 0 ] && [ "$lost" -le 64 ] || fail "a disk full in the middle: $lost attempts besides the queries"

# Files that were moved, and other working directories.
mkdir -p "$work/here/models" "$work/there"
cp "$work/digits.pt" "$work/here/models/m.pt"
pushd "$work/here" >/dev/null
interrupted run 100 -- "$bin/bo-attack" --model models/m.pt --images 2 --targets all --attack random --eps 0.05 --budget 200 --checks none \
  --clean-images 100 --quiet --seed 3
popd >/dev/null
(cd "$work/there" && "$bin/bo-attack" --resume --out ../here/run --budget 201 --quiet >"$work/stdout" 2>"$work/stderr")
grep -q -- --budget "$work/stderr" || fail "resumed elsewhere: $(cat "$work/stderr")"
mv "$work/here/models/m.pt" "$work/there/moved.pt"
attempt "a model that was moved" "$bin/bo-attack" --resume --out "$work/here/run"
ended 2 --model "$work/here/models/m.pt" moved
attempt "another model" "$bin/bo-attack" --resume --out "$work/here/run" --model "$work/batch.pt" --quiet
ended 2 batch.pt SHA-256
(cd "$work/there" && "$bin/bo-attack" --resume --out ../here/run --model moved.pt --quiet >"$work/stdout" 2>"$work/stderr") ||
  fail "a model at its new place: $(cat "$work/stderr")"
cp "$work/there/moved.pt" "$work/here/models/m.pt"
[ "$(sqlite3 "$work/here/run/run.sqlite" "SELECT json_extract(value, '\$.model') FROM run WHERE key = 'config'")" = models/m.pt ] ||
  fail "the model is not shown as it was typed"
(cd "$work/there" && "$bin/bo-attack" --config ../here/run/config.ini --out again --quiet >/dev/null 2>"$work/stderr") ||
  fail "config.ini from another folder: $(cat "$work/stderr")"
cmp -s <(contents "$work/here/run") <(contents "$work/there/again") || fail "config.ini gives another run"
directory=$(sqlite3 "$work/here/run/run.sqlite" "SELECT value FROM run WHERE key = 'directory'")
[ "$directory" = "$(cd "$work/here" && pwd)" ] || fail "run in $directory"
grep -qF "$directory" "$work/here/run/report.html" || fail "the report does not say in which folder it was run"

# damaged SQL WORD...: a run whose database this statement changed is refused with one line that contains every word.
damaged() {
  local sql=$1
  shift
  rm -rf "$work/damaged"
  cp -r "$work/${from:-full}" "$work/damaged"
  sqlite3 "$work/damaged/run.sqlite" "$sql" || fail "$sql"
  attempt "$sql, resumed" "$bin/bo-attack" --resume --out "$work/damaged" --quiet
  ended 2 "$@"
}
damaged "UPDATE inputs SET content = x'00' WHERE attacked" "table inputs" "content is 1 bytes" 784
damaged "UPDATE queries SET scores = x'0011' WHERE instance = 1 AND number = 2" "table queries, instance 1, number 2" "scores is 2 bytes"
damaged "UPDATE instances SET input = 7777 WHERE id = 2" "table instances, id 2" "input is 7777"
damaged "UPDATE run SET value = '11' WHERE key = 'classes'" run.sqlite
damaged "UPDATE run SET value = 'x' WHERE key = 'seed'" "run.seed" "'x'"
damaged "UPDATE run SET value = '{' WHERE key = 'warnings'" run.sqlite warnings
"$bin/bo-attack" --model "$work/digits.pt" --images 3 --attack square --eps 0.4 --budget 100 --checks none --clean-images 100 --quiet --out "$work/fooled" >/dev/null 2>&1 ||
  fail "the run with successes ended with $?"
from=fooled damaged "DELETE FROM adversarials" "table adversarials"
damaged "UPDATE run SET value = '' WHERE key = 'config_ini'" "options"
head -c 9000 "$work/full/run.sqlite" >"$work/damaged/run.sqlite"
attempt "half a database, resumed" "$bin/bo-attack" --resume --out "$work/damaged" --quiet
ended 2 run.sqlite

# A fault after the first success of a run that continues after it: the instance is a success, and the exit code is that of a fault.
"$bin/bo-attack" --model "$work/digits.pt" --images 3 --attack square --eps 0.4 --budget 100 --minimise --checks none --clean-images 100 --quiet \
  --out "$work/smallest" >/dev/null 2>&1 || fail "the run of smallest changes ended with $?"
sqlite3 "$work/smallest/run.sqlite" "UPDATE instances SET reason = 'it hangs' WHERE id = 0 AND status = 'success'; SELECT changes()" | grep -qx 1 ||
  fail "the setting is meant to have a success"
attempt "a fault after the first success" "$bin/bo-attack" --resume --out "$work/smallest" --quiet
ended 3 "1 of 3 attacks ended by a fault after the first success"
python3 -c 'import json, sys; run = json.load(open(sys.argv[1])); assert run["failures"] == [] and \
  run["ended_after_success"] == [{"attack": "square", "reason": "it hangs", "instances": 1}], run["ended_after_success"]' "$work/smallest/summary.json" ||
  fail "summary.json does not say so"
grep -q 'error.*the model failed on 1 instance after the first success: it hangs' "$work/smallest/junit.xml" || fail "junit.xml does not say so"
finish
