"""Scores of a TorchScript file of graphs as Python's torch sees them, and as the definition of its network says.

usage: torch_graph_scores.py MODEL GRAPHS KIND

GRAPHS is JSON: {"x": [[...]], "edge_index": [[...], [...]], "batch": [...], "edge_weight": [...]}. Prints the scores of
the model, a graph a line, and fails unless dense algebra on the model's weights gives the same.
"""
import json
import sys

import torch

path, graphs, kind = sys.argv[1:]
model = torch.jit.load(path)
assert not model.training
with open(graphs) as file:
    data = json.load(file)
x = torch.tensor(data["x"])
edge_index = torch.tensor(data["edge_index"])
batch = torch.tensor(data["batch"])
edge_weight = torch.tensor(data["edge_weight"])
state = model.state_dict()
scaled = (x - state["input.mean"]) / state["input.deviation"]


def linear(name, h):
    bias = state.get(name + ".bias")
    return h @ state[name + ".weight"].T + (0 if bias is None else bias)


def norm(name, h):
    h = (h - state[name + ".running_mean"]) / torch.sqrt(state[name + ".running_var"] + 1e-5)
    return h * state[name + ".weight"] + state[name + ".bias"]


def inverse(d):
    return torch.where(d > 0, 1 / d, torch.zeros_like(d))


def gcn(name, a, h):
    a = a + torch.eye(len(a))
    scale = a.sum(1).rsqrt()
    return torch.relu(scale[:, None] * a * scale @ h @ state[name + ".weight"].T + state[name + ".bias"])


def read_out(a, h):
    """Returns the readout of one graph with the adjacency matrix a and the features h, before the last layer."""
    if kind == "gcn":
        for i in (1, 2, 3):
            h = gcn(f"conv{i}", a, h)
        return h.max(0).values
    if kind == "gin":
        levels = [h.sum(0)]
        for i in range(1, 5):
            layer = f"layer{i}"
            h = linear(layer + "_first", (1 + state[layer + "_epsilon.weight"]) * h + a @ h)
            h = torch.relu(norm(layer + "_norm", linear(layer + "_second", torch.relu(norm(layer + "_first_norm", h)))))
            levels.append(h.sum(0))
        return torch.cat(levels) / state["input.nodes"]
    if kind == "cheb":
        scale = inverse(a.sum(1)).sqrt()
        laplacian = -scale[:, None] * a * scale
        for i in (1, 2, 3):
            terms = [h, laplacian @ h]
            terms.append(2 * laplacian @ terms[1] - terms[0])
            h = torch.relu(sum(linear(f"conv{i}_term{k}", term) for k, term in enumerate(terms)))
        return h.mean(0)
    if kind == "sage":
        for i in (1, 2, 3):
            means = inverse(a.sum(1))[:, None] * (a @ h)
            h = torch.relu(linear(f"conv{i}_own", h) + linear(f"conv{i}_neighbours", means))
        return h.mean(0)
    assert kind == "unet"
    h = gcn("down0", a, h)
    above = []
    for i in (1, 2, 3):
        direction = state[f"pool{i}.weight"]
        score = h @ direction / direction.norm()
        count = -(-len(h) * 8 // 10)
        kept = torch.sort(torch.argsort(score, descending=True)[:count]).values
        above.append((a, h, kept))
        h = h[kept] * torch.sigmoid(score[kept])[:, None]
        a = a[kept][:, kept]
        h = gcn(f"down{i}", a, h)
    for i in (3, 2, 1):
        a, larger, kept = above[i - 1]
        h = gcn(f"up{i}", a, larger.index_add(0, kept, h))
    return h.mean(0)


with torch.no_grad():
    scores = model(x, edge_index, batch, edge_weight)
    assert torch.equal(model(x, edge_index, batch, torch.ones_like(edge_weight)), model(x, edge_index, batch))
    adjacency = torch.zeros([len(x), len(x)])
    adjacency[edge_index[0], edge_index[1]] = edge_weight
    for i in range(int(batch.max()) + 1):
        mine = batch == i
        expected = linear("output", read_out(adjacency[mine][:, mine], scaled[mine]))
        assert (scores[i] - expected).abs().max() < 1e-4 * (1 + expected.abs().max()), (i, scores[i], expected)
        print(*(f"{float(value):.9g}" for value in scores[i]))
