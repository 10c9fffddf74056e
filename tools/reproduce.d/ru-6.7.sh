about="graphs, figure 6.7 of Ru 2021: the three constraints on PROTEINS and GCN (base, 2-hop, 2-hop with rewiring)"
takes="hours"
default_seeds=3

reproduce() {
  local seed
  for ((seed = 1; seed <= seeds; ++seed)); do
    graph_victim gcn PROTEINS "$seed"
    graph_attack gcn PROTEINS "$seed" base --protocol ru-6.6 --attack grabnel,random,genetic
    graph_attack gcn PROTEINS "$seed" 2-hop --protocol ru-6.7-hops
    graph_attack gcn PROTEINS "$seed" 2-hop-rewire --protocol ru-6.7-rewire
  done
  graph_table
}
