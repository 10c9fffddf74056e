"""Conversion of graphs between the user's form (networkx, PyTorch Geometric, dictionaries), that of the protocol and
the stored one."""
from __future__ import annotations

import csv
import json
import sys
import warnings
from pathlib import Path
from typing import Any, Callable, Sequence

import numpy as np

Graph = dict[str, Any]  # protocol's form: "nodes", "edges", "weights", "labels", "attributes", see decode_graphs()


class Graphs:
    """Graphs that the user gave, converted to the protocol's form, with the conversion back.

    kind: "networkx", "pyg" or "dictionaries", according to the first graph. values: graphs in the protocol's form.
    Raises TypeError or ValueError for graphs of other or of different kinds, for directed ones, for loops, for edges
    that are listed twice, and for labels of nodes that are not whole numbers. Warns of values that are left out."""

    def __init__(self, graphs: Sequence[Any]) -> None:
        graphs = list(graphs)
        if not graphs:
            raise ValueError("graphs: there are none")
        self.kind = _find_kind(graphs[0])
        self._width = 0  # columns of a one-hot x; 0: x holds attributes
        if self.kind == "pyg":
            self._width = _one_hot_width([graph for graph in graphs if _find_kind(graph) == "pyg"])
        self._left_out: set[str] = set()  # names of values of the user's graphs that predict does not get
        self.values = [_checked(self._read(graph, at), at) for at, graph in enumerate(graphs)]
        if self._left_out:
            warnings.warn(f"graphs: {', '.join(sorted(self._left_out))} left out: predict gets graphs without",
                          stacklevel=3)

    def _read(self, graph: Any, at: int) -> Graph:
        if _find_kind(graph) != self.kind:
            raise TypeError(f"graphs: number {at} is of another kind than the first, {self.kind}")
        if self.kind == "networkx":
            self._left_out |= _left_out_of_networkx(graph)
            return _from_networkx(graph, at)
        if self.kind == "pyg":
            return self._from_pyg(graph, at)
        self._left_out |= graph.keys() - {"nodes", "edges", "weights", "labels", "attributes"}
        edges = np.asarray(graph["edges"])
        if not np.issubdtype(np.asarray(graph["nodes"]).dtype, np.integer) or np.ndim(graph["nodes"]):
            raise ValueError(f"graphs: number {at}: nodes={graph['nodes']!r}, expected their number")
        if edges.size and (edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iu"):
            raise ValueError(f"graphs: number {at}: edges of shape {edges.shape} and type {edges.dtype}, expected whole "
                             "numbers, edges x 2")
        weights = graph.get("weights")
        if weights is not None and len(weights) != len(edges):
            raise ValueError(f"graphs: number {at}: {len(weights)} weights for {len(edges)} edges")
        return {"weights": None, "labels": None, "attributes": None, **graph, "nodes": int(graph["nodes"]),
                "edges": edges.astype(np.int32).reshape(-1, 2)}

    def _from_pyg(self, data: Any, at: int) -> Graph:
        ends = data.edge_index.cpu().numpy().T
        given = getattr(data, "edge_weight", None)
        weight = np.ones(len(ends), np.float32) if given is None else given.cpu().numpy().reshape(-1)
        both = {(int(a), int(b)): float(w) for (a, b), w in zip(ends, weight)}
        if len(both) < len(ends):
            raise ValueError(f"graphs: number {at}: an edge is listed twice in one direction")
        if any(both.get((b, a)) != w for (a, b), w in both.items()):
            raise ValueError(f"graphs: number {at} is directed: an edge or its weight differs from the edge in the other direction; "
                             "torch_geometric.transforms.ToUndirected() adds the missing directions")
        self._left_out |= {name for name in data.keys() if name not in _FIELDS_OF_PYG}
        once = [edge for edge in sorted(both) if edge[0] <= edge[1]]
        graph = {"nodes": int(data.num_nodes), "edges": np.array(once, np.int32).reshape(-1, 2), "labels": None,
                 "weights": None if given is None else np.array([both[edge] for edge in once], np.float32),
                 "attributes": None}
        if getattr(data, "x", None) is not None:
            x = data.x.cpu().numpy()
            graph |= {"labels": x.argmax(axis=1)} if self._width else {"attributes": x}
        return graph

    def from_protocol(self, graphs: Sequence[Graph]) -> list[Any]:
        """Returns graphs in the user's form."""
        convert: Callable[[Graph], Any] = {"networkx": _to_networkx, "pyg": self._to_pyg}.get(self.kind, dict)
        return [convert(graph) for graph in graphs]

    def _to_pyg(self, graph: Graph) -> Any:
        import torch
        from torch_geometric.data import Data

        ends = torch.tensor(np.asarray(graph["edges"]).reshape(-1, 2)).long().t()
        x = None
        if graph["labels"] is not None:
            x = torch.nn.functional.one_hot(torch.tensor(np.array(graph["labels"])).long(), self._width).float()
        elif graph["attributes"] is not None:
            x = torch.tensor(np.array(graph["attributes"]))
        made = Data(x=x, edge_index=torch.cat([ends, ends.flip(0)], dim=1), num_nodes=graph["nodes"])
        if graph["weights"] is not None:
            made.edge_weight = torch.tensor(np.array(graph["weights"], np.float32)).repeat(2)
        return made

    def store(self, folder: Path, labels: np.ndarray) -> None:
        """Writes the graphs as node-link JSON files into the folder, with their labels in labels.csv."""
        folder.mkdir(parents=True, exist_ok=True)
        with open(folder / "labels.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["file", "label"])
            for at, (graph, label) in enumerate(zip(self.values, labels)):
                name = f"graph{at:06d}.json"
                (folder / name).write_text(_to_json(graph), "utf-8")
                writer.writerow([name, int(label)])

    def from_json(self, stored: dict[str, Any]) -> Any:
        """Returns a stored graph in the user's form."""
        return self.from_protocol([from_node_link(stored)])[0]


# Fields of a Data object that are converted, or that follow from the others; y is the class, which is given apart.
_FIELDS_OF_PYG = {"x", "edge_index", "edge_weight", "num_nodes", "y", "batch", "ptr"}


def _left_out_of_networkx(graph: Any) -> set[str]:
    """Returns the names of the attributes of nodes and edges that are not converted."""
    of_nodes = {name for _, values in graph.nodes(data=True) for name in values} - {"label", "attributes"}
    of_edges = {name for *_, values in graph.edges(data=True) for name in values} - {"weight"}
    return of_nodes | of_edges


def _checked(graph: Graph, at: int) -> Graph:
    """Returns the graph. Raises ValueError for loops, edges that are listed twice or whose nodes do not exist, weights and
    attributes that are not finite, and labels that are not whole numbers from 0 on."""
    ends = np.sort(graph["edges"], axis=1)
    if (ends[:, 0] == ends[:, 1]).any():
        raise ValueError(f"graphs: number {at}: a loop at node {ends[ends[:, 0] == ends[:, 1]][0, 0]}, expected edges "
                         "between two nodes; predict can add loops itself")
    if len(np.unique(ends, axis=0)) < len(ends):
        raise ValueError(f"graphs: number {at}: an edge is listed twice")
    outside = ends[(ends[:, 0] < 0) | (ends[:, 1] >= graph["nodes"])]
    if len(outside):
        raise ValueError(f"graphs: number {at}: the edge {outside[0].tolist()}, expected nodes 0 to {graph['nodes'] - 1}")
    for name in ("weights", "attributes"):
        if graph[name] is not None and not np.isfinite(np.asarray(graph[name], np.float64)).all():
            raise ValueError(f"graphs: number {at}: {name} that are not finite, expected numbers")
    labels = graph["labels"]
    if labels is None:
        return graph
    labels = np.asarray(labels)
    whole = labels.dtype.kind in "biu" or (labels.dtype.kind == "f" and (labels == np.floor(labels)).all())
    if not whole or (labels < 0).any():
        wrong = next(label for label in labels.tolist() if not isinstance(label, (int, float)) or label < 0 or label % 1)
        raise ValueError(f"graphs: number {at}: label {wrong!r} of a node, expected whole numbers from 0 on")
    return graph | {"labels": labels.astype(np.int32)}


def _one_hot_width(graphs: Sequence[Any]) -> int:
    """Returns the number of columns of x if each row of x is one-hot in all Data objects, else 0."""
    features = [data.x.cpu().numpy() for data in graphs if getattr(data, "x", None) is not None]
    one_hot = all(((x == 0) | (x == 1)).all() and (x.sum(axis=1) == 1).all() for x in features)
    return features[0].shape[1] if features and one_hot else 0


def _find_kind(graph: Any) -> str:
    networkx, geometric = sys.modules.get("networkx"), sys.modules.get("torch_geometric.data")
    if networkx is not None and isinstance(graph, networkx.Graph):
        return "networkx"
    if geometric is not None and isinstance(graph, geometric.Data):
        return "pyg"
    if isinstance(graph, dict) and {"nodes", "edges"} <= graph.keys():
        return "dictionaries"
    raise TypeError(f"graphs: expected networkx graphs, Data of PyTorch Geometric or dictionaries, not {type(graph).__name__}")


def _from_networkx(graph: Any, at: int) -> Graph:
    if graph.is_multigraph():
        raise ValueError(f"graphs: number {at} is a multigraph; networkx.Graph(graph) has each edge once, without its "
                         "direction")
    if graph.is_directed():
        raise ValueError(f"graphs: number {at} is directed; graph.to_undirected() has each edge without its direction")
    # Nodes 0 to n - 1 keep their numbers, since predict may depend on them. Others are numbered in their order.
    nodes = list(range(len(graph)))
    nodes = nodes if set(graph.nodes) == set(nodes) else list(graph.nodes)
    numbers = {node: number for number, node in enumerate(nodes)}
    edges = [sorted((numbers[a], numbers[b])) for a, b in graph.edges]
    read = lambda name: [graph.nodes[node].get(name) for node in nodes]  # noqa: E731
    labels, attributes, weights = read("label"), read("attributes"), [w for *_, w in graph.edges(data="weight")]
    for name, values in (("label", labels), ("attributes", attributes)):
        if 0 < sum(value is None for value in values) < len(values):
            raise ValueError(f"graphs: number {at}: only some of its nodes have {name}")
    return {"nodes": len(numbers), "edges": np.array(edges, np.int32).reshape(-1, 2),
            "weights": (np.array([1 if w is None else w for w in weights], np.float32)
                        if any(w is not None for w in weights) else None),
            "labels": np.array(labels) if labels and labels[0] is not None else None,
            "attributes": np.array(attributes, np.float32) if attributes and attributes[0] is not None else None}


def _to_networkx(graph: Graph) -> Any:
    import networkx

    made = networkx.Graph()
    for node in range(graph["nodes"]):
        values: dict[str, Any] = {} if graph["labels"] is None else {"label": int(graph["labels"][node])}
        if graph["attributes"] is not None:
            values["attributes"] = graph["attributes"][node].tolist()
        made.add_node(node, **values)
    for at, (a, b) in enumerate(np.asarray(graph["edges"]).tolist()):
        made.add_edge(a, b, **({} if graph["weights"] is None else {"weight": float(graph["weights"][at])}))
    return made


def _to_json(graph: Graph) -> str:
    nodes: list[dict[str, Any]] = [{"id": node} for node in range(graph["nodes"])]
    for node in nodes:
        if graph["labels"] is not None:
            node["label"] = int(graph["labels"][node["id"]])
        if graph["attributes"] is not None:
            node["attributes"] = np.asarray(graph["attributes"][node["id"]]).tolist()
    links = [{"source": int(a), "target": int(b)} for a, b in graph["edges"]]
    if graph["weights"] is not None:
        for link, weight in zip(links, graph["weights"]):
            link["weight"] = float(weight)
    return json.dumps({"directed": False, "multigraph": False, "graph": {}, "nodes": nodes, "links": links})


def from_node_link(stored: dict[str, Any]) -> Graph:
    """Returns a graph in the protocol's form from the node-link JSON that bora stores."""
    nodes, links = stored["nodes"], stored["links"]
    of = lambda name, kind: (np.array([node[name] for node in nodes], kind) if nodes and name in nodes[0] else None)  # noqa: E731
    return {"nodes": len(nodes), "labels": of("label", np.int32), "attributes": of("attributes", np.float32),
            "edges": np.array([[link["source"], link["target"]] for link in links], np.int32).reshape(-1, 2),
            "weights": (np.array([link.get("weight", 1) for link in links], np.float32)
                        if any("weight" in link for link in links) else None)}
