about="FITBO: errors and cost of its entropies, and searches with the settings of the thesis (Ru 2021, chapter 3)"
takes="an hour and a half on one core; needs programs of the benchmarks, -DBORA_BUILD_BENCHMARKS=ON"
default_seeds=10

plain=bayes:paper:initial

# tune PROBLEM DATA TITLE: compares acquisitions on the settings of a trainer, if --data has its data.
tune() {
  if [ ! -e "$data/$2" ]; then
    skip_part "$3" "--data has no $2"
    return
  fi
  local optimisers
  optimisers=$(printf "$plain=3:%s," ei mes-functions pes 'fitbo*200' 'fitbo-mm*200')
  benchmark "$1" "$3" optimiser_study --problems "$1:$data/$2" --optimisers "${optimisers%,}" \
    --seeds "100-$((99 + seeds))" --budget "$(queries 30)" --out "$out/$1.csv"
}

reproduce() {
  local of optimisers problems regret
  begin_table
  benchmark entropies "Entropies and cost (tables 3.1, 3.2, A.1, A.2)" acquisition_study --seeds 100-101 --samples 200,400 --dimensions 2,4,6,8,10
  benchmark searches "Cost with searches for maxima (figure 3.3)" acquisition_study --seeds 100 --samples 100 --dimensions 2,6,10 --entropies 0 --searches
  for regret in recommended distance; do
    for problems in branin,eggholder hartmann6; do
      if [ $problems = hartmann6 ]; then of=$plain=9; else of=$plain=3; fi
      optimisers=$(printf "$of:%s," ei mes-functions pes 'fitbo*200' 'fitbo-mm*200')
      benchmark "$regret-${problems%%,*}" "Recommended point: $regret, $problems (figure 3.4)" optimiser_study --regret $regret --noise 0.0316 \
        --problems $problems --optimisers "${optimisers%,}" --seeds "100-$((99 + seeds))" --budget "$(queries 50)" \
        --out "$out/$regret-${problems%%,*}.csv"
    done
  done
  tune boston-network uci/bostonHousing "A network on prices of houses (figure 3.6a): squared errors"
  tune svm-mnist mnist "A support vector machine on MNIST (figure 3.6b): errors"
  tune cancer-network uci/breast-cancer-wisconsin.data "A network on tumours (figure 3.6c): cross-entropies"
  end_table
}
