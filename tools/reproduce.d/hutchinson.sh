about="Bayesian networks, tables 5.1 to 5.4 and figures 5.7 to 5.14 of Hutchinson 2019: models of learning curves, and searches"
takes="half an hour on one core; searches need programs of the benchmarks, -DBORA_BUILD_BENCHMARKS=ON"
default_seeds=1

# Trains 28 networks for each set to the end. A model fitted to the learning curves of six sevenths of them predicts the others. As in the
# thesis, searches use the curves of these networks.
reproduce() {
  local set seed steps wanted=${sets:-bostonHousing,concrete,energy,kin8nm,power-plant,wine-quality-red,yacht}
  steps=$((20 * $(passes 50)))
  for set in ${wanted//,/ }; do [ -e "$data/uci/$set" ] || fail "--data: $data/uci has no $set"; done
  begin_table
  for set in ${wanted//,/ }; do
    printf '### %s\n\n' "$set" >>"$out/table.md.part"
    for ((seed = 0; seed < seeds; ++seed)); do
      search "$set-$seed" --space bnn --data "$data/uci/$set" --depths 1,2,3,4 --widths 5,7,10,14,20,28,40 \
        --checkpoints $((steps / 10)),$((steps * 3 / 10)),$steps --window $((steps < 200 ? steps / 10 : 20)) --input-batch 50 \
        --strategy random --budget "$(queries 100)" --held-out 7 --seed "$seed"
      { printf 'Seed %d: ' "$seed"; sed -n 's/^model *//p' "$out/searches/$set-$seed.txt"; echo; } >>"$out/table.md.part"
      benchmark "curves-$set-$seed" "$set, seed $seed: searches, and kernels of the model" curve_study --searches "$out/searches/$set-$seed"
    done
  done
  end_table
}
