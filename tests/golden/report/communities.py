#!/usr/bin/env python3
"""Reference values for report/statistics/communities: python3 communities.py > communities.json (igraph 1.0)

Of each graph: its edges, the communities that igraph's multilevel algorithm finds from one seed with their modularity, and
the mean and the largest modularity from a hundred seeds.
"""
import json
import random
from statistics import mean

import igraph

random.seed(1)
graphs = {
    "karate club": igraph.Graph.Famous("Zachary"),
    "path": igraph.Graph.Ring(64, circular=False),
    "tree": igraph.Graph.Tree(127, 2),
    "grid": igraph.Graph.Lattice([12, 12], circular=False),
    "complete": igraph.Graph.Full(8),
    "two components": igraph.Graph.Full(4) + igraph.Graph.Full(5),
    "no edges": igraph.Graph(3),
    "random": igraph.Graph.Erdos_Renyi(n=200, m=500),
    "preferential attachment": igraph.Graph.Barabasi(300, 2),
    "planted": igraph.Graph.SBM([[0.3, 0.02, 0.02], [0.02, 0.3, 0.02], [0.02, 0.02, 0.3]], [40, 40, 40]),
}
golden = []
for name, graph in graphs.items():
    found = [graph.community_multilevel() for _ in range(100)]
    values = [graph.modularity(each.membership) if graph.ecount() else 0 for each in found]
    golden.append({"name": name, "nodes": graph.vcount(), "edges": sorted(sorted(edge) for edge in graph.get_edgelist()),
                   "communities": found[0].membership, "modularity": values[0], "mean": mean(values), "largest": max(values)})
print("[" + ",\n".join(json.dumps(each, separators=(",", ":")) for each in golden) + "]")
