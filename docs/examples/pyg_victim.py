"""A classifier of graphs made with PyTorch Geometric, as a victim: exec:python3 pyg_victim.py gcn.pt

gcn.pt was saved by torch.save(model.state_dict(), "gcn.pt"), and Gcn is the class of the model. The features of a node are
its label, one-hot. For data with attributes, use graph["attributes"].
"""
import sys

import torch
from bora_victim import serve
from torch_geometric.data import Batch, Data
from torch_geometric.nn import GCNConv, global_mean_pool
from torch_geometric.utils import to_undirected

LABELS, CLASSES = 7, 2


class Gcn(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = GCNConv(LABELS, 32), GCNConv(32, 32)
        self.last = torch.nn.Linear(32, CLASSES)

    def forward(self, data):
        x = self.first(data.x, data.edge_index).relu()
        x = self.second(x, data.edge_index).relu()
        return self.last(global_mean_pool(x, data.batch))


def data_of(graph):
    """Returns the input that the model was trained on: one-hot labels, and both directions of each edge."""
    labels, edges = torch.tensor(graph["labels"]).long(), torch.tensor(graph["edges"]).long()
    return Data(x=torch.nn.functional.one_hot(labels, LABELS).float(), num_nodes=graph["nodes"],
                edge_index=to_undirected(edges.t().contiguous(), num_nodes=graph["nodes"]))


if __name__ == "__main__":
    model = Gcn()
    model.load_state_dict(torch.load(sys.argv[1], weights_only=True))
    model.eval()  # otherwise dropout and batch normalisation give random answers
    with torch.no_grad():
        serve(lambda graphs: model(Batch.from_data_list([data_of(graph) for graph in graphs])), task="graphs")
