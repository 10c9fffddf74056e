"""A TorchScript file of graphs whose nodes have labels, as a program:   graph_file.py gcn.pt LABELS

Its inputs are those that bora gives it: labels one-hot, every edge from the smaller node to the larger one and then all of them back, and
their weights.
"""
import sys

import torch
from bora_victim import serve

model, labels = torch.jit.load(sys.argv[1]).eval(), int(sys.argv[2])
torch.set_num_threads(1)


def scores(graphs):
    x = torch.nn.functional.one_hot(torch.cat([torch.tensor(graph["labels"]).long() for graph in graphs]), labels).float()
    sizes = torch.tensor([graph["nodes"] for graph in graphs])
    first = torch.cumsum(sizes, 0) - sizes
    forth = torch.cat([torch.tensor(graph["edges"]).long().t() + at for graph, at in zip(graphs, first)], 1)
    weights = torch.cat([torch.ones(len(graph["edges"])) if graph["weights"] is None else torch.tensor(graph["weights"])
                         for graph in graphs])
    return model(x, torch.cat([forth, forth.flip(0)], 1), torch.repeat_interleave(torch.arange(len(graphs)), sizes),
                 torch.cat([weights, weights]))


with torch.no_grad(), torch.jit.optimized_execution(False):
    serve(scores, task="graphs")
