#!/bin/bash
# Resumes a search that an earlier version of bo-nas left unfinished, with two of three networks trained.
# earlier_search_test.sh BO_NAS
set -u
nas=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() { echo "FAILED: $*"; exit 1; }

mkdir search
python3 -c 'import sqlite3, sys; sqlite3.connect("search/run.sqlite").executescript(sys.stdin.read())' <"$here/earlier_search.sql" ||
  fail "no database"
search=("$nas" --space graph-network --data er-components:graphs=60:nodes=6-8 --validation 20 --epochs 1 --strategy random
        --objectives accuracy,parameters --budget 3 --seed 4 --quiet --out search --resume)
"${search[@]}" --lr 0.03 2>error && fail "another learning rate is accepted"
grep -q -- "--lr: the search in search was made with '0.02'" error || fail "the error is: $(cat error)"
python3 -c 'import sqlite3; run = sqlite3.connect("search/run.sqlite"); run.execute("UPDATE run SET value = \"0.0.9\" WHERE key = \"version\""); run.commit()'
warned() { grep -c '^warning: bora 0.0.9 began this search and bora [0-9.]* continues it: if default settings have changed' error; }
"${search[@]}" --lr 0.02 >out 2>error || fail "it is not resumed: $(cat error)"
[ "$(warned)" = 1 ] || fail "no warning of another version: $(cat error)"
# The measured results remain, although the networks are missing and are trained again.
cut -d, -f1,2,4 search/results.csv | sed -n 2,3p >found
cat >expected <<'CSV'
1,unet:layers=6:width=32:pool=max,0.25
2,gin:layers=7:width=16:pool=mean,0.25
CSV
diff expected found || fail "other results than the search has stored"
grep -q '^3,unet:layers=6:width=32:pool=mean,' search/results.csv || fail "another third network: $(tail -1 search/results.csv)"
"$nas" --resume --out search --quiet >out 2>error || fail "it is not resumed by its own settings: $(cat error)"
[ "$(warned)" = 0 ] || fail "a warning of another version though no network is left to train"
echo "bo-nas: a search of an earlier version is resumed"
