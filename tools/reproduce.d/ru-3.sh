about="FITBO: errors and cost of its entropies, and searches with the settings of the thesis (Ru 2021, chapter 3)"
takes="an hour on one core"
default_seeds=10

reproduce() {
  local plain=bayes:paper:initial name of problems regret
  begin_table
  study "Entropies and cost (tables 3.1, 3.2, A.1, A.2, figure 3.3)" acquisition_study --seeds 100-101 --samples 200,400 --dimensions 2,4,6,8,10
  study "Cost with searches for maxima (figure 3.3)" acquisition_study --seeds 100 --samples 400 --dimensions 2,6 --entropies 0 --searches
  for regret in recommended distance; do
    for problems in branin,eggholder hartmann6; do
      if [ $problems = hartmann6 ]; then of=$plain=9; else of=$plain=3; fi
      name=$(printf "$of:%s," ei 'mes-functions*1' 'pes*24' 'fitbo*200' 'fitbo-mm*200')
      study "Recommended point: $regret, $problems (figure 3.4)" optimiser_study --regret $regret --noise 0.0316 --problems $problems \
        --optimisers "${name%,}" --seeds "$(reported_seeds)" --budget "$(queries 50)" --out "$out/$regret-${problems%%,*}.csv"
    done
  done
  end_table
}
