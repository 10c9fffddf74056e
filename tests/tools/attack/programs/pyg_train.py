"""Trains the network of docs/examples/pyg_victim.py, beside this file, on MUTAG:   pyg_train.py MUTAG.zip gcn.pt"""
import sys
import zipfile

import numpy as np
import torch
from pyg_victim import Gcn, data_of
from torch_geometric.data import Batch


def graphs_of(path):
    """Returns the graphs in the form in which a victim receives them, and their classes, numbered from 0."""
    archive = zipfile.ZipFile(path)

    def numbers(name):
        return np.loadtxt(archive.open(f"MUTAG/MUTAG_{name}.txt"), dtype=int, delimiter=",")

    edges, owner, labels = numbers("A") - 1, numbers("graph_indicator") - 1, numbers("node_labels")
    graphs = []
    for graph in range(owner.max() + 1):
        nodes = np.flatnonzero(owner == graph)
        own = edges[owner[edges[:, 0]] == graph] - nodes[0]
        graphs.append({"nodes": len(nodes), "edges": own[own[:, 0] < own[:, 1]], "labels": labels[nodes]})
    return graphs, (numbers("graph_labels") > 0).astype(int)


torch.manual_seed(1)
torch.set_num_threads(1)
graphs, classes = graphs_of(sys.argv[1])
data, wanted = Batch.from_data_list([data_of(graph) for graph in graphs]), torch.tensor(classes)
model = Gcn()
optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
for _ in range(200):
    optimiser.zero_grad()
    torch.nn.functional.cross_entropy(model(data), wanted).backward()
    optimiser.step()
torch.save(model.state_dict(), sys.argv[2])
