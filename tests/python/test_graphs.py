import csv

import numpy as np
import pytest

import bora
from bora._graphs import Graphs, _to_json, from_node_link

SHORT = {"budget_edits": 0.05, "attacks": "random", "queries_per_edit": 5, "quiet": True, "threads": 1,
         "checks": "none"}


def chain(nodes, label):
    ends = np.array([[k, k + 1] for k in range(nodes - 1)])
    return {"nodes": nodes, "edges": ends, "labels": np.full(nodes, label)}


def test_dictionaries(linear):
    graphs = [chain(6 + k, k % 2) for k in range(6)]

    def predict(batch):
        assert all(set(graph["labels"]) == {graph["nodes"] % 2} for graph in batch)
        return [[0.01 * len(graph["edges"]), 1] for graph in batch]

    run = bora.attack_graphs(predict, graphs, [1] * 6, **SHORT)
    assert run.summary["task"] == "graphs" and run.summary["graphs"]["attacked"] == 6
    assert len(run.original(0)["edges"]) == run.original(0)["nodes"] - 1
    with open(run.folder / "results.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    share = sum(row["status"] == "success" and int(row["queries"]) <= 5 for row in rows) / len(rows)
    assert run.success_rate(5).value == pytest.approx(share)


def test_networkx_graphs_return_as_such():
    networkx = pytest.importorskip("networkx")
    graphs = [networkx.gnp_random_graph(8, 0.2 + 0.3 * (k % 2), seed=k) for k in range(8)]

    seen = []

    def predict(batch):
        density = np.array([networkx.density(graph) for graph in batch])
        seen.extend(density)
        return np.stack([0.35 - density, density - 0.35], 1)

    run = bora.attack_graphs(predict, graphs, [k % 2 for k in range(8)], **SHORT)
    assert max(seen) > 0
    back = run.original(0)
    assert any(set(map(frozenset, back.edges)) == set(map(frozenset, graph.edges)) and set(back) == set(graph)
               for graph in graphs)


def test_stored_graphs_read_back_equal():
    graph = {"nodes": 3, "edges": np.array([[0, 1], [1, 2]], np.int32), "weights": np.array([0.5, 2], np.float32),
             "labels": np.array([4, 0, 1], np.int32), "attributes": np.array([[1, 2], [3, 4], [5, 6]], np.float32)}
    import json

    back = from_node_link(json.loads(_to_json(graph)))
    for name, value in graph.items():
        np.testing.assert_array_equal(back[name], value)


def test_graphs_of_unknown_kind_are_refused():
    with pytest.raises(TypeError, match="networkx"):
        Graphs([[1, 2]])
    with pytest.raises(ValueError, match="none"):
        Graphs([])


def test_edges_of_another_form_are_refused():
    ends = np.array([[0, 2, 4, 6], [1, 3, 5, 7]])
    for edges in (ends, ends.T.astype(float)):
        with pytest.raises(ValueError, match="expected whole numbers, edges x 2"):
            Graphs([{"nodes": 8, "edges": edges}])
    with pytest.raises(ValueError, match="1 weights for 4 edges"):
        Graphs([{"nodes": 8, "edges": ends.T, "weights": [2.0]}])
