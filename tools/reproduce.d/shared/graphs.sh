# Attacks on classifiers of graphs: a victim is trained for each set, network and seed.

# graph_victim NETWORK SET SEED: trains the victim $out/victims/NETWORK-SET-SEED.pt.
graph_victim() {
  local set
  set=$(graph_set "$2")
  train "$1-$2-$3" --task graph --data "$set" --arch "$1" --seed "$3" --split-seed "$3" ${epochs:+--epochs "$epochs"}
}

# graph_attack NETWORK SET SEED NAME OPTION...: attacks all test graphs, or the first --images. NAME, a part of the run's name, may be empty.
graph_runs=()
graph_attack() {
  local set name=$1-$2-$3${4:+-$4}
  set=$(graph_set "$2")
  attack "$name" --task graph --model "$out/victims/$1-$2-$3.pt" --data "$set" --part test --graphs "${images:-0}" --seed "$3" "${@:5}" ${budget:+--query-cap "$budget"}
  graph_runs+=("$out/runs/$name")
}

# graph_table: makes the table of all runs of graph_attack.
graph_table() {
  run "$bin/bo-report" "${graph_runs[@]}" --table 6.6 --out "$out"
  print_whether_equal "$out/table-6.6.md"
  printf '\ntable: %s\ncurves against queries and queries / n^2: %s\n' "$out/table-6.6.md" "$out/runs/*/report.html"
}
