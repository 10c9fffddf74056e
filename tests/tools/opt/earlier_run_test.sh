#!/bin/bash
# Resumes a run that an earlier version of bo-opt left unfinished: it evaluates the same points as that version would have.
# earlier_run_test.sh BO_OPT
set -u
opt=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() { echo "FAILED: $*"; exit 1; }

mkdir run
sed "s|'FOLDER'|'$work'|" "$here/earlier_run.sql" |
  python3 -c 'import sqlite3, sys; sqlite3.connect("run/run.sqlite").executescript(sys.stdin.read())' || fail "no database"
cat >program <<'SH'
#!/bin/sh
echo "$1" | awk '{print 1 - ($1 - 0.01) * ($1 - 0.01)}'
SH
chmod +x program
"$opt" --resume --out run --seed 4 --quiet 2>error && fail "another seed is accepted"
grep -q -- "--seed: the run in run was made with '3'" error || fail "the error is: $(cat error)"
# warned VERSION: how often the last call warned that this version began the run.
warned() { grep -c "^warning: bora $1 began this run and bora [0-9.]* continues it: if default settings have changed" error; }
set_version() { python3 -c 'import sqlite3, sys; run = sqlite3.connect("run/run.sqlite"); run.execute("UPDATE run SET value = ? WHERE key = \"version\"", sys.argv[1:]); run.commit()' "$1"; }
set_version 0.0.9
"$opt" --resume --out run --timeout 20 --quiet >out 2>error || fail "it is not resumed: $(cat error)"
[ "$(warned 0.0.9)" = 1 ] || fail "no warning of another version: $(cat error)"
cut -d, -f1-3,5-7 run/results.csv | sort >found
sort >expected <<'CSV'
trial,status,value,lr,act,slope
1,done,0.997752,0.057415979682685546,relu,
2,done,0.99992,0.0010570728546865468,relu,
3,done,0.999951,0.002966246540941675,relu,
4,done,0.9999,1.25428196396742e-05,leaky,0.9892576350629348
5,done,0.999909,0.0004437005776004788,relu,
6,done,0.99997,0.004561649201607752,relu,
CSV
diff expected found || fail "other trials than the earlier version would have made"
"$opt" --resume --out run --quiet >out 2>error || fail "a complete run is not resumed: $(cat error)"
[ "$(warned 0.0.9)" = 0 ] || fail "a warning of another version though no trial is left"
set_version 0.1.0
"$opt" --resume --out run --budget 7 --quiet >out 2>error || fail "it is not resumed with a larger budget: $(cat error)"
[ "$(warned .*)" = 0 ] || fail "a warning of the same version: $(cat error)"
grep -q '^timeout = 20' run/config.ini || fail "config.ini does not have the new timeout"
echo "bo-opt: a run of an earlier version is resumed"
