#!/usr/bin/env bash
# Runs bo-opt as its users do: with real programs, failures, kill -9, and ask and tell.   bo_opt_test.sh BO_OPT
set -u
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. "$(dirname "$0")/../command_host/commands.sh"
host_commands "$(dirname "$1")" "$folder/.bin"
opt=$bin/bo-opt
cd "$folder" || exit 1
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }
expect() {  # expect CODE WORDS COMMAND...: its exit code, and words on either stream
  local code=$1 words=$2
  shift 2
  "$@" >out 2>&1
  local got=$?
  [ "$got" = "$code" ] || { fail "$* ended with $got, not $code"; cat out; }
  [ -z "$words" ] || grep -qF -- "$words" out || { fail "$* did not say '$words'"; cat out; }
}

cat >space.toml <<'TOML'
[lr]
type = "log"
bounds = [1e-4, 1]
[act]
type = "categorical"
values = ["relu", "leaky", "tanh"]
[slope]
type = "real"
bounds = [0, 1]
when = "act == 'leaky'"
TOML
# Prints the value and records how often each point was evaluated; crashes for tanh above 0.1.
cat >program <<'SH'
#!/bin/sh
sleep "${NAP:-0}"
awk -v lr="$1" -v act="$2" -v slope="$3" 'BEGIN {
  if (act == "tanh" && lr > 0.1) exit 9
  value = -(log(lr) + 4) ^ 2
  if (act == "leaky") value += 1 - (slope - 0.25) ^ 2
  print "some chatter"; print value }'
SH
chmod +x program
# In the background, these functions replace their shell and bo-opt is a process of its own, so that a signal reaches bo-opt.
start() { BORA_COMMANDS="" exec "$opt" --space space.toml --maximise --budget 40 --workers 2 --quiet "$@" -- ./program {lr} {act} {slope}; }
resume() { BORA_COMMANDS="" exec "$opt" --resume --quiet "$@"; }
run() { "$opt" --space space.toml --maximise --budget 40 --workers 2 --quiet "$@" -- ./program {lr} {act} {slope}; }
few() { "$opt" --space space.toml --maximise --budget 8 --workers 2 --quiet "$@" -- ./program {lr} {act} {slope}; }
# begun FOLDER FILE: waits until the process $pid has written a file of a trial; fails if the process ends before that.
begun() {
  until [ -s "$1/trials/$2" ] || [ -d "$1/trials/$2" ]; do
    kill -0 $pid 2>/dev/null || { fail "$1 ended before there was trials/$2"; return 1; }
    sleep 0.01
  done
}

# stopped SIGNAL FOLDER FILE COMMAND...: runs the command, which replaces its shell, and sends it the signal (KILL or INT) once a trial has
# written a file. The output is in the file out. A command that ended before the signal proves nothing and is repeated from the start.
stopped() {
  local signal=$1 run=$2 file=$3 wanted=130 code tries
  shift 3
  if [ "$signal" = KILL ]; then wanted=137; fi
  for tries in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf "$run"
    "$@" >out 2>&1 & pid=$!
    until [ -s "$run/trials/$file" ] || [ -d "$run/trials/$file" ] || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
    kill -"$signal" $pid 2>/dev/null
    wait $pid 2>/dev/null
    code=$?
    if [ $code = $wanted ]; then return; fi
    if [ $code != 0 ]; then fail "$run: exit code $code instead of $wanted after SIG$signal: $(cat out)"; return; fi
  done
  fail "$run: none of $tries runs was ended by SIG$signal"
}

expect 0 "trials     40 of 40" run --out whole
[ "$(wc -l <whole/results.csv)" = 41 ] || fail "results.csv has not a line a trial"
head -1 whole/results.csv | grep -qx 'trial,status,value,seconds,lr,act,slope,reason' || fail "results.csv has other columns"
[ -s whole/report.html ] && [ -s whole/trials/7/stdout ] || fail "no report, or nothing that a trial printed"
expect 2 "already holds a run" run --out whole
best() { sed -n 's/^best *\([^ ]*\).*/\1/p' out; }
"$opt" report --out whole >out
awk -v best="$(best)" 'BEGIN { exit !(best > 0.99) }' || fail "the best is $(best), not above 0.99"

# A run that is killed ten times, each time a few trials later, has the same results.
rows() { cut -d, -f1-3,5-7 "$1/results.csv"; }
export NAP=0.02
for tries in 1 2 3 4 5 6 7 8 9 10; do
  kills=0
  rm -rf killed
  start --out killed >/dev/null 2>&1 & pid=$!
  for trial in 1 3 6 8 11 15 16 22 25 31; do
    begun killed $trial; kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null
    if [ $? = 137 ]; then kills=$((kills + 1)); fi
    resume --out killed >/dev/null 2>&1 & pid=$!
  done
  wait $pid
  if [ $kills -ge 2 ]; then break; fi  # the last of them hit a run that was resumed
done
unset NAP
[ $kills -ge 2 ] || fail "a run was killed only $kills times of ten, in $tries tries"
diff <(rows whole) <(rows killed) >/dev/null || { fail "a run that was killed ends with other answers"; diff <(rows whole) <(rows killed) | head; }

# Processes that a program started survive the kill of bo-opt, but are ended before the next attempt.
cat >wrapper <<'SH'
#!/bin/sh
sh -c 'for i in 1 2 3 4 5 6; do echo $$ >>"$1"; sleep 0.1; done' sh "$1/log"
echo 1
SH
chmod +x wrapper
left() { BORA_COMMANDS="" exec "$opt" --space space.toml --maximise --budget 1 --out ./left/ --quiet -- ./wrapper {folder} {lr} {act} {slope}; }
stopped KILL left 1/log left
expect 0 "1 of 1" "$opt" --resume --out left --quiet
if [ -d /proc/1 ]; then [ "$(uniq left/trials/1/log | wc -l)" = 2 ] || fail "a trial runs twice at the same time"; fi

# After Ctrl-C, all values are stored and a message says how to resume.
NAP=0.05 stopped INT stopped 5 start --out stopped
grep -q "bo-opt --resume --out stopped" out || fail "Ctrl-C does not say how to go on"
expect 0 "trials     40 of 40" "$opt" --resume --out stopped --quiet
diff <(rows whole) <(rows stopped) >/dev/null || fail "a run that was interrupted ends with other answers"
expect 0 "trials     45 of 45" "$opt" --resume --out stopped --quiet --budget 45
expect 2 "--budget: 3 is below the 45 trials" "$opt" --resume --out stopped --quiet --budget 3
expect 2 "--seed: the run in stopped was made with '0', it cannot be resumed with '3'" "$opt" --resume --out stopped --seed 3
expect 2 "was made with the command" "$opt" --resume --out stopped -- ./other

# Another number of workers keeps the results, and from another folder the command is found.
NAP=0.02 stopped KILL elsewhere 9 start --out elsewhere
(cd / && "$opt" --resume --out "$folder/elsewhere" --workers 4 --quiet >/dev/null 2>&1) || fail "cannot be resumed from another folder"
diff <(rows whole) <(rows elsewhere) >/dev/null || fail "resumed elsewhere with other workers it ends with other answers"
expect 2 "bo-opt runs the trials of this run itself" "$opt" tell 1 0.5 --out whole
cp -r whole damaged
python3 -c 'import sqlite3; run = sqlite3.connect("damaged/run.sqlite"); run.execute("UPDATE run SET value = ? WHERE key = ?", ("[1]", "command")); run.commit()'
expect 2 "run.command is not a JSON array of strings" "$opt" report --out damaged
expect 0 "the command does not contain {slope}" "$opt" --space space.toml --maximise --budget 2 --out partly --quiet -- ./program {lr} {act} 1
expect 2 "did you mean '{lr}'?" "$opt" --space space.toml --maximise --out x -- ./program {l} {act} {slope}

# The search is penalised around the pending trials of four workers; a killed run is resumed with the same penalties.
penalised() { "$opt" --space space.toml --maximise --budget 16 --workers 4 --pending local-hlp --quiet --out "$@" -- ./program {lr} {act} {slope}; }
expect 0 "trials     16 of 16" penalised around
alone() { BORA_COMMANDS="" exec "$opt" --space space.toml --maximise --budget 16 --workers 4 --pending local-hlp --quiet --out "$@" -- ./program {lr} {act} {slope}; }
NAP=0.1 stopped KILL around-killed 10 alone around-killed
expect 0 "trials     16 of 16" "$opt" --resume --out around-killed --quiet
diff <(rows around) <(rows around-killed) >/dev/null || fail "killed with --pending local-hlp it ends with other answers"
expect 0 "trials     16 of 16" penalised around-asynchronous --asynchronous
expect 2 "did you mean local-hlp?" "$opt" --space space.toml --maximise --pending local-hl --out x -- true
expect 2 "--pending: lp is for optimiser bayes" "$opt" --space space.toml --maximise --optimiser forest --pending lp --out x -- ./program {lr} {act} {slope}
expect 2 "--acquisition: is for optimiser bayes and forest, and optimiser is random" "$opt" --space space.toml --maximise --optimiser random --acquisition mes --out x -- ./program {lr} {act} {slope}

# Asynchronous: values count in the order in which the trials end.
expect 0 "trials     8 of 8" few --out any --asynchronous

# Points are passed as environment variables and as JSON; the value is read from a field.
cat >by_input.py <<'PY'
import json, os, sys
point = json.load(sys.stdin)
assert repr(point["lr"]) == os.environ["lr"] or float(os.environ["lr"]) == point["lr"]
assert ("slope" in point) == (point["act"] == "leaky")
print(json.dumps({"score": {"mean": point["lr"]}}))
PY
expect 0 "12 with a value" "$opt" --space space.toml --minimise --budget 12 --value json:score.mean --out json --quiet -- python3 by_input.py

# Several objectives: the Pareto front, also after --resume.
several() { "$opt" --space space.toml --objective error:minimise --objective size:maximise --objective seconds:minimise --budget "$1" --out several --quiet -- python3 two.py; }
cat >two.py <<'PY'
import json, sys
lr = json.load(sys.stdin)["lr"]
print(json.dumps({"error": lr, "size": lr ** 0.5}, indent=1))
PY
expect 0 "trials on the Pareto front" several 12
head -1 several/results.csv | grep -qx 'trial,status,error,size,seconds,lr,act,slope,reason' || fail "columns of several objectives: $(head -1 several/results.csv)"
expect 0 "16 with a value" "$opt" --resume --out several --budget 16 --quiet
grep -q "Pareto front" several/report.html || fail "no front in the report"
expect 2 "bayes and random take several" "$opt" --space space.toml --objective a:minimise --objective b:minimise --optimiser tpe --out x -- true
expect 2 "'a' is not valid, expected NAME:minimise or NAME:maximise" "$opt" --space space.toml --objective a --out x -- true

expect 0 "8 with a value" "$opt" --space space.toml --minimise --per-second --budget 8 --initial 4 --out timed --quiet -- sh -c 'sleep 0.0{trial}; echo {lr}'
expect 0 "10 with a value" "$opt" --resume --out timed --budget 10 --quiet
expect 2 "--per-second: is for one objective" "$opt" --space space.toml --minimise --per-second --optimiser tpe --out x -- true

# Failures of every kind are recorded, repeated if --retries says so, and do not end the run.
expect 3 "6 failed" "$opt" --space space.toml --maximise --budget 6 --out bad --quiet -- sh -c 'echo x >> count; exit 1'
expect 3 "3 failed" "$opt" --space space.toml --maximise --budget 3 --retries 2 --out retried --quiet -- sh -c 'echo x >> count2; exit 1'
[ "$(wc -l <count2)" = 9 ] || fail "--retries 2 made $(wc -l <count2) attempts of 3 trials, not 9"
expect 3 "2 timed out" "$opt" --space space.toml --maximise --budget 2 --timeout 0.2 --out slow --quiet -- sleep 20
expect 3 "2 failed" "$opt" --space space.toml --maximise --budget 2 --out silent --quiet -- true
grep -q "it printed nothing" silent/report.html || fail "the report does not say why there is no value"
expect 2 "'./nothing' cannot be run: No such file or directory; 0 trials done, continue with: bo-opt --resume --out none -- COMMAND" "$opt" --space space.toml --maximise --out none --quiet -- ./nothing

# If all trials fail for the same reason, the run ends early. The reason is in results.csv and is printed even with --quiet.
cat >argparse.sh <<'SH'
#!/bin/sh
echo "usage: train" >&2; echo "train: error: argument --lr: invalid value: '$1'" >&2; exit 2
SH
chmod +x argparse.sh
expect 3 "ended      the first 10 trials all failed alike: exit code 2; last output: train: error: argument --lr" \
  "$opt" --space space.toml --maximise --budget 60 --out alike --quiet -- ./argparse.sh {lr} {act} {slope}
grep -qxF "bo-opt: start again with a corrected command: bo-opt --resume --out alike -- COMMAND" out || fail "no advice after failures"
[ "$(grep -c 'failed.*last output: train: error' alike/results.csv)" = 10 ] || fail "results.csv does not say why trials failed"
expect 3 "trials     12 of 12" "$opt" --space space.toml --maximise --budget 12 --give-up 0 --out unlike --quiet -- ./argparse.sh {lr} {act} {slope}
# A warning says that the initial trials use up the budget, so that the model is never used.
expect 0 "warning: initial: the first 9 trials do not use the model, and the budget is 8" few --initial 9 --out first
expect 0 "warning: pending: liar-mean has no effect, since acquisition thompson handles pending points itself" few --acquisition thompson --pending liar-mean --out unneeded
# A command that names no parameter may not read its environment or standard input either.
expect 0 "the command contains no parameter, such as {lr}: the program gets them in its environment" "$opt" --space space.toml --maximise --budget 1 --out unnamed -- echo 1
expect 0 "1 of 1" "$opt" --space space.toml --maximise --budget 1 --out named -- sh -c 'echo {lr} # {act} {slope}'
grep -q "contains no parameter" out && fail "a command with parameters is said to have none: $(cat out)"
printf '[lr]\ntype = "real"\nbounds = [0.1, 0.5]\n' >narrow-lr.toml
# A learning rate on a linear scale would be tried almost only near its upper bound.
printf '[lr]\ntype = "real"\nbounds = [1e-5, 0.1]\n' >linear.toml
expect 0 "warning: space: lr: bounds 1e-05 and 0.1 of type real: 90% of the points" "$opt" --space linear.toml --minimise --budget 1 --quiet --out linear -- echo {lr}
printf '[width]\ntype = "integer"\nbounds = [1, 4096]\n' >wide.toml
expect 0 "of type integer: 90% of the points that are spread over them are above 410.5; type log-integer spreads" "$opt" --space wide.toml --minimise --budget 1 --quiet --out wide -- echo {width}
# A name may suggest the other direction.
expect 0 "warning: value: json:val.loss is maximised, but the name suggests that smaller values are better" \
  "$opt" --space narrow-lr.toml --maximise --value json:val.loss --budget 1 --quiet --out turned-json -- echo '{"val": {"loss": {lr}}}'
expect 0 "warning: value: regex:\bacc: ([0-9.e-]+) is minimised, but the name suggests that larger values are better" \
  "$opt" --space narrow-lr.toml --minimise --value 'regex:\bacc: ([0-9.e-]+)' --budget 1 --quiet --out turned-regex -- echo 'acc: {lr}'
expect 0 "warning: objective: error is maximised, but the name suggests that smaller values are better" "$opt" --space narrow-lr.toml \
  --objective error:maximise --objective seconds:minimise --budget 1 --quiet --out turned-objective -- echo '{"error": {lr}}'
[ "$(grep -c "name suggests" out)" = 1 ] || fail "a usual direction gives a warning: $(cat out)"
# Trials that differ in a parameter that the new space lacks would be noise.
printf '[lr]\ntype = "log"\nbounds = [1e-4, 1]\n' >lr.toml
lacks="warning: warm-start: column"
expect 0 "${lacks}s act, slope are no parameters of the space: trials that differ in them alone are taken as noise" \
  "$opt" --space lr.toml --maximise --budget 1 --quiet --warm-start whole --out lacks-two -- echo {lr}
printf 'value,lr,mode,trial\n1,0.1,a,1\n2,0.2,b,2\n' >mode.csv
expect 0 "$lacks mode is no parameter of the space: trials that differ in it alone are taken as noise" \
  "$opt" --space lr.toml --maximise --budget 1 --quiet --warm-start mode.csv --out lacks-one -- echo {lr}
[ "$(grep -c "$lacks" out)" = 1 ] || fail "a column of no parameter gives several warnings: $(cat out)"
expect 0 "of a warm start" "$opt" --space lr.toml --maximise --budget 1 --quiet --warm-start lacks-one --out lacks-none -- echo {lr}
grep -q "$lacks" out && fail "a run of the same space gives a warning: $(cat out)"
expect 2 "--warm-start: none.csv" "$opt" --space linear.toml --minimise --budget 1 --quiet --warm-start none.csv --out refused -- echo {lr}
grep -q warning out && fail "a refused run has warnings: $(cat out)"
sed 's/1e-5/1e-4/' linear.toml >narrow.toml
expect 0 "1 of 1" "$opt" --space narrow.toml --minimise --budget 1 --quiet --out narrow -- echo {lr}
grep -q warning out && fail "a factor of 1000 gives a warning: $(cat out)"
# A failure that may depend on the point first gives a warning, and ends the run after five times as many trials.
infeasible=(sh -c 'echo "RuntimeError: lr {lr} is infeasible" >&2; exit 1')
expect 3 "warning: the first 2 trials all failed alike: exit code 1; last output: RuntimeError: lr" \
  "$opt" --space space.toml --maximise --budget 9 --give-up 2 --out infeasible --quiet -- "${infeasible[@]}"
grep -q "trials     9 of 9" out || fail "a hard space is given up early: $(cat out)"
expect 3 "ended      the first 10 trials all failed alike" "$opt" --resume --out infeasible --budget 20 --quiet
expect 3 "trials     12 of 12" "$opt" --space space.toml --maximise --budget 12 --out hard --quiet -- "${infeasible[@]}"
expect 3 "besides 39 of a warm start" "$opt" --space space.toml --maximise --budget 3 --warm-start whole --out warm-bad --quiet -- ./argparse.sh {lr} {act} {slope}

# A run with a mistyped command can be replaced as long as no trial has a value.
expect 0 "4 with a value" "$opt" --resume --out alike --budget 4 --quiet -- ./program {lr} relu 0.5
grep -q '^1,done' alike/results.csv || fail "the corrected command did not begin again"
expect 2 "was made with the command" "$opt" --resume --out alike --quiet -- ./argparse.sh
expect 0 "2 with a value" "$opt" --space space.toml --maximise --budget 2 --out unlike --quiet -- ./program {lr} relu 0.5
expect 2 "already holds a run" "$opt" --space space.toml --maximise --budget 2 --out unlike --quiet -- ./program {lr} relu 0.5
sed 's/1e-4, 1]/1e-5, 1]/' space.toml >changed.toml
expect 2 "'changed.toml' differs from the space of the run in unlike; leave it out, or begin another run with it and --warm-start unlike" \
  "$opt" --resume --space changed.toml --out unlike --quiet
expect 0 "2 with a value; besides 39 of a warm start" "$opt" --resume --out warm-bad --budget 2 --quiet -- ./program {lr} relu 0.5
# If a run is replaced, the values that it began with are read as points of the new space.
sed 's/1e-4, 1]/1e-5, 10]/' space.toml >wider.toml
expect 3 "" "$opt" --space space.toml --maximise --budget 3 --warm-start whole --out widened --quiet -- ./argparse.sh {lr} {act} {slope}
known() { grep -E '^(0|-[0-9]+),' "$1" | cut -d, -f3,5-7 | sort; }
known widened/results.csv >known-before
expect 0 "2 with a value; besides 39 of a warm start" "$opt" --resume --space wider.toml --budget 2 --out widened --quiet -- ./program {lr} relu 0.5
[ -s known-before ] && known widened/results.csv | cmp - known-before || fail "a wider space moved the points of a warm start"
expect 3 "" "$opt" --space space.toml --maximise --budget 2 --value json:x --out rule --quiet -- ./program {lr} relu 0.5
expect 0 "2 with a value" "$opt" --resume --out rule --value last-line --quiet

# A number with a unit is never read by the rule last-line, so the run ends early and can be corrected.
expect 3 "ended      the first 10 trials all failed alike: its last line: 'time: " \
  "$opt" --space space.toml --minimise --budget 60 --out with-unit --quiet -- sh -c 'echo "time: {lr} ms" # {act} {slope}'
grep -qxF "bo-opt: start again with another rule for the value: bo-opt --resume --out with-unit --value RULE" out || fail "no advice on the rule: $(cat out)"
expect 0 "3 with a value" "$opt" --resume --out with-unit --budget 3 --value 'regex:time: ([0-9.e-]+)' --quiet
# 900 ms and 1.2 s are not compared as 900 and 1.2. The unit of the first trial counts, also after a resume and a warm start.
cat >units.sh <<'SH'
#!/bin/sh
[ $(($1 % 3)) = 2 ] && echo "time: 1.$1 s" || echo "time: 90$1 ms"
SH
chmod +x units.sh
timed=("$opt" --space linear.toml --minimise --value 'regex:time: ([0-9.]+)')
values() { cut -d, -f"$(head -1 "$1/results.csv" | tr , '\n' | grep -nx value | cut -d: -f1)" "$1/results.csv" | tail -n +2 | tr '\n' ' '; }
expect 0 "best       901 " "${timed[@]}" --budget 3 --out units -- ./units.sh {trial} {lr}
grep -qF "a trial printed its value in s, the first one in ms: all are taken in ms" out || fail "no warning of two units: $(cat out)"
expect 0 "6 with a value" "$opt" --resume --budget 6 --out units --quiet
[ "$(values units)" = "901 1200 903 904 1500 906 " ] || fail "units are mixed: $(values units)"
grep -qx "warning    a trial printed its value in s, the first one in ms: all are taken in ms" out || fail "the end lacks the warning of two units: $(cat out)"
expect 0 "warning    a trial printed its value in s" "$opt" report --out units
grep -q "<strong>Warning:</strong> a trial printed its value in s" units/report.html || fail "the report lacks the warning of two units"
expect 0 "6 with a value" "${timed[@]}" --budget 6 --out units-once --quiet -- ./units.sh {trial} {lr}
[ "$(grep -c "^warning: a trial printed" out)" = 1 ] || fail "two units give several warnings: $(cat out)"
# A number may be too large only in the unit of the first trial.
expect 0 "1 failed" "${timed[@]/9.]/9.e]}" --budget 2 --out units-large -- sh -c '[ {trial} = 1 ] && echo time: 1 ns || echo time: 1e149 s # {lr}'
grep -q "got 1e+149 s, which is 1e+158 ns, expected a number from -1e150 to 1e150" units-large/results.csv || fail "a converted value is too large: $(cat units-large/results.csv)"
expect 0 "1 with a value" "${timed[@]}" --budget 1 --warm-start units --out warm-units --quiet -- sh -c 'echo "time: 1.2 s" # {lr}'
[ "$(values warm-units | tr ' ' '\n' | tail -1)" = 1200 ] || fail "the unit of a warm start is forgotten: $(values warm-units)"
expect 0 "1 with a value" "$opt" --space linear.toml --minimise --value 'regex:pause: ([0-9.]+)' --budget 1 --warm-start units \
  --out other-units --quiet -- sh -c 'echo "pause: 2 s" # {lr}'
[ "$(values other-units | tr ' ' '\n' | tail -1)" = 2 ] || fail "another quantity gets the unit of a warm start: $(values other-units)"
# "loss:" is also the end of "val_loss:".
expect 0 "warning: value: 'loss: 0.9' begins inside the word val_loss; begin the expression with \b, or with the whole word" \
  "$opt" --space lr.toml --minimise --budget 2 --value 'regex:loss: ([0-9.]+)' --quiet --out inside -- sh -c 'echo "loss: {lr} val_loss: 0.9"'
[ "$(grep -c "^warning: .*begins inside" out)" = 1 ] && grep -q "^warning    .*begins inside" out || fail "a match inside a word gives several warnings: $(cat out)"
# A value on standard error is named, whatever the rule, and ends the run early.
on_stderr() { expect 3 "ended      the first 10 trials all failed alike: $1" "$opt" --space lr.toml --minimise --budget 60 --quiet "${@:2}" ||:; }
on_stderr "nothing on standard output; standard error ends with '0.05': print it to standard output" --out stderr-last -- sh -c 'echo 0.05 >&2 # {lr}'
on_stderr "no line it printed matches 'loss=([0-9.]+)'; standard error ends with 'loss=0.5': print it to standard output" \
  --value 'regex:loss=([0-9.]+)' --out stderr-regex -- sh -c 'echo done; echo loss=0.5 >&2 # {lr}'
expect 3 "" "$opt" --space lr.toml --minimise --budget 1 --quiet --out stderr-words -- sh -c 'echo saved >&2 # {lr}'
grep -q "nothing on standard output; standard error ends with: saved" stderr-words/results.csv || fail "$(cat stderr-words/results.csv)"
# Only values from 1,000 on fail, so a warning comes with the first one.
expect 0 "warning: trial 2: its last line: '1,234.5' has a thousands separator or a decimal comma, expected a number such as 1234.5; if it" \
  "$opt" --space lr.toml --minimise --budget 4 --quiet --out thousands -- sh -c '[ {trial} = 1 ] && echo 12.5 || echo 1,234.5 # {lr}'
[ "$(grep -c "warning: trial" out)" = 1 ] || fail "thousands separators give several warnings: $(cat out)"
grep -q "^warning    trial 2: its last line: '1,234.5'" out || fail "the end lacks the warning of a thousands separator: $(cat out)"
expect 3 "ended      the first 10 trials all failed alike: field 'x' of the JSON object is the text '0." \
  "$opt" --space lr.toml --minimise --budget 60 --value json:x --out in-quotes --quiet -- sh -c 'echo "{\"x\": \"{lr}\"}"'
# A JSON field with a unit is no number either, and trials that print different units fail for one reason.
expect 3 "ended      the first 10 trials all failed alike: field 'time' of the JSON object: '1 ms' is not a number" \
  "$opt" --space space.toml --minimise --budget 60 --value json:time --out json-unit --quiet -- sh -c 'echo "{\"time\": \"1 ms\"}" # {lr} {act} {slope}'
expect 3 "ended      the first 10 trials all failed alike: " \
  "$opt" --space space.toml --minimise --budget 60 --out two-units --quiet -- sh -c '[ $((BORA_TRIAL % 2)) = 0 ] && echo "850 ms" || echo "1.2 s" # {lr} {act} {slope}'

# The trial's time limit and Ctrl-C also end processes that run in sessions of their own.
expect 3 "1 timed out" "$opt" --space space.toml --maximise --budget 1 --timeout 0.5 --out detached --quiet -- \
  sh -c 'setsid sh -c "echo \$\$ >{folder}/pid; exec sleep 61" & sleep 61 # {lr} {act} {slope}'
gone() { for _ in $(seq 100); do kill -0 "$(cat "$1")" 2>/dev/null || return 0; sleep 0.05; done; return 1; }
gone detached/trials/1/pid || fail "a child in a session of its own survives --timeout"
(BORA_COMMANDS="" exec "$opt" --space space.toml --maximise --budget 1 --out detached2 --quiet -- \
  sh -c 'setsid sh -c "echo \$\$ >{folder}/pid; exec sleep 61" & sleep 61 # {lr} {act} {slope}') >/dev/null 2>&1 & pid=$!
begun detached2 1/pid; kill -INT $pid; wait $pid
gone detached2/trials/1/pid || fail "a child in a session of its own survives Ctrl-C"

# If the program is deleted during the run, the points that could not be evaluated do not count as failed.
printf '#!/bin/sh\necho "$1"\n' >gone.sh
chmod +x gone.sh
expect 0 "3 with a value" "$opt" --space space.toml --maximise --budget 3 --out gone --quiet -- ./gone.sh '{lr}'
mv gone.sh kept.sh
expect 2 "'./gone.sh' cannot be run: No such file or directory; 3 trials done" "$opt" --resume --out gone --budget 6 --quiet
grep -q failed gone/results.csv && fail "a trial that was not started has failed"
mv kept.sh gone.sh
expect 0 "6 with a value" "$opt" --resume --out gone --budget 6 --quiet
expect 0 "3 with a value" "$opt" --space space.toml --maximise --budget 3 --out never-gone --quiet -- ./gone.sh '{lr}'
expect 0 "6 with a value" "$opt" --resume --out never-gone --budget 6 --quiet
rows gone | cmp - <(rows never-gone) || fail "other trials after the program was gone"
expect 0 "at most 1 trial runs at the same time" "$opt" --resume --out gone --budget 7 --workers 4 --quiet

# A script that was edited during the run is named when the run is resumed, unless no trial had a value; a log that the program writes is not.
printf '#!/bin/sh\necho ran >>log\necho "$1"\n' >edited.sh
touch log
expect 0 "log, which the command names, changed before the first value: it counts as a file that the program writes" \
  "$opt" --space space.toml --maximise --budget 3 --out edited -- sh edited.sh '{lr}' log
grep -q "edited.sh, which" out && fail "a script that was not edited: $(cat out)"
expect 0 "4 with a value" "$opt" --resume --out edited --budget 4 --quiet
grep -q "has changed" out && fail "a program that was not edited: $(cat out)"
echo 'echo "$1"' >edited.sh
(cd / && "$opt" --resume --out "$folder/edited" --budget 5 --quiet) >out 2>&1 || fail "an edited program: $(cat out)"
grep -q "^warning: edited.sh, which the command names, has changed since the run began: values from before and after" out || fail "an edited program: $(cat out)"
python3 -c 'import sqlite3; run = sqlite3.connect("edited/run.sqlite"); run.execute("DELETE FROM run WHERE key = \"files\""); run.commit()'
expect 0 "6 with a value" "$opt" --resume --out edited --budget 6 --quiet
grep -q "has changed" out && fail "a run of an earlier version: $(cat out)"
echo 'exit 9' >broken.sh
expect 3 "" "$opt" --space space.toml --maximise --budget 2 --out broken --quiet -- sh broken.sh '{lr}'
echo 'echo "$1"' >broken.sh
expect 0 "2 with a value" "$opt" --resume --out broken --budget 4 --quiet
grep -q "has changed" out && fail "a program that was mended before the first value: $(cat out)"

# config.ini has the options as --resume changed them; a report does not write it.
grep -q '^budget = 7' gone/config.ini || fail "config.ini is not of the options in force"
touch -d 2001-01-01 gone/config.ini
expect 0 "" "$opt" report --out gone
[ "$(date -r gone/config.ini +%Y)" = 2001 ] || fail "report wrote config.ini"

# Ask and tell. If several processes ask at once for a new run, one of them creates it and all get a trial.
first=()
for k in 1 2 3 4; do
  BORA_COMMANDS="" "$opt" ask --space space.toml --maximise --out at-once >"at-once-$k" 2>&1 & first+=($!)
done
for each in "${first[@]}"; do wait "$each" || fail "an ask beside others that began the run: $(cat at-once-*)"; done
[ "$(cat at-once-[1-4] | grep -o '"trial":[0-9]*' | sort -u | wc -l)" = 4 ] || fail "asks at once: $(cat at-once-*)"
ask() { "$opt" ask --space space.toml --maximise --out hand --initial 3 "$@"; }
expect 0 '{"trial":1,"point":{"lr":' ask
expect 0 '{"trial":3,' "$opt" ask --out hand --count 2
expect 0 '' "$opt" tell 2 0.5 --out hand
expect 0 '' "$opt" tell 1 failed --out hand
expect 2 "trial 1: has ended already (failed)" "$opt" tell 1 0.5 --out hand
expect 2 "trial 9: there is no such trial" "$opt" tell 9 0.5 --out hand
expect 2 "tell: 'x' is not a number" "$opt" tell 3 x --out hand
expect 2 "tell: '0,5': got 2 values, expected 1: value" "$opt" tell 3 0,5 --out hand
expect 2 "tell: got 1 word, expected the number of a trial and its value" "$opt" tell 3 --out hand
expect 0 '{"trial":4,' "$opt" ask --out hand
grep -q '^2,done,0.5,' hand/results.csv || fail "results.csv lacks what was told"
expect 2 "was started by ask" "$opt" --resume --out hand
expect 2 "was made with the other one" "$opt" ask --minimise --out hand
# With --per-second, tell also takes the duration, which influences the next points.
for long in lr slope; do
  points=$("$opt" ask --space space.toml --minimise --per-second --initial 8 --count 8 --out timed-$long)
  while read -r line; do
    python3 - "$line" "$long" <<'PY' >told
import json, sys
trial = json.loads(sys.argv[1])
point = trial["point"]
seconds = 60 if (point["lr"] > 0.01 if sys.argv[2] == "lr" else point["act"] == "relu") else 1
print(trial["trial"], json.dumps({"value": point["lr"], "seconds": seconds}))
PY
    read -r trial told <told
    "$opt" tell "$trial" "$told" --out timed-$long </dev/null || fail "tell $trial $told"
  done <<<"$points"
  "$opt" ask --out timed-$long --count 3 >next-$long
done
grep -q '^1,done,[^,]*,\(60\|1\)\.0*,' timed-lr/results.csv || fail "results.csv lacks the seconds told"
! cmp -s next-lr next-slope || fail "the seconds told make no difference to ask --per-second"
expect 2 "got 1 value, expected 2: value,seconds" "$opt" tell 9 0.5 --out timed-lr
expect 2 "seconds: -1 is negative" "$opt" tell 9 0.5,-1 --out timed-lr
expect 0 '' "$opt" tell 9 0.5,3 --out timed-lr
expect 0 '' "$opt" tell 10 failed --out timed-lr
# Many processes tell their values at once, as when the jobs of a scheduler end.
"$opt" ask --space space.toml --maximise --out crowd --optimiser random --count 12 >/dev/null
tells=()
for trial in $(seq 12); do "$opt" tell $trial 0.$trial --out crowd || echo "$trial" >>lost & tells+=($!); done
wait "${tells[@]}"
[ ! -e lost ] && [ "$(grep -c ',done,' crowd/results.csv)" = 12 ] || fail "values told at once are lost"

# Warm starts and patience.
expect 0 "besides 39 of a warm start" "$opt" --space space.toml --maximise --budget 3 --warm-start whole --out warm --quiet -- ./program {lr} {act} {slope}
expect 2 "whole: value is maximised there and minimised here; the warm start from whole/results.csv takes its values all the same" \
  "$opt" --space space.toml --minimise --budget 3 --warm-start whole --out turned --quiet -- ./program {lr} {act} {slope}
expect 0 "besides 39 of a warm start" "$opt" --space space.toml --minimise --budget 3 --warm-start whole/results.csv --out turned --quiet -- ./program {lr} {act} {slope}
# Values of another field of the same program.
echo 'echo "{\"loss\": 1.5, \"error\": 0.3}" # $1' >fields.sh
field() { "$opt" --space linear.toml --minimise --budget 1 --quiet "$@" -- sh fields.sh {lr}; }
expect 0 "best       1.5" field --value json:loss --out field-loss
expect 0 "warning: warm-start: the run in field-loss has value = json:loss, and this one value = json:error; the search takes both" \
  field --value json:error --warm-start field-loss --out field-error
expect 0 "besides 1 of a warm start" field --value json:loss --warm-start field-loss --out field-more
grep -q "warning: warm-start" out && fail "values of the same field give a warning: $(cat out)"
"$opt" ask --space linear.toml --minimise --out field-hand >out 2>&1 && "$opt" tell 1 0.5 --out field-hand
expect 0 "besides 1 of a warm start" field --value json:loss --warm-start field-hand --out field-of-hand
grep -q "warning: warm-start" out && fail "a warm start from trials by hand gives a warning: $(cat out)"
# Known trials have the numbers 0, -1, ...; the progress line names no number of theirs.
printf 'value,lr,act,slope\n1000,0.1,relu,\n' >one.csv
expect 0 "1/1 trials, best 1000 (warm start)" "$opt" --space space.toml --maximise --budget 1 --warm-start one.csv --out of-one -- ./program {lr} {act} {slope}
# With 39 known values, one of which is hard to beat, the patience counts new trials only.
expect 0 "ended      6 trials without a better one" "$opt" --space space.toml --maximise --warm-start whole --patience 6 --out patient --quiet -- ./program {lr} {act} {slope} 
[ "$(grep -c '^[1-9]' patient/results.csv)" -ge 6 ] || fail "--patience 6 ended before 6 trials"
before=$(wc -l <patient/results.csv)
expect 0 "6 trials without a better one" "$opt" --resume --out patient --quiet
[ "$(wc -l <patient/results.csv)" = "$before" ] || fail "a run that ended by its patience goes on when resumed"
# A run of another optimiser, with a larger budget.
expect 0 "8 of 8" "$opt" --space space.toml --maximise --optimiser cocabo --budget 8 --initial 4 --out more --quiet -- ./program {lr} {act} {slope}
expect 0 "12 of 12" "$opt" --resume --out more --budget 12 --quiet
# A report during the run.
for nap in 0.1 0.3 1; do  # a run that ended before its report was made is made again, more slowly
  rm -rf going
  NAP=$nap start --out going >/dev/null 2>&1 & pid=$!
  begun going 7
  expect 0 "report     going/report.html" "$opt" report --out going
  kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null
  code=$?
  if [ $code = 137 ]; then break; fi
done
[ $code = 137 ] || fail "no report was made of a run that was going on"
expect 0 "of a warm start" "$opt" --space space.toml --maximise --budget 2 --warm-start going --out after --quiet -- ./program {lr} {act} {slope}
expect 4 "--fail-if: best < 5 holds, the best is " few --out gate --fail-if 'best < 5'
expect 4 "--fail-if: best < 5" "$opt" report --out gate --fail-if 'best < 5'
expect 0 "best" few --out gate2 --fail-if 'best < -99'
expect 4 "no trial gave a value" "$opt" --space space.toml --maximise --budget 2 --fail-if 'best < 5' --out gate3 -- false {lr} {act} {slope}
# Several objectives, in a run with the same seed.
several() { "$opt" --space space.toml --objective a:maximise --objective b:minimise --quiet "$@" -- sh -c 'echo "{\"a\": {lr}, \"b\": 1}" # {act} {slope}'; }
expect 4 "--fail-if: trials == 3" several --budget 3 --out front --fail-if 'trials == 3'
grep -q "no trial gave a value" out && fail "of several objectives no value is said to be missing"
expect 0 "4 of 4" several --budget 4 --warm-start front --out front2

# Constraints on what the program reports: the least x for which x + y >= 1 and x - y <= 0.2, at (0.2, 0.8).
printf '[x]\ntype = "real"\nbounds = [0, 1]\n[y]\ntype = "real"\nbounds = [0, 0.8]\n' >square.toml
cat >reporter <<'SH'
#!/bin/sh
awk -v x="$1" -v y="$2" -v extra="$3" 'BEGIN { print "chatter"; printf "{\"value\": %.9g, \"sum\": %.9g, \"gap\": %.9g%s}\n", x, x + y, x - y, extra }'
SH
chmod +x reporter
bounded() { "$opt" --space square.toml --minimise --constraint 'sum>=1' --constraint 'gap <= 0.2' --quiet "$@" -- ./reporter {x} {y}; }
expect 0 "(minimised)" bounded --budget 20 --workers 2 --out bounded
awk -v best="$(best)" 'BEGIN { exit !(best >= 0.2 && best < 0.21) }' || fail "the best is $(best), not just above 0.2"
grep -q "of them break the constraints" out || fail "the summary does not count what breaks constraints"
head -1 bounded/results.csv | grep -qx 'trial,status,value,seconds,sum,gap,feasible,x,y,reason' || fail "results.csv lacks the constraints"
awk -F, 'NR > 1 && $7 != ($5 >= 1 && $6 <= 0.2 ? "yes" : "no") { exit 1 }' bounded/results.csv || fail "feasible is wrong"
[ "$(python3 -c 'import json; s = json.load(open("bounded/summary.json")); print(s["constraints"], s["best"]["values"]["sum"] >= 1, s["infeasible"] > 0)')" = "['sum>=1', 'gap<=0.2'] True True" ] || fail "summary.json lacks the constraints"
expect 0 "3 of 3" bounded --budget 3 --repeats 2 --out bounded-repeats
head -1 bounded-repeats/repeats.csv | grep -qx 'trial,repeat,status,value,sum,gap,seconds,reason' || fail "repeats.csv lacks the constraints"
grep -q '^constraint = sum>=1' bounded/config.ini && grep -q "Trials that break a constraint" bounded/report.html || fail "config.ini or the report lacks the constraints"
cp -r bounded again && expect 0 "24 of 24" "$opt" --resume --out again --budget 24 --quiet
cut_short() {
  BORA_COMMANDS="" exec "$opt" --space square.toml --minimise --constraint 'sum>=1' --constraint 'gap <= 0.2' --workers 2 --budget 20 --quiet --out cut \
    -- sh -c 'sleep 0.02; exec ./reporter {x} {y}'
}
stopped KILL cut 9 cut_short
expect 0 "20 of 20" "$opt" --resume --out cut --quiet
diff <(cut -d, -f1-3,5-9 bounded/results.csv) <(cut -d, -f1-3,5-9 cut/results.csv) >/dev/null || fail "a run with constraints that was killed ends with other answers"
expect 0 "5 of 5" bounded --budget 5 --asynchronous --workers 3 --out bounded-async
expect 0 "best       0.2" bounded --budget 1 --warm-start bounded --out bounded-warm
expect 0 "besides 20 of a warm start" bounded --budget 1 --warm-start bounded/results.csv --out bounded-csv
expect 2 "no column mem" bounded --constraint 'mem<=1' --warm-start bounded/results.csv --out x
expect 2 "it cannot be resumed with 'sum>=2'" "$opt" --resume --out bounded --constraint 'sum>=2'
for optimiser in forest tpe random cocabo casmopolitan; do
  expect 0 "8 of 8" bounded --budget 8 --initial 4 --optimiser $optimiser --out bounded-$optimiser
done
unmodelled="warning: constraint: casmopolitan does not model constraints"
expect 0 "$unmodelled" bounded --budget 8 --initial 4 --optimiser casmopolitan --out unmodelled
expect 0 "$unmodelled" "$opt" ask --space square.toml --minimise --constraint 'sum>=1' --optimiser casmopolitan --out unmodelled-hand
for optimiser in bayes forest random; do
  bounded --optimiser $optimiser --budget 1 --out modelled-$optimiser >out 2>&1
  grep -q "does not model constraints" out && fail "$optimiser warns of constraints: $(cat out)"
done
expect 0 "forest        one         modelled" "$opt" --help
expect 3 "none: no trial meets the constraints; trial" bounded --constraint 'sum<=-1' --budget 4 --out hopeless
expect 4 "no trial meets the constraints" "$opt" report --out hopeless --fail-if 'best > 9'
expect 4 "infeasible == 4" "$opt" report --out hopeless --fail-if 'infeasible == 4'
expect 3 "the JSON object it ends with has no field 'mem'" "$opt" --space square.toml --minimise --constraint 'mem<=1' --budget 2 --quiet --out missing -- ./reporter {x} {y}
expect 3 "field 'mem' of the JSON object is NaN" "$opt" --space square.toml --minimise --constraint 'mem<=1' --budget 2 --quiet --out nan -- ./reporter {x} {y} ', "mem": NaN'
expect 0 "2 of 2" "$opt" --space square.toml --objective value:minimise --objective sum:minimise --constraint 'sum>=0' --constraint 'seconds<=60' --budget 2 --quiet --out both -- ./reporter {x} {y}
head -1 both/results.csv | grep -qx 'trial,status,value,sum,seconds,feasible,x,y,reason' || fail "a bounded objective has two columns"
expect 2 "is not valid, expected NAME<=NUMBER or NAME>=NUMBER" bounded --constraint 'sum<1' --out x
expect 2 "the same bound of sum is given twice" bounded --constraint 'sum>=2' --out x
expect 2 "--constraint: x<=1: 'x' is a parameter; bounds on parameters belong into constraints" bounded --constraint 'x<=1' --out x
expect 0 '{"trial":1,' "$opt" ask --space square.toml --minimise --constraint 'sum>=1' --out bounded-hand --count 3
expect 0 '' "$opt" tell 1 '{"value": 0.3, "sum": 0.9}' --out bounded-hand
expect 0 '' "$opt" tell 2 0.5,1 --out bounded-hand
expect 2 "got 1 value, expected 2: value,sum" "$opt" tell 3 0.5 --out bounded-hand
expect 2 "has no field 'sum'" "$opt" tell 3 '{"value": 0.3}' --out bounded-hand
expect 0 "best       0.5 (minimised), trial 2" "$opt" report --out bounded-hand

# A prefix with a word that contains a blank.
expect 0 "3 of 3" "$opt" --space space.toml --maximise --budget 3 --launch "env 'GREETING=two words'" --out prefixed --quiet -- \
  sh -c '[ "$GREETING" = "two words" ] && echo 1'
expect 2 "has a quote ' without end" "$opt" --space space.toml --maximise --launch "env 'A=1" --out x -- true
expect 2 "ends with a backslash" "$opt" --space space.toml --maximise --launch 'env A=\' --out x -- true
grep -q ",done," prefixed/results.csv || fail "--launch does not keep quoted words together"

# Wrong input.
expect 2 "give --minimise, --maximise or several --objective; bo-opt --help" "$opt" --space space.toml --out x -- true
expect 2 "exclude each other" "$opt" --space space.toml --minimise --maximise --out x -- true
expect 2 "--space: '.' cannot be read" "$opt" --space . --minimise --out x -- true
expect 2 "--space: 'no.toml' cannot be read" "$opt" --space no.toml --minimise --out x -- true
expect 2 "--optimiser: bocs takes categories, and parameter 'lr' is not categorical" "$opt" --space space.toml --maximise --optimiser bocs --out x -- true
printf '[a]\ntype = "categorical"\nvalues = [0, 1]\n[b]\ntype = "categorical"\nvalues = [0, 1, 2]\n[c]\ntype = "categorical"\nvalues = [0, 1]\n' >categories.toml
expect 0 "8 of 8" "$opt" --space categories.toml --maximise --optimiser bocs --budget 8 --initial 4 --workers 2 --quiet --out bocs -- sh -c 'echo $(({a} + {b} * {c}))'
expect 0 "10 of 10" "$opt" --resume --out bocs --budget 10 --quiet
expect 2 "did you mean bayes?" "$opt" --space space.toml --minimise --optimiser baye --out x -- true
expect 2 "did you mean tell?" "$opt" tel 3 4
expect 2 "expected what is true or false" "$opt" --space space.toml --minimise --fail-if best --out x -- true
expect 2 "results.csv has a column of that name already" "$opt" --space space.toml --objective status:minimise --objective b:minimise --out x -- true
expect 2 "--value: is for one objective" several --value json:a --out x
: >empty.toml
expect 2 "empty.toml: space: no parameters" "$opt" --space empty.toml --minimise --out x -- true
expect 2 "--timeout: nan is not a finite number" "$opt" --space space.toml --minimise --timeout nan --out x -- true
expect 2 "no command" "$opt" --space space.toml --minimise --out x
expect 2 "no run" "$opt" report --out nowhere
printf '[a]\ntype = "real"\nbounds = [2, 1]\n' >wrong.toml
expect 2 "wrong.toml: a.bounds: [2, 1], expected two finite numbers" "$opt" --space wrong.toml --minimise --out x -- true
printf 'lr,act,slope,value\n2,relu,,1\n' >wrong.csv
expect 2 "wrong.csv:2: lr: '2' is not valid" "$opt" --space space.toml --minimise --warm-start wrong.csv --out x -- true
expect 2 "initial_points: 1 is below 2" "$opt" --space space.toml --minimise --optimiser casmopolitan --initial 1 --out x -- true
expect 2 "optimiser: combo takes categories and whole numbers, and parameter 'lr' is real" "$opt" --space space.toml --minimise --optimiser combo --out x -- true
printf '[seconds]\ntype = "real"\nbounds = [0, 1]\n' >column.toml
expect 2 "results.csv has a column of that name already" "$opt" --space column.toml --minimise --out x -- true
[ ! -e x ] || fail "wrong input leaves a folder behind"
expect 0 "Exit codes" "$opt" --help

# A noisy program: the summary, the JSON and the page show the recommendation beside the best observed value, and --fail-if can name it.
printf '[x]\ntype = "real"\nbounds = [-5, 5]\n' >line.toml
# noisy.sh X TRIAL.REPEAT: x^2 plus noise of standard deviation 10, a sum of twelve random numbers.
cat >noisy.sh <<'SH'
#!/bin/sh
awk -v x="$1" -v seed="$2" 'BEGIN {
  seed *= 10
  for (i = -8; i < 12; ++i) {
    seed = seed * 16807 % 2147483647
    if (i >= 0) sum += seed / 2147483647
  }
  printf "%.9g\n", x * x + 10 * (sum - 6) }'
SH
chmod +x noisy.sh
noisy() { "$opt" --space line.toml --minimise --quiet --out "$@" -- ./noisy.sh {x} {trial}.{repeat}; }
expect 0 "recommend  expected" noisy noisy --budget 40
grep -q "biased, as the best of noisy values" out || { fail "the best of a noisy program is not called biased"; cat out; }
python3 - noisy/summary.json <<'PY' || fail "summary.json lacks the recommendation"
import json, sys
summary = json.load(open(sys.argv[1]))
said = summary["recommendation"]
assert said["interval"][0] < said["expected"] < said["interval"][1], said
assert said["expected"] > summary["best"]["values"]["value"], summary
assert abs(said["point"]["x"]) < 3 and 5 < said["noise"] < 20, said
PY
grep -q "Recommended: expected <strong>" noisy/report.html || fail "the report recommends nothing"
expect 4 "--fail-if: recommended > -10" "$opt" report --out noisy --fail-if 'recommended > -10'
expect 0 "recommend" "$opt" report --out noisy --fail-if 'recommended < best'
expect 0 "best" "$opt" --space line.toml --minimise --quiet --budget 30 --out calm -- awk 'BEGIN { printf "%.9g\n", ({x}) ^ 2 }'
grep -q "recommend\|noise" out && fail "a deterministic program gets a recommendation"
grep -q '"recommendation": null' calm/summary.json || fail "summary.json of a deterministic program"
expect 4 "--fail-if: recommended < 1" "$opt" report --out calm --fail-if 'recommended < 1'
expect 2 "several objectives have no best value" several --budget 3 --fail-if 'recommended < 1' --out x
expect 0 '"trial":1' "$opt" ask --space line.toml --minimise --out hand2
expect 2 "--repeats: applies to trials that bo-opt runs" "$opt" ask --space line.toml --minimise --repeats 2 --out x
expect 2 "--timeout: applies to trials that bo-opt runs; leave it out of ask" "$opt" ask --space line.toml --minimise --timeout 5 --out x
expect 2 "--repeats: got 0" noisy x --repeats 0

# Repeats: the budget counts trials, values are means, and a run that was killed keeps the repeats that have ended.
expect 0 "trials     6 of 6: 6 with a value" noisy repeated --budget 6 --repeats 4 --workers 3
awk -F, 'NR > 1 { sum[$1] += $4; ++n[$1] } END { for (t in n) if (n[t] != 4) exit 1; printf "%.6f\n", sum[2] / 4 }' repeated/repeats.csv >mean || fail "repeats.csv has not 4 lines a trial"
[ "$(awk -F, '$1 == 2 { printf "%.6f", $3 }' repeated/results.csv)" = "$(cat mean)" ] || fail "a trial's value is not the mean of its repeats"
head -1 repeated/results.csv | grep -qx 'trial,status,value,value_error,seconds,x,reason' || fail "columns of repeated trials: $(head -1 repeated/results.csv)"
[ -s repeated/trials/2/4/stdout ] || fail "a repeat has no folder"
cat >counted.sh <<'SH'
#!/bin/sh
echo x >>"$3"; sleep 0.05; exec ./noisy.sh "$1" "$2"
SH
chmod +x counted.sh
halted() {
  rm -f $folder/count4
  BORA_COMMANDS="" exec "$opt" --space line.toml --minimise --quiet --budget 6 --repeats 4 --workers 3 --out halted -- ./counted.sh {x} {trial}.{repeat} $folder/count4
}
stopped KILL halted 3 halted
expect 0 "6 with a value" "$opt" --resume --out halted --quiet
diff <(cut -d, -f1-4,6 repeated/results.csv) <(cut -d, -f1-4,6 halted/results.csv) >/dev/null || fail "repeats that were killed end with other answers"
[ "$(wc -l <$folder/count4)" -le 27 ] || fail "repeats that had ended ran again: $(wc -l <$folder/count4) runs of 24"
rm -f $folder/count4
expect 2 "--repeats: the run in halted was made with '4'" "$opt" --resume --out halted --repeats 5
expect 0 "5 with a value, 1 failed" "$opt" --space line.toml --minimise --quiet --budget 6 --repeats 3 --out one-fails -- sh -c '[ {trial}{repeat} = 32 ] && exit 7; echo {x}'
grep -q "^3,failed,,,.*exit code 7 (repeat 2 of 3)" one-fails/results.csv || { fail "a trial of which a repeat fails"; cat one-fails/results.csv; }
grep -q "^3,3," one-fails/repeats.csv && fail "a repeat runs after one failed"
# The other repeats of a trial that has failed are ended.
expect 3 "1 failed" "$opt" --space line.toml --minimise --quiet --budget 1 --repeats 2 --workers 2 --out other-ended -- sh -c \
  'if [ {repeat} = 1 ]; then touch begun; sleep 5; touch late; else until [ -e begun ]; do sleep 0.01; done; exit 7; fi; echo {x}'
[ -e begun ] && [ ! -e late ] || fail "a repeat of a trial that has failed goes on"
expect 3 "the first 10 trials all failed alike" "$opt" --space line.toml --minimise --quiet --budget 40 --repeats 2 --workers 2 --out all-fail -- sh -c 'echo bad >&2; exit 1 # {x}'

# Feasible sets that random draws rarely hit: every optimiser uses its whole budget, also when it is resumed.
{ echo 'constraints = ["x0 <= x1 <= x2 <= x3 <= x4 <= x5 <= x6 <= x7"]'
  for i in 0 1 2 3 4 5 6 7; do printf '[x%s]\ntype = "real"\nbounds = [0, 1]\n' $i; done; } >chain.toml
ordered() { awk -F, 'NR > 1 { for (i = 6; i <= 12; ++i) if ($i < $(i - 1)) exit 1 }' "$1/results.csv"; }
for optimiser in random bayes tpe forest cocabo casmopolitan turbo; do
  expect 0 "trials     6 of 6" "$opt" --space chain.toml --minimise --budget 6 --optimiser $optimiser --initial 3 --quiet --out chain-$optimiser -- sh -c 'echo {x3}'
  expect 0 "trials     8 of 8" "$opt" --resume --out chain-$optimiser --budget 8 --quiet
  ordered chain-$optimiser || fail "$optimiser: a trial does not meet the constraints"
done

# A resumed run of TuRBO has the same trials, also if a trust region begins anew in between.
turbo=(--optimiser turbo:initial=4:failures=2 --seed 3 --quiet)
expect 0 "14 of 14" "$opt" --space space.toml --maximise "${turbo[@]}" --budget 14 --out turbo -- ./program {lr} {act} {slope}
expect 0 "7 of 7" "$opt" --space space.toml --maximise "${turbo[@]}" --budget 7 --out turbo-resumed -- ./program {lr} {act} {slope}
for budget in 11 14; do expect 0 "$budget of $budget" "$opt" --resume --budget $budget --out turbo-resumed --quiet; done
diff <(rows turbo) <(rows turbo-resumed) || fail "a resumed run of turbo tries other points"
expect 0 "14 of 14" "$opt" --space space.toml --maximise --optimiser random --seed 3 --quiet --budget 14 --out turbo-random -- ./program {lr} {act} {slope}
diff -q <(rows turbo | tail -6) <(rows turbo-random | tail -6) >/dev/null && fail "turbo tries random points"

# Values keep their types; rows outside the space are left out and named; a variable with equal bounds needs no column.
printf 'constraints = ["a + b == 1"]\n[flag]\ntype = "categorical"\nvalues = [true, false]\n[n]\ntype = "log-integer"\nbounds = [1, 9]\n[a]\ntype = "real"\nbounds = [0, 1]\n[b]\ntype = "real"\nbounds = [0, 1]\n[f]\ntype = "integer"\nbounds = [3, 3]\n' >typed.toml
printf '\xef\xbb\xbfvalue,flag,n,a,b\r\n1,True,2,0.25,0.75\r\n2,false,20,0.5,0.5\r\n3,false,2,0.5,0.6\r\n' >known.csv
expect 0 '"flag":' "$opt" ask --space typed.toml --minimise --warm-start known.csv --out typed
grep -qE '"flag":(true|false),"n":[1-9],.*"f":3' out || { fail "values of other types"; cat out; }
grep -q "2 of 3 rows are no points of the space" out && grep -q "known.csv:3: n: '20' is not valid" out || { fail "rows left out are not named"; cat out; }
expect 0 "trials     3 of 3" "$opt" --space typed.toml --minimise --budget 3 --quiet --out stdin -- sh -c 'cat; echo; echo 1'
grep -hqE '"flag":(true|false)' stdin/trials/*/stdout || fail "a program was not given true or false"

[ $failures = 0 ] && echo "all is well"
exit $((failures > 0))
