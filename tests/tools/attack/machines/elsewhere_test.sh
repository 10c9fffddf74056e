#!/usr/bin/env bash
# A run on a program that is begun in one folder and resumed from another: the program is started in the first folder.
# elsewhere_test.sh BIN
here=$(cd "$(dirname "$0")/.." && pwd)
. "$here/../attack_runs.sh"
bin=$(readlink -f "$bin")
host_commands "$bin" "$work/bin"
cd "$work" || exit 1
mkdir made made/data elsewhere
python3 "$here/programs/fake_kserve.py" --data made/data || fail "no data"
cp "$bin/bora_example_victim" made/stripes
cd made
attack=("$bin/bo-attack" --model 'exec:./stripes' --data data --images 4 --attack square,random --eps 0.05 --budget 400 --clean-images 0 --checks none
        --batch 2 --quiet)
found() { cut -d, -f1-7,9-13 "$1/results.csv"; }
"${attack[@]}" --out whole >/dev/null || fail "a run on a program ended with $?"
for share in 20 60; do
  count=$(($(queries whole) * share / 100))
  interrupted "stopped-$share" $count -- "${attack[@]}"
done
cd ../elsewhere
# A program of the same name in the second folder is not used.
printf '#!/bin/sh\necho "the wrong program" >&2\nexit 1\n' >stripes
chmod +x stripes
"$bin/bo-attack" --resume --out ../made/stopped-20 --quiet >/dev/null 2>err || fail "a run that is gone on with from elsewhere ended with $?: $(cat err)"
cmp -s <(found ../made/whole) <(found ../made/stopped-20) || fail "a run that is gone on with from elsewhere differs"
"$bin/bo-attack" --resume --out ../made/stopped-20 --quiet >/dev/null 2>err || fail "a run that has ended is gone on with: $?: $(cat err)"
[ "$(sqlite3 ../made/stopped-20/run.sqlite "SELECT value FROM run WHERE key = 'directory'")" = "$(readlink -f ../made)" ] || fail "the run has forgotten where it was made"
"$bin/bo-report" ../made/stopped-20 >/dev/null || fail "its report cannot be made from elsewhere"
grep -q "cd [^<]*/made &amp;&amp; bo-attack --config RUN/config.ini" ../made/stopped-20/report.html || fail "the report does not say how to reproduce it"
# Runs the command that the report gives.
(cd ../made && "$bin/bo-attack" --config ../made/stopped-20/config.ini --quiet --out again >/dev/null 2>err) || fail "the report's command ended with $?: $(cat ../made/err)"
cmp -s <(found ../made/whole) <(found ../made/again) || fail "the report's command makes another run"

# The first folder no longer exists.
mv ../made ../moved
"$bin/bo-attack" --resume --out ../moved/stopped-60 --quiet >/dev/null 2>err
[ $? = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -q "exec:./stripes: its working folder does not exist: .*/made" err || fail "a folder that is gone: $(cat err)"
finish
