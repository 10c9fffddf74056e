"""Makes a classifier in Python a victim that bora can ask: bo-attack --model 'exec:python3 serve.py'.

    from bora_victim import serve
    serve(lambda images: model(images), classes=10)         # images: float32, n x channels x height x width

`predict` gives n x classes scores; n labels with kind="labels"; with top=5 what torch.topk gives, the scores of the 5
best classes and which these are, n x 5 each. Whatever else it prints goes to standard error.
For graphs: serve(predict, task="graphs"); predict is given a list of dictionaries with "nodes" (a number),
"edges" (int32, e x 2, each edge once), "weights" (float32, e; None), "labels" (int32, nodes; None) and "attributes"
(float32, nodes x a; None).
"""
import json
import os
import sys

import numpy as np

PROTOCOL = 1

# Answers leave by a descriptor of their own, from the import on, so that no print() of a library ends up among them.
_ANSWERS = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
# Line by line as standard error is, or what was printed before would come after what a program says when it ends.
sys.stdout.reconfigure(line_buffering=True)


def _exactly(stream, size):
    data = stream.read(size)
    if len(data) != size:
        raise EOFError
    return data


def _graphs(header, body):
    graphs, at = [], 0

    def take(dtype, rows, columns):
        nonlocal at
        count = rows * columns
        values = np.frombuffer(body, dtype, count, at).reshape(rows, columns)
        at += values.nbytes
        return values

    for nodes, edges in zip(header["nodes"], header["edges"]):
        graphs.append({"nodes": nodes, "edges": take("<i4", edges, 2),
                       "weights": take("<f4", edges, 1)[:, 0] if header["weights"] else None,
                       "labels": take("<i4", nodes, 1)[:, 0] if header["labels"] else None,
                       "attributes": take("<f4", nodes, header["attributes"]) if header["attributes"] else None})
    return graphs


def serve(predict, classes=None, kind=None, shape=None, layout=None, name=None, version=None, task="images",
          top=None):
    """Answers until the other side closes. kind: "logits", "probabilities" or "labels"; shape: [channels, height,
    width]; what is left out is found out by asking, but for classes where kind is "labels" or top is given."""
    questions = sys.stdin.buffer
    greeting = json.loads(questions.readline())
    if greeting.get("task") != task:
        print(f"asked about {greeting.get('task')}, this victim classifies {task}", file=sys.stderr)
        sys.exit(2)
    shape = shape or greeting.get("shape")
    said = {"bora": PROTOCOL, "name": name, "version": version, "kind": kind, "classes": classes, "layout": layout,
            "top": top, "shape": shape if task == "images" else None}

    def answer(header, body=b""):
        _ANSWERS.write(json.dumps(header).encode() + b"\n" + body)
        _ANSWERS.flush()

    answer({key: value for key, value in said.items() if value is not None})
    while line := questions.readline():
        header = json.loads(line)
        body = _exactly(questions, header["bytes"])
        try:
            if task == "graphs":
                inputs = _graphs(header, body)
            else:
                sides = shape if layout != "nhwc" else [*shape[1:], shape[0]]
                inputs = np.frombuffer(body, "<f4").reshape(header["rows"], *sides).copy()
            given = predict(inputs)
            parts = [np.asarray(getattr(part, "detach", lambda: part)(), dtype="<f4") for part in (given if top else [given])]
            for part in parts:
                if part.shape[:1] != (len(inputs),) and not (len(inputs) == 1 and part.ndim < 2):
                    raise ValueError(f"predict gave {part.shape} for {len(inputs)} inputs, expected a row for each")
                if sum(side != 1 for side in part.shape[1:]) > 1:  # n x classes x 1 x 1 is as good as n x classes
                    raise ValueError(f"predict gave {part.shape}, expected {len(inputs)} x classes")
            scores = np.concatenate([part.reshape(len(inputs), -1) for part in parts], axis=1)
        except Exception as error:  # the model's own words, for whoever runs the attack
            answer({"id": header["id"], "error": f"{type(error).__name__}: {error}"})
            continue
        answer({"id": header["id"], "rows": scores.shape[0], "columns": scores.shape[1]}, scores.tobytes())
