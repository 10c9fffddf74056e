about="graphs, figure 6.7 of Ru 2021: the three constraints on PROTEINS and GCN (base, 2-hop, 2-hop with rewiring)"
takes="hours"
default_seeds=3
attacks=grabnel,grabnel:as=paper,random,genetic

reproduce() {
  local seed
  for ((seed = 1; seed <= seeds; ++seed)); do
    graph_victim gcn PROTEINS "$seed"
    graph_attack gcn PROTEINS "$seed" base --protocol ru-6.6 --attack "${only:-$attacks}"
    graph_attack gcn PROTEINS "$seed" 2-hop --protocol ru-6.7-hops --attack "${only:-$attacks}"
    graph_attack gcn PROTEINS "$seed" 2-hop-rewire --protocol ru-6.7-rewire --attack "${only:-$attacks}"
  done
  graph_table
}
