"""Attacks on classifiers of this process, by bo-attack."""
from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Sequence

import numpy as np

from ._commands import to_arguments
from ._graphs import Graphs
from ._session import ADDRESS, Session
from ._victims import Images, make_labels, make_predict, refuse_labels
from .run import Run, _check, free_folder


def attack(predict: Any, images: Any = None, labels: Any = None, *, eps: float | str | None = None,
           budget: int | None = None, attacks: Sequence[str] | str | None = None, seed: int = 0,
           out: str | os.PathLike[str] | None = None, layout: str | None = None, scores: str | None = None,
           classes: int | None = None, continuous: bool = False, quiet: bool = False, **options: Any) -> Run:
    """Attacks a classifier within an L-infinity bound, counts every query and verifies every adversarial example.

    predict: the classifier: any callable that maps a batch of images to scores (N x classes), a torch module, an
        estimator of scikit-learn, or the address of a model as bo-attack takes it ("m.pt", "m.onnx", "http://...").
        A callable gets images in the form in which they are given here.
    images: N x C x H x W, N x H x W x C or N x H x W; uint8, or floats in [0, 1]. All that are classified correctly
        are attacked.
    labels: N class numbers; of an estimator, N of its classes_ (the run numbers them by their position there).
    eps: bound, e.g. 8/255 or "8/255"; None: 0.3 for grey images, 8/255 for colour.
    budget: queries for each image and attack. attacks: names with settings, as ["bo", "square:p=0.1"].
    out: folder of the run; None: the first free of bora-run-1, bora-run-2, ...
    layout: order of the axes, "nchw" or "nhwc", where the shape does not tell.
    scores: "logits", "probabilities" or "labels"; None: found out. "labels": predict returns N classes, and `classes`
        is their number; attacks then see labels alone.
    continuous: True lets an attack change values by any floats, off the 8-bit grid of the images.
    options: any other option of bo-attack, as fail_if="asr@100 > 0.2", targets="all", threads=1.

    Returns the run. Ctrl-C keeps what was done and returns it; Run.resume() continues. Raises InputError for wrong
    options, ValueError for images or labels of another form, and what predict raises."""
    folder = _prepare(out)
    if attacks is not None:
        options["attack"] = attacks
    options.update(budget=budget, seed=seed, out=folder, quiet=quiet, continuous=continuous, eps=_exact_bound(eps))
    address = isinstance(predict, (str, os.PathLike))
    if images is None:
        if not address:
            raise TypeError("images: missing")
        form, function, name = None, None, None
    else:
        form = Images(images, layout, continuous)
        classes_of = make_labels(labels, len(form.values), predict)
        path = folder / "python" / "images.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, images=form.channels_last, labels=classes_of, layout=form.layout, dtype=str(form.dtype))
        options |= {"data": path, "part": "all", **_choose_all(len(classes_of), options)}
        function, name = (None, None) if address else make_predict(predict, form)
    if scores == "labels":
        options.setdefault("visible", "label")
    elif function is not None:
        function = refuse_labels(function)
    options["model"] = predict if address else ADDRESS
    if address:
        options |= {"scores": scores, "classes": classes}
    greeting = {"name": name, "kind": scores, "classes": classes}
    _store_greeting(folder, greeting, function)
    session = Session("bo-attack", to_arguments(options), function, quiet=quiet, **greeting)
    _check(session, folder)
    return Run(folder, function, form)


def _exact_bound(eps: float | str | None) -> float | str | None:
    """Returns a bound of whole grey levels as bo-attack names it: 8/255 for 0.03137..."""
    if isinstance(eps, (int, float)) and eps > 0 and abs(eps * 255 - round(eps * 255)) < 1e-9 * 255:
        return f"{round(eps * 255)}/255" if round(eps * 255) < 255 else eps
    return eps


def _prepare(out: str | os.PathLike[str] | None) -> Path:
    folder = Path(out) if out is not None else free_folder("bora-run")
    if (folder / "run.sqlite").exists():
        raise FileExistsError(f"{folder}: a run is stored there; bora.Run({str(folder)!r}).resume(predict) continues it")
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"out: {folder} is not a folder")
    return folder


def _store_greeting(folder: Path, greeting: dict[str, Any], function: Any) -> None:
    """Stores what is stated about a callable, which Run.resume() states again."""
    if function is not None:
        (folder / "python").mkdir(parents=True, exist_ok=True)
        (folder / "python" / "greeting.json").write_text(json.dumps(greeting))


def _choose_all(count: int, options: dict[str, Any]) -> dict[str, Any]:
    """Returns the option that attacks all inputs, unless the caller chose some."""
    chosen = {"images", "graphs", "range", "stretch", "skip"} & options.keys()  # stretch: former name of range
    return {} if chosen else {"range": f"0-{count - 1}"}


def attack_graphs(predict: Any, graphs: Sequence[Any], labels: Any, *, budget_edits: float | None = None,
                  attacks: Sequence[str] | str | None = None, seed: int = 0,
                  out: str | os.PathLike[str] | None = None, scores: str | None = None, classes: int | None = None,
                  quiet: bool = False, **options: Any) -> Run:
    """Attacks a classifier of graphs by edits of edges.

    predict: maps a list of graphs, in the form in which they are given here, to scores (N x classes); or the address
        of a model.
    graphs: networkx graphs (node attributes "label" and "attributes", edge attribute "weight"), Data of PyTorch
        Geometric (x: one-hot labels or attributes; edge_weight; both directions of each edge; edge_attr is left out),
        or dictionaries as bora_victim.serve describes them.
    labels: N class numbers.
    budget_edits: allowed edits as a share of n^2; None: 0.03. options: any other option of bo-attack, as
        edit_mode="rewire", hops=2, queries_per_edit=40.

    Otherwise as attack()."""
    folder = _prepare(out)
    form = Graphs(graphs)
    form.store(folder / "python" / "graphs", make_labels(labels, len(form.values)))
    options |= {"task": "graph", "data": folder / "python" / "graphs", "part": "all", "budget_edits": budget_edits,
                "attack": attacks, "seed": seed, "out": folder, "quiet": quiet,
                **_choose_all(len(form.values), options)}
    if isinstance(predict, (str, os.PathLike)):
        function, name = None, None
        options |= {"model": predict, "scores": scores, "classes": classes}
    else:
        name = getattr(predict, "__qualname__", type(predict).__name__)
        options["model"] = ADDRESS

        def function(given: Any) -> Any:
            return predict(form.from_protocol(given))

    if scores == "labels":
        options.setdefault("visible", "label")
    elif function is not None:
        function = refuse_labels(function)
    greeting = {"name": name, "kind": scores, "classes": classes}
    _store_greeting(folder, greeting, function)
    session = Session("bo-attack", to_arguments(options), function, "graphs", quiet, **greeting)
    _check(session, folder)
    return Run(folder, function, form)
