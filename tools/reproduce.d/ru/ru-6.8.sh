about="graphs, node injection of figure 6.8 of Ru 2021, with public sets in place of Twitter's: one new node with up to 3 edges"
takes="an hour"
default_seeds=3
attacks=grabnel,grabnel:as=paper,random,genetic

reproduce() {
  local set seed
  check_sets "${sets:=IMDB-MULTI,PROTEINS}"
  for set in ${sets//,/ }; do
    for ((seed = 1; seed <= seeds; ++seed)); do
      graph_victim gcn "$set" "$seed"
      graph_attack gcn "$set" "$seed" inject --protocol ru-6.6 --edit-mode inject --attack "${only:-$attacks}"
    done
  done
  graph_table
}
