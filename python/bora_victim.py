"""Serves a Python classifier to bora as a program: bo-attack --model 'exec:python3 serve.py', where serve.py is

    from bora_victim import serve
    serve(lambda images: model(images), classes=10)         # images: float32, n x channels x height x width

predict returns n x classes scores; with kind="labels" n class numbers; with top=5 the pair that torch.topk returns, the
scores of the 5 best classes and their numbers, n x 5 each. Output of print() goes to standard error.

With serve(predict, task="graphs"), predict gets a list of graphs: dictionaries with "nodes" (their number n), "edges"
(int32, e x 2, each edge once), "weights" (float32, e, or None), "labels" (int32, n, or None) and "attributes"
(float32, n x a, or None).

To attack a model of the running Python process, call bora.attack instead.
"""
import os
import sys

from bora._protocol import Server

# From the import on, answers have a separate descriptor and standard output goes to standard error, so that no output
# of a library gets between answers.
_ANSWERS = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
# Standard output is flushed after each line, like standard error, so that lines of both appear in order.
sys.stdout.reconfigure(line_buffering=True)


def serve(predict, classes=None, kind=None, shape=None, layout=None, name=None, version=None, task="images",
          top=None):
    """Answers requests until bora closes the connection.

    kind: "logits", "probabilities" or "labels". shape: [channels, height, width] of an image. layout: "nchw" or "nhwc".
    task: "images" or "graphs". top: number of best classes that predict returns. bora finds out what is left out by
    queries; only `classes` is needed with kind="labels" or with top."""
    try:
        server = Server(sys.stdin.buffer, _ANSWERS, predict, task, classes=classes, kind=kind, shape=shape,
                        layout=layout, name=name, version=version, top=top)
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    while server.answer():
        pass
