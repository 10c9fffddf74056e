about="graphs, table 6.6 of Ru 2021: accuracy after attacks, r = 0.03, 50 queries an edit; a victim for each set, network and seed"
takes="hours"
default_seeds=3

# The paper's attacks, with three variants of grabnel: tuned, with random leaps, and as in the paper.
attacks=grabnel,grabnel:leaps-by=random,grabnel:as=paper,random,genetic,gradient

reproduce() {
  local set arch seed
  check_sets "${sets:=PROTEINS,IMDB-MULTI}"
  for set in ${sets//,/ }; do
    for arch in $(tr , ' ' <<<"${archs:-gcn,gin}"); do
      for ((seed = 1; seed <= seeds; ++seed)); do
        graph_victim "$arch" "$set" "$seed"
        graph_attack "$arch" "$set" "$seed" "" --protocol ru-6.6 --attack "${only:-$attacks}"
      done
    done
  done
  graph_table
}
