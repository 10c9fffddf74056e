# From runs to the table of an experiment, $out/table.md.

points=1,10,25,50,100,200,500,1000

begin_table() { : >"$out/table.md.part"; }

# Those of `points` that --budget leaves.
points_asked() {
  local kept=() point
  for point in ${points//,/ }; do
    if [ -z "$budget" ] || [ "$point" -le "$budget" ]; then kept+=("$point"); fi
  done
  [ ${#kept[@]} -gt 0 ] || kept=("$budget")
  (IFS=,; printf '%s' "${kept[*]}")
}

# pool NAME HEADING RUN...: the runs (of one setting, with other seeds or attacks) as one part of the table, and as $out/NAME.csv with a
# line an instance. compare_with (an array, may be empty): options that name what they are held against.
compare_with=()
pool() {
  local folder=$out/pooled/$1
  run "$bin/bo-report" --pool "${@:3}" --points "$(points_asked)" "${compare_with[@]}" --out "$folder" >/dev/null
  { printf '### %s\n\n' "$2"; cat "$folder/pool.md"; echo; } >>"$out/table.md.part"
  cp "$folder/pool.csv" "$out/$1.csv"
}

# Whether a table is the one in docs/results, which stands there between two marks. Captions may differ, rows not.
say_whether_equal() {
  local page=docs/results/$experiment.md
  grep -qs '^<!-- table -->$' "$root/$page" || return 0
  if cmp -s <(grep '^|' "$1") <(sed -n '/^<!-- table -->$/,/^<!-- end of table -->$/p' "$root/$page" | grep '^|'); then
    printf 'It equals the one in %s.\n' "$page"
  else
    printf 'It differs from the one in %s: other options, another version, or a processor that rounds otherwise.\n' "$page"
  fi
}

end_table() {
  mv "$out/table.md.part" "$out/table.md"
  printf '\n'
  cat "$out/table.md"
  printf 'table: %s; a line an instance: %s\n' "$out/table.md" "$out/*.csv"
  say_whether_equal "$out/table.md"
}
