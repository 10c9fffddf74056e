#!/usr/bin/env bash
# tools/reproduce --paper lists the rows of docs/papers, and reports faults in these pages.   papers_test.sh SOURCES
set -u
sources=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# lists PAPER: the rows are listed, with the command of each that has one, and the last line gives their number.
lists() {
  "$sources/tools/reproduce" --paper "$1" --list >"$work/rows" 2>"$work/stderr" || fail "$1: $(cat "$work/stderr")"
  grep -qE '^[0-9]+ rows: [0-9]+ [a-z]' "$work/rows" || fail "$1: no number of rows: $(tail -1 "$work/rows")"
}
for paper in hutchinson kandasamy sreedhar twist ru; do lists $paper; done
[ "$(grep -cE '^docs.papers.ru-[3-8].md$' "$work/rows")" = 6 ] || fail "ru: not its six chapters"
# The index states, for each page and for all together, how many rows have each verdict.
for page in "$sources"/docs/papers/*.md; do
  name=$(basename "$page" .md)
  [ "$name" != README ] || name=all
  lists "$name"
  grep -qF "| $(tail -1 "$work/rows") |" "$sources/docs/papers/README.md" ||
    fail "docs/papers/README.md: the row of $name must state '$(tail -1 "$work/rows")'"
done
lists ru-4
[ "$(grep -c '^docs/papers' "$work/rows")" = 1 ] && grep -q '^ *bo-opt --pending hlp$' "$work/rows" || fail "ru-4: $(cat "$work/rows")"

# Makes a copy of the program with a page of its own.
mkdir -p "$work/tree/tools/reproduce.d" "$work/tree/docs/papers"
cp "$sources/tools/reproduce" "$work/tree/tools/"
page=$work/tree/docs/papers/small.md
head='| place | command | scale here | published | ours | verdict |'
# row CELLS EXIT WORD: with this row in the page, the program must exit with EXIT and print WORD.
row() {
  printf '# Small\n\n| a | b |\n|---|---|\n| other | table |\n\n%s\n|---|---|---|---|---|---|\n%s\n' "$head" "$1" >"$page"
  "$work/tree/tools/reproduce" --paper small --list >"$work/rows" 2>&1
  local code=$?
  [ $code = "$2" ] || fail "$1: exit code $code instead of $2: $(cat "$work/rows")"
  grep -qF -- "$3" "$work/rows" || fail "$1: does not say '$3': $(cat "$work/rows")"
}
row '| table 1 | `a \| b` | - | - | - | reproduced |' 0 'a | b'
row '| table 1 | `a` | - | - | - | smaller scale: 3 seeds |' 0 '1 rows: 1 smaller scale'
row '| table 1 | `a` | - | - | reproduced |' 2 'small.md:9: a row has 5 cells, expected 6'
row '| table 1 | `a` | - | - | - | nice |' 2 'the verdict "nice" is not one of reproduced'
row '| table 1 | `a` | - | - | - | reproduced |' 0 '  reproduced     table 1'

# refused WORD ARGUMENT...: tools/reproduce with these arguments fails and prints WORD.
refused() {
  local word=$1 code
  shift
  "$sources/tools/reproduce" "$@" >/dev/null 2>"$work/stderr"
  code=$?
  [ $code = 2 ] && grep -qF -- "$word" "$work/stderr" || fail "$*: exit code $code, $(cat "$work/stderr")"
}
refused "no paper 'rue', expected one of hutchinson kandasamy ru sreedhar twist all" --paper rue --list
refused "no paper 'README'" --paper README --list
refused 'expected --paper ru --list' --paper ru
refused 'a value is missing' --paper
