# Searches for architectures. Complete studies and searches are not repeated.

# study NAME HEADING SPACE TABLE STRATEGIES [OPTION...]: compares strategies on a table of architectures and adds a part to the experiment's
# table. Makes `evaluations` evaluations, or if it is not set 150, or fewer by --budget.
study() {
  local folder=$out/studies/$1 resume=()
  mkdir -p "$out/studies"
  [ ! -e "$folder/run.sqlite" ] || resume=(--resume)
  run "$bin/bo-nas" --space "$3" --table "$4" --strategy "$5" "${@:6}" --budget "${evaluations:-$(queries 150)}" --seeds "100-$((99 + seeds))" \
    "${quiet[@]}" "${threads[@]}" "${resume[@]}" --out "$folder" >"$folder.txt"
  { printf '### %s\n\n' "$2"; sed -n '1p; /^|/p; 2s/^$//p' "$folder.txt"; echo; } >>"$out/table.md.part"
}

# search NAME OPTION...: runs a search that trains networks. Its output is $out/searches/NAME.txt.
search() {
  local folder=$out/searches/$1
  mkdir -p "$out/searches"
  if [ -e "$folder/run.sqlite" ]; then
    grep -q '^report' "$folder.txt" 2>/dev/null || run "$bin/bo-nas" --resume "${quiet[@]}" --out "$folder" >"$folder.txt"
  else
    run "$bin/bo-nas" "${@:2}" "${quiet[@]}" --out "$folder" >"$folder.txt"
  fi
}

# benchmark NAME HEADING PROGRAM OPTION...: runs a program of the benchmarks, stores its output in $out/NAME.txt, and adds it to the table.
benchmark() {
  if [ ! -x "$bin/$3" ]; then
    skip_part "$2" "$(not_built "$3")"
    return
  fi
  if [ ! -e "$out/$1.txt" ]; then
    run "$bin/$3" "${@:4}" >"$out/$1.txt.part"
    mv "$out/$1.txt.part" "$out/$1.txt"
  fi
  { printf '### %s\n\n' "$2"; cat "$out/$1.txt"; echo; } >>"$out/table.md.part"
}

# nas_table FILE: prints the path of a table of trained architectures.
nas_table() {
  [ -n "$data" ] || fail "--data: must name the folder of the data (nas/$1 is needed)"
  [ -e "$data/nas/$1" ] || fail "--data: $data/nas has no $1"
  printf '%s' "$data/nas/$1"
}
