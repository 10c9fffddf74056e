"""Makes a classifier in Python a victim that bora can ask: bo-attack --model 'exec:python3 serve.py'.

    from bora_victim import serve
    serve(lambda images: model(images), classes=10)         # images: float32, n x channels x height x width

`predict` gives n x classes scores; n labels with kind="labels"; with top=5 what torch.topk gives, the scores of the 5
best classes and which these are, n x 5 each. Whatever else it prints goes to standard error.
For graphs: serve(predict, task="graphs"); predict is given a list of dictionaries with "nodes" (a number),
"edges" (int32, e x 2, each edge once), "weights" (float32, e; None), "labels" (int32, nodes; None) and "attributes"
(float32, nodes x a; None).

To attack a model of the program that is running, call bora.attack instead.
"""
import os
import sys

from bora._protocol import Server

# Answers leave by a descriptor of their own, from the import on, so that no print() of a library ends up among them.
_ANSWERS = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
# Flushed after each line, as standard error is; otherwise earlier output would appear after a program's last message.
sys.stdout.reconfigure(line_buffering=True)


def serve(predict, classes=None, kind=None, shape=None, layout=None, name=None, version=None, task="images",
          top=None):
    """Answers until the other side closes. kind: "logits", "probabilities" or "labels"; shape: [channels, height,
    width]; what is left out is found out by asking, but for classes where kind is "labels" or top is given."""
    try:
        server = Server(sys.stdin.buffer, _ANSWERS, predict, task, classes=classes, kind=kind, shape=shape,
                        layout=layout, name=name, version=version, top=top)
    except ValueError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    while server.answer():
        pass
