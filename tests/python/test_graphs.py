import csv
import os
import warnings

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
    assert any("clean graphs lie between 0 and 1, but sum to 1.05 to 1.1" in text for text in run.summary["warnings"])
    assert any("seem to be rounded to 2 digits after the point" in text for text in run.summary["warnings"])
    assert len(run.original(0)["edges"]) == run.original(0)["nodes"] - 1
    with open(run.folder / "results.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    share = sum(row["status"] == "success" and int(row["queries"]) <= 5 for row in rows) / len(rows)
    assert run.success_rate(5).value == pytest.approx(share)


def test_a_folder_into_which_another_attack_writes_is_not_changed(tmp_path):
    tries = []

    def predict(batch):
        if not tries:
            tries.append((tmp_path / "here" / "run.sqlite").exists())
            with pytest.raises(FileExistsError, match="here: another call is writing a run there"):
                bora.attack_graphs(predict, [chain(9, 0)], [0], **SHORT, out="here")
        return [[0.01 * len(graph["edges"]), 1] for graph in batch]

    run = bora.attack_graphs(predict, [chain(6, 0), chain(7, 0)], [1, 1], **SHORT, out="here")
    assert tries == [False]  # the second attack began before a run was stored
    assert run.summary["graphs"]["attacked"] == 2 and run.original(0)["nodes"] == 6
    assert (tmp_path / "here" / "python" / "graphs" / "labels.csv").read_text().count("json") == 2


def test_a_call_with_wrong_options_leaves_no_folder():
    with pytest.raises(bora.InputError, match="hops"):
        bora.attack_graphs(lambda batch: [[0, 1]] * len(batch), [chain(6, 0)], [1], **SHORT, hops=-1)
    assert not os.listdir()


def test_errors_name_the_graph():
    def attack(graphs, predict=lambda batch: [[0, 1]] * len(batch)):
        return bora.attack_graphs(predict, graphs, [1] * len(graphs), **SHORT)

    with pytest.raises(ValueError, match="predict gave one number for each graph; if these are classes"):
        attack([chain(6, 0), chain(7, 0)], lambda batch: [0.5] * len(batch))
    with pytest.raises(bora.InputError, match="graphs: number 1: .*"):
        attack([chain(6, 0), {"nodes": 0, "edges": []}])


@pytest.mark.parametrize("kind, advice", [("DiGraph", r"directed; graph.to_undirected\(\)"),
                                          ("MultiGraph", r"a multigraph; networkx.Graph\(graph\)")])
def test_graphs_of_another_kind_are_refused_with_advice(kind, advice):
    networkx = pytest.importorskip("networkx")
    graph = getattr(networkx, kind)([(0, 1), (1, 2)])
    with pytest.raises(ValueError, match=f"graphs: number 0 is {advice}"):
        bora.attack_graphs(lambda batch: [[0, 1]] * len(batch), [graph], [1], **SHORT)


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


def test_nodes_of_networkx_keep_their_numbers():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph([(3, 1), (0, 2), (3, 0)])
    for node in graph:
        graph.nodes[node].update(label=10 + node, attributes=[node, 0.5])
    [back] = Graphs([graph]).from_protocol(Graphs([graph]).values)
    assert set(map(frozenset, back.edges)) == set(map(frozenset, graph.edges))
    assert dict(back.nodes(data=True)) == dict(graph.nodes(data=True))
    named = networkx.relabel_nodes(graph, {3: "c", 1: "b", 0: "a", 2: "d"})
    assert Graphs([named]).values[0]["labels"].tolist() == [10 + number for number in graph], "in their order"


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


@pytest.mark.parametrize("change, words", [
    ({"edges": np.array([[0, 1], [1, 0]])}, "an edge is listed twice"),
    ({"edges": np.array([[0, 1], [2, 2]])}, "a loop at node 2"),
    ({"edges": np.array([[0, 1], [1, 3]])}, r"the edge \[1, 3\], expected nodes 0 to 2"),
    ({"edges": np.array([[0, 1], [-1, 2]])}, r"the edge \[-1, 2\], expected nodes 0 to 2"),
    ({"weights": [1.0, np.nan]}, "weights that are not finite"),
    ({"attributes": [[1.0], [np.inf], [2.0]]}, "attributes that are not finite"),
    ({"nodes": [0, 1, 2]}, r"nodes=\[0, 1, 2\], expected their number"),
    ({"labels": [0, 1, 1.5]}, "label 1.5 of a node, expected whole numbers"),
    ({"labels": ["0", "C", "1"]}, "label '0' of a node"),
    ({"labels": [0, 1, -1]}, "label -1 of a node")])
def test_graphs_that_would_change_are_refused(change, words):
    with pytest.raises(ValueError, match=f"number 1: {words}"):
        Graphs([chain(3, 0), chain(3, 0) | change])


def test_labels_of_nodes_may_be_whole_floats():
    assert Graphs([chain(3, 0) | {"labels": [0.0, 2.0, 1.0]}]).values[0]["labels"].tolist() == [0, 2, 1]


def test_other_keys_of_dictionaries_are_named():
    with pytest.warns(UserWarning, match="graphs: edge_labels left out"):
        Graphs([chain(3, 0) | {"edge_labels": [1, 2]}])


def test_attributes_of_networkx_that_are_left_out_are_named():
    networkx = pytest.importorskip("networkx")
    graph = networkx.path_graph(3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Graphs([graph])
    graph.nodes[0]["atom"] = "C"
    graph.edges[0, 1].update(weight=2.0, bond=1)
    with pytest.warns(UserWarning, match="graphs: atom, bond left out"):
        Graphs([graph])


def test_data_that_would_change_are_refused_or_named():
    torch, data = pytest.importorskip("torch"), pytest.importorskip("torch_geometric.data")
    ends = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Graphs([data.Data(x=torch.ones(3, 1), edge_index=ends, y=torch.tensor([1]))])
    with pytest.warns(UserWarning, match="graphs: edge_attr, pos left out"):
        Graphs([data.Data(edge_index=ends, edge_attr=torch.ones(4, 2), pos=torch.ones(3, 2), num_nodes=3)])
    with pytest.raises(ValueError, match="number 0: an edge is listed twice"):
        Graphs([data.Data(edge_index=ends.repeat(1, 2), num_nodes=3)])
