"""The victim's side of the process protocol, version 1 (docs/reference/protocol.md): answers bo-attack's requests."""
from __future__ import annotations

import json
from typing import Any, BinaryIO, Callable

import numpy as np

VERSION = 1


def take_exactly(stream: BinaryIO, size: int) -> bytes:
    """Returns the next `size` bytes. Raises EOFError if the stream ends before."""
    data = stream.read(size)
    if len(data) != size:
        raise EOFError
    return data


def decode_graphs(header: dict[str, Any], body: bytes) -> list[dict[str, Any]]:
    """Returns the graphs of a request: dictionaries with "nodes" (their number n), "edges" (int32, e x 2, each edge
    once), "weights" (float32, e, or None), "labels" (int32, n, or None) and "attributes" (float32, n x a, or None)."""
    graphs, at = [], 0

    def take(dtype: str, rows: int, columns: int) -> np.ndarray:
        nonlocal at
        values = np.frombuffer(body, dtype, rows * columns, at).reshape(rows, columns)
        at += values.nbytes
        return values

    for nodes, edges in zip(header["nodes"], header["edges"]):
        graphs.append({"nodes": nodes, "edges": take("<i4", edges, 2),
                       "weights": take("<f4", edges, 1)[:, 0] if header["weights"] else None,
                       "labels": take("<i4", nodes, 1)[:, 0] if header["labels"] else None,
                       "attributes": take("<f4", nodes, header["attributes"]) if header["attributes"] else None})
    return graphs


def encode_scores(given: Any, count: int, top: int | None = None) -> np.ndarray:
    """Returns the result of a classifier for `count` inputs as float32, count x columns.

    given: array or tensor of count x classes scores or of count labels; with `top`, the pair of the best scores and
    their classes. Raises ValueError if it has another shape, TypeError if it is no array, e.g. a tuple of outputs."""
    parts = [to_floats(part) for part in (given if top else [given])]
    for part in parts:
        if part.shape[:1] != (count,) and not (count == 1 and part.ndim < 2):
            raise ValueError(f"predict gave {part.shape} for {count} inputs, expected a row for each")
        if sum(side != 1 for side in part.shape[1:]) > 1:  # n x classes x 1 x 1 is accepted as n x classes
            raise ValueError(f"predict gave {part.shape}, expected {count} x classes")
    return np.concatenate([part.reshape(count, -1) for part in parts], axis=1)


def to_floats(part: Any) -> np.ndarray:
    """Returns an array or tensor as float32. Raises TypeError, which names the type, for anything else."""
    if part is None:
        raise TypeError("predict returned None, expected N x classes scores")
    try:
        if not hasattr(part, "detach") and np.equal(np.asarray(part), None).any():  # numpy would convert it to NaN
            raise TypeError("None among the scores")
        return np.asarray(part.detach().float().cpu() if hasattr(part, "detach") else part, dtype="<f4")
    except (TypeError, ValueError, RuntimeError) as error:
        kind = f"a {type(part).__name__}"
        if hasattr(part, "keys"):
            kind += f" of {', '.join(map(str, part.keys()))}"
        elif isinstance(part, (tuple, list)):
            kind += f" of {len(part)}"
        raise TypeError(f"predict returned {kind}, expected N x classes scores: an array, a tensor or rows of "
                        "numbers; of several outputs return the scores alone") from error


class Server:
    """Answers the requests of one connection.

    predict: gets images (float32, n x channels x height x width) or a list of graphs, and returns scores.
    greeting: facts about the model: name, version, kind, classes, layout, top, shape; None: not stated. Raises
    ValueError if the other side expects another task."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO, predict: Callable[[Any], Any], task: str = "images",
                 **greeting: Any) -> None:
        self._questions, self._answers, self._predict, self._task = questions, answers, predict, task
        self._top = greeting.get("top")
        asked = json.loads(questions.readline())
        if asked.get("task") != task:
            raise ValueError(f"asked about {asked.get('task')}, this victim classifies {task}")
        shape = greeting.get("shape") or asked.get("shape")
        greeting["shape"] = shape if task == "images" else None
        self._sides = shape if greeting.get("layout") != "nhwc" or not shape else [*shape[1:], shape[0]]
        self._send({"bora": VERSION, **{key: value for key, value in greeting.items() if value is not None}})

    def _send(self, header: dict[str, Any], body: bytes = b"") -> None:
        self._answers.write(json.dumps(header).encode() + b"\n" + body)
        self._answers.flush()

    def answer(self) -> bool:
        """Answers the next request, with an error message if predict raises. Returns False at the end of requests."""
        line = self._questions.readline()
        if not line:
            return False
        header = json.loads(line)
        body = take_exactly(self._questions, header["bytes"])
        try:
            if self._task == "graphs":
                inputs: Any = decode_graphs(header, body)
            else:
                inputs = np.frombuffer(body, "<f4").reshape(header["rows"], *self._sides).copy()
            scores = encode_scores(self._predict(inputs), header["rows"], self._top)
        except Exception as error:  # bo-attack shows the message of the model
            self._send({"id": header["id"], "error": f"{type(error).__name__}: {error}"})
            return True
        self._send({"id": header["id"], "rows": scores.shape[0], "columns": scores.shape[1]}, scores.tobytes())
        return True
