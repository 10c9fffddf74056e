about="Bayesian networks, tables 5.1 to 5.4 and figures 5.7 to 5.14 of Hutchinson 2019: models of learning curves, and searches"
takes="half an hour on one core; searches need programs of the benchmarks, -DBORA_BUILD_BENCHMARKS=ON"
default_seeds=1

# Trains 28 networks for each set to the end. A model fitted to the learning curves of six sevenths of them predicts the others. As in the
# thesis, searches use the curves of these networks, with 50, 10 and 3 draws of the model.
reproduce() {
  local set seed steps folders draws strategies=random,final,gpar,gpar:pi,gpar:ucb,gpar:one-by-one,halving,hyperband
  local wanted=${sets:-bostonHousing,concrete,energy,kin8nm,power-plant,wine-quality-red,yacht}
  steps=$((20 * $(passes 50)))
  for set in ${wanted//,/ }; do [ -e "$data/uci/$set" ] || fail "--data: $data/uci has no $set"; done
  for draws in 10 3; do strategies+=,gpar:draws=$draws,gpar:pi:draws=$draws,gpar:ucb:draws=$draws; done
  begin_table
  for set in ${wanted//,/ }; do
    printf '### %s\n\n' "$set" >>"$out/table.md.part"
    folders=''
    for ((seed = 0; seed < seeds; ++seed)); do
      search "$set-$seed" --space bnn --data "$data/uci/$set" --depths 1,2,3,4 --widths 5,7,10,14,20,28,40 \
        --checkpoints $((steps / 10)),$((steps * 3 / 10)),$steps --window $((steps < 200 ? steps / 10 : 20)) --input-batch 50 \
        --strategy random --budget "$(queries 100)" --held-out 7 --seed "$seed"
      { printf 'Seed %d: ' "$seed"; sed -n 's/^model *//p' "$out/searches/$set-$seed.txt"; echo; } >>"$out/table.md.part"
      folders+=,$out/searches/$set-$seed
    done
    benchmark "curves-$set" "$set: searches, and kernels of the model" curve_study --searches "${folders#,}" --strategies $strategies --held-out 7
  done
  end_table
}
