"""Writes graphs as networkx does, with the properties that it computes of them, to networkx_graphs.json (networkx 3.6)."""
import json
import pathlib

import networkx as nx

graphs = {
    "tuples for ids": nx.grid_2d_graph(3, 4),
    "names for ids, attributes of nodes": nx.davis_southern_women_graph(),
    "names for ids": nx.florentine_families_graph(),
    "weights and attributes of nodes": nx.karate_club_graph(),
    "ids out of order": nx.relabel_nodes(nx.path_graph(5), {0: 3, 1: 0, 2: 4, 3: 1, 4: 2}),
    "no edges": nx.empty_graph(3),
}
golden = [
    {
        "what": what,
        "text": json.dumps(nx.node_link_data(graph, edges=edges)),
        "degrees": [graph.degree(node) for node in (sorted(graph) if what == "ids out of order" else graph)],
        "weight": sum(weight for _, _, weight in graph.edges.data("weight", default=1)),
    }
    for what, graph in graphs.items()
    for edges in ("links", "edges")
]
path = pathlib.Path(__file__).with_suffix(".json")
path.write_text(json.dumps(golden, indent=1) + "\n")
