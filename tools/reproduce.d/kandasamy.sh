about="NASBOT, table 3 and figure 2 of Kandasamy et al. 2018: networks for UCI regression sets, by NASBOT, TreeBO, RAND and evolution"
takes="half an hour on one core"
default_seeds=3

# Evolution begins with 10 networks, as the other strategies do, also with a small budget.
strategies=(nasbot treebo nasbot:acquisition=random evolution:initial=10)

# test_error NAME: prints the test MSE in the output of a search.
test_error() { sed -n 's/^ *test .*MSE \([0-9.e-]*\) of whitened targets$/\1/p' "$out/searches/$1.txt"; }

reproduce() {
  local set strategy seed name wanted=${sets:-bostonHousing,concrete,energy,wine-quality-red,yacht}
  for set in ${wanted//,/ }; do [ -e "$data/uci/$set" ] || fail "--data: $data/uci has no $set"; done
  begin_table
  { printf '| set |'; printf ' %s |' "${strategies[@]}"; printf '\n|---|'; printf -- '---:|%.0s' "${strategies[@]}"; echo; } >>"$out/table.md.part"
  printf 'set,strategy,seed,network,mse\n' >"$out/figure-2.csv.part"
  for set in ${wanted//,/ }; do
    printf '| %s |' "$set" >>"$out/table.md.part"
    for strategy in "${strategies[@]}"; do
      for ((seed = 0; seed < seeds; ++seed)); do
        name=$set-${strategy//[:=]/-}-$seed
        search "$name" --space mlp --data "$data/uci/$set" --strategy "$strategy" --epochs "$(passes 60)" --budget "$(queries 40)" --seed "$seed"
        # Writes the best validation MSE so far after each network.
        awk -F'","|,' -v set="$set" -v strategy="$strategy" -v seed="$seed" 'NR > 1 && $4 != "" {
          mse = 1 - $4; if (best == "" || mse < best) best = mse; printf "%s,%s,%d,%d,%.6g\n", set, strategy, seed, $1, best }' \
          "$out/searches/$name/results.csv" >>"$out/figure-2.csv.part"
      done
      for ((seed = 0; seed < seeds; ++seed)); do test_error "$set-${strategy//[:=]/-}-$seed"; done |
        awk '{ ++n; sum += $1; squares += $1 * $1 } END {
          mean = sum / n; printf " %.4f%s |", mean, (n > 1 ? sprintf(" ± %.4f", sqrt((squares - n * mean * mean) / (n - 1) / n + 1e-15)) : "") }' \
          >>"$out/table.md.part"
    done
    echo >>"$out/table.md.part"
  done
  mv "$out/figure-2.csv.part" "$out/figure-2.csv"
  printf '\nTest MSE of whitened targets, mean and standard error over seeds; the constant prediction has 1.\n' >>"$out/table.md.part"
  end_table
}
