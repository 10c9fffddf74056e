# Makes the table of an experiment, $out/table.md, from its runs.

# Numbers of queries at which success is tabulated. An experiment may set others.
points=1,10,25,50,100,200,500,1000

begin_table() { : >"$out/table.md.part"; }

# skip_part HEADING REASON: adds a part to the table that states why its figures are missing.
skip_part() { printf '### %s\n\nSkipped: %s.\n\n' "$1" "$2" >>"$out/table.md.part"; }

# not_built PROGRAM: prints that a program of the benchmarks is missing, and how to build it.
not_built() {
  printf '%s is missing in %s: `cmake --preset release -DBORA_BUILD_BENCHMARKS=ON && cmake --build --preset release --target %s`' "$1" "$bin" "$1"
}

# points_in_budget: prints those of `points` that are at most --budget; --budget itself if there are none.
points_in_budget() {
  local kept=() point
  for point in ${points//,/ }; do
    if [ -z "$budget" ] || [ "$point" -le "$budget" ]; then kept+=("$point"); fi
  done
  [ ${#kept[@]} -gt 0 ] || kept=("$budget")
  (IFS=,; printf '%s' "${kept[*]}")
}

# pool NAME HEADING RUN...: adds runs (of one setting, with different seeds or attacks) as one part of the table, and writes $out/NAME.csv with
# one line per instance. compare_with: array of further options of bo-report, such as --against FILE.
compare_with=()
pool() {
  local folder=$out/pooled/$1
  run "$bin/bo-report" --pool "${@:3}" --points "$(points_in_budget)" "${compare_with[@]}" --out "$folder" >/dev/null
  { printf '### %s\n\n' "$2"; cat "$folder/pool.md"; echo; } >>"$out/table.md.part"
  cp "$folder/pool.csv" "$out/$1.csv"
}

# print_whether_equal FILE: prints whether the rows of a table equal those in docs/results, which are between two marks. Captions may differ.
print_whether_equal() {
  local page=docs/results/$experiment.md
  grep -qs '^<!-- table -->$' "$root/$page" || return 0
  if cmp -s <(grep '^|' "$1") <(sed -n '/^<!-- table -->$/,/^<!-- end of table -->$/p' "$root/$page" | grep '^|'); then
    printf 'It equals the table in %s.\n' "$page"
  else
    printf 'It differs from the table in %s: options or version differ, or the processor rounds differently.\n' "$page"
  fi
}

end_table() {
  mv "$out/table.md.part" "$out/table.md"
  printf '\n'
  cat "$out/table.md"
  printf 'table: %s; one line per instance: %s\n' "$out/table.md" "$out/*.csv"
  print_whether_equal "$out/table.md"
}
