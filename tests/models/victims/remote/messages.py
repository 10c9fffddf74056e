"""A network of graphs in numpy: one round of weighted messages, and sums over the nodes.

usage: messages.py [--labels | --restless | --best | --growing N]     three classes; the label of a node is one of 3, and each node has two attributes
"""
import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[4] / "python"))
import numpy as np
from bora_victim import serve

generator = np.random.default_rng(5)
FIRST, LAST = generator.normal(size=(5, 8)) / 3, generator.normal(size=(8, 3)) / 3


def scores_of(graph):
    features = np.concatenate([np.eye(3)[graph["labels"]], graph["attributes"]], axis=1)
    seen = features.copy()
    weights = graph["weights"] if graph["weights"] is not None else np.ones(len(graph["edges"]))
    for (u, v), weight in zip(graph["edges"], weights):
        seen[u] += weight * features[v]
        seen[v] += weight * features[u]
    return np.tanh(seen @ FIRST).sum(axis=0) @ LAST


def scores(graphs):
    return np.stack([scores_of(graph) for graph in graphs])


if "--labels" in sys.argv:
    serve(lambda graphs: scores(graphs).argmax(axis=1), classes=3, kind="labels", task="graphs")
elif "--restless" in sys.argv:  # labels of 20,001 classes that differ by 1 from question to question
    questions = itertools.count()
    serve(lambda graphs: np.full(len(graphs), 20000 - next(questions) % 2), classes=20001, kind="labels", task="graphs")
elif "--best" in sys.argv:
    def best(graphs):
        all_scores = scores(graphs)
        order = (-all_scores).argsort(axis=1)[:, :2]
        return np.take_along_axis(all_scores, order, axis=1), order

    serve(best, classes=3, top=2, task="graphs")
elif "--growing" in sys.argv:  # probabilities, seven times as large after N questions
    steady = int(sys.argv[sys.argv.index("--growing") + 1])
    questions = 0

    def growing(graphs):
        global questions
        questions += 1
        powers = np.exp(scores(graphs))
        return (7 if questions > steady else 1) * powers / powers.sum(axis=1, keepdims=True)

    serve(growing, kind="probabilities", task="graphs")
else:
    serve(scores, name="messages", task="graphs")
