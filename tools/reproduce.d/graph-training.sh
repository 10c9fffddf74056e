about="graph networks as bo-train makes them by default: test accuracy over splits, beside the literature"
takes="a quarter of an hour on one core, most of it NCI1"
default_seeds=3

# trained_network NETWORK SET SEED: trains a network and writes $out/trained/NETWORK-SET-SEED.json.
trained_network() {
  local set result=$out/trained/$1-$2-$3.json
  [ ! -e "$result" ] || return 0
  set=$(graph_set "$2")
  mkdir -p "$out/trained" "$out/victims"
  run "$bin/bo-train" --task graph --data "$set" --arch "$1" --seed "$3" --split-seed "$3" --json --quiet "${threads[@]}" --force \
    ${epochs:+--epochs "$epochs"} --out "$out/victims/$1-$2-$3.pt" >"$result.part"
  mv "$result.part" "$result"
}

# published_accuracy NETWORK SET: prints published test accuracies in %, by ten-fold cross-validation. Xu et al. report the epoch that is best
# on the test folds; Errica et al. and Nikolentzos and Vazirgiannis chose the epoch and all settings on other graphs.
published_accuracy() {
  case $1-$2 in
    gin-MUTAG) echo '89.4 ± 5.6 (Xu), 84.7 ± 6.7 (Nikolentzos)' ;;
    gin-PROTEINS) echo '76.2 ± 2.8 (Xu), 73.3 ± 4.0 (Errica), 70.5 ± 2.3 (Ru)' ;;
    gin-NCI1) echo '82.7 ± 1.7 (Xu), 80.0 ± 1.4 (Errica)' ;;
    gin-IMDB-BINARY) echo '75.1 ± 5.1 (Xu), 71.2 ± 3.9 (Errica)' ;;
    gin-IMDB-MULTI) echo '52.3 ± 2.8 (Xu), 48.5 ± 3.3 (Errica), 48.9 ± 0.4 (Ru)' ;;
    gcn-PROTEINS) echo '71.7 ± 2.6 (Ru)' ;;
    gcn-IMDB-MULTI) echo '50.5 ± 1.4 (Ru)' ;;
  esac
}

# row NETWORK SET: prints a row of the table with the mean over seeds and their standard deviation.
row() {
  local seed
  for ((seed = 1; seed <= seeds; ++seed)); do cat "$out/trained/$1-$2-$seed.json"; done |
    awk -v name="$2, $1" -v published="$(published_accuracy "$1" "$2")" '
      { gsub(/[",]/, "") }
      $1 == "test_accuracy:" { ++n; sum += $2; squares += $2 * $2 }
      $1 == "test_graphs:" { graphs = $2 }
      $1 == "epochs:" { kept = kept (kept == "" ? "" : ", ") $2 }
      END {
        mean = sum / n
        spread = n > 1 ? sprintf(" ± %.1f", 100 * sqrt((squares - n * mean * mean) / (n - 1) + 1e-12)) : ""
        printf "| %s | %d x %d | %.1f%s | %s | %s |\n", name, n, graphs, 100 * mean, spread, kept, published
      }'
}

reproduce() {
  local set arch seed wanted=${sets:-MUTAG,PROTEINS,NCI1,IMDB-BINARY,IMDB-MULTI}
  check_sets "$wanted"
  begin_table
  printf '| set, network | splits x test graphs | accuracy, %% | epoch kept | published, %% |\n|---|---|---|---|---|\n' >>"$out/table.md.part"
  for set in ${wanted//,/ }; do
    for arch in $(tr , ' ' <<<"${archs:-gin,gcn}"); do
      for ((seed = 1; seed <= seeds; ++seed)); do
        trained_network "$arch" "$set" "$seed"
      done
      row "$arch" "$set" >>"$out/table.md.part"
    done
  done
  end_table
}
