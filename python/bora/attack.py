"""Attacks on classifiers of this process, by bo-attack."""
from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any, Iterator, Sequence

import numpy as np

from ._commands import to_arguments
from ._graphs import Graphs
from ._session import ADDRESS, Session
from ._victims import Images, make_labels, make_predict, refuse_labels
from .run import Run, _check, free_folder, lock_folder, remove_if_unused


def attack(predict: Any, images: Any = None, labels: Any = None, *, eps: float | str | None = None,
           budget: int | None = None, attacks: Sequence[str] | str | None = None, seed: int = 0,
           out: str | os.PathLike[str] | None = None, layout: str | None = None, scores: str | None = None,
           classes: int | None = None, continuous: bool = False, quiet: bool = False, **options: Any) -> Run:
    """Attacks a classifier within an L-infinity bound, counts every query and verifies every adversarial example.

    predict: the classifier: any callable that maps a batch of images to scores (N x classes), a torch module, a
        scikit-learn estimator, or the address of a model as for bo-attack ("m.pt", "m.onnx", "http://...").
        A callable gets images in the form in which they are given here.
    images: N x C x H x W, N x H x W x C or N x H x W; uint8, or floats in [0, 1]. All that are classified correctly
        are attacked. May be left out if predict is an address.
    labels: N class numbers, also as texts such as "7"; for an estimator, N members of its classes_.
    eps: bound, e.g. 8/255 or "8/255"; None: 0.3 for grey images, 8/255 for colour.
    budget: queries for each image and attack; None: the default of bo-attack.
    attacks: names with settings, e.g. ["bo", "square:p=0.1"]; None: the default of bo-attack.
    out: folder of the run; None: the first free of bora-run-1, bora-run-2, ...
    layout: order of the axes, "nchw" or "nhwc", if the shape is ambiguous; without `images`, that of the model.
    scores: "logits", "probabilities" or "labels"; None: detected. "labels": predict returns N class numbers, and
        `classes` states the number of classes; attacks then see only labels.
    continuous: whether adversarial images may leave the 8-bit grid.
    options: any other option of bo-attack, such as fail_if="asr@100 > 0.2", targets="all", threads=1.

    Returns the run, after Ctrl-C an unfinished one that Run.resume() continues. Raises InputError for wrong options,
    ValueError for images or labels in another form, FileExistsError if `out` holds a run or another call writes one
    there, and what predict raises."""
    _refuse_missing(images, options.get("data"))
    if images is not None and "image" in options:
        raise TypeError("image: is for a file, and images are given; to attack one of them, pass images[5:6] and "
                        "labels[5:6]")
    _refuse_set({"model"} | ({"data", "part"} if images is not None else set()), options)
    address = isinstance(predict, (str, os.PathLike))
    function, name, form = None, None, None
    if images is not None:
        form = Images(images, layout, continuous)
        classes_of = make_labels(labels, len(form.values), predict)
        if not address:
            function, name = make_predict(predict, form)
            if form.dtype == np.uint8 and (given := {"input_range", "mean", "std"} & options.keys()):
                raise ValueError(f"{min(given)}: predict gets uint8 images as they are; pass images / 255 for other values")
    elif not address:
        raise TypeError("images: missing")
    folder = _choose_folder(out)
    if attacks is not None:
        options["attack"] = attacks
    options.update(budget=budget, seed=seed, out=folder, quiet=quiet, continuous=continuous, eps=_exact_bound(eps),
                   model=predict if address else ADDRESS)
    path = folder / "python" / "images.npz"
    if form is not None:
        options |= {"data": path, "part": "all", **_choose_all(len(classes_of), options)}
    if address:
        options |= {"scores": scores, "classes": classes, "layout": layout if form is None else None}
    greeting = {"name": name, "kind": scores, "classes": classes}
    with remove_if_unused(folder, made=out is None), _lock_new_run(folder) if form else contextlib.nullcontext():
        if form is not None:
            path.parent.mkdir(exist_ok=True)
            np.savez(path, images=form.channels_last, labels=classes_of, layout=form.layout, dtype=str(form.dtype))
        return _run(folder, options, function, form, greeting)


def _run(folder: Path, options: dict[str, Any], function: Any, form: Images | Graphs | None,
         greeting: dict[str, Any]) -> Run:
    """Runs bo-attack. function: the classifier of this process, None for an address; greeting: facts about it."""
    if greeting["kind"] == "labels":
        options.setdefault("visible", "label")
    elif function is not None:
        function = refuse_labels(function, "graph" if isinstance(form, Graphs) else "image")
    if function is not None:  # Run.resume() needs the greeting
        (folder / "python").mkdir(parents=True, exist_ok=True)
        (folder / "python" / "greeting.json").write_text(json.dumps(greeting), "utf-8")
    task = "graphs" if isinstance(form, Graphs) else "images"
    session = Session("bo-attack", to_arguments(options), function, task, options["quiet"], **greeting)
    _check(session, folder)
    return Run(folder, function, form)


def _exact_bound(eps: float | str | None) -> float | str | None:
    """Returns a bound that is a whole number of grey levels as a fraction, e.g. "8/255" for 0.03137..."""
    if isinstance(eps, (int, float)) and eps > 0 and abs(eps * 255 - round(eps * 255)) < 1e-9 * 255:
        return f"{round(eps * 255)}/255" if round(eps * 255) < 255 else eps
    return eps


def _refuse_missing(images: Any, data: Any) -> None:
    """Raises FileNotFoundError for a missing file of arrays, before a folder is made or a model is loaded; and
    TypeError for an existing one in place of an array."""
    for name, given in {"images": images, "data": data}.items():
        if not isinstance(given, (str, os.PathLike)) or (name == "data" and Path(given).suffix not in (".npy", ".npz")):
            continue
        if not Path(given).exists():
            raise FileNotFoundError(f"{name}={os.fspath(given)!r}: there is no such file")
        if name == "images":
            raise TypeError(f"images={os.fspath(given)!r}: expected an array, as np.load() returns it; data= takes the "
                            "path, if predict is the address of a model")


def _refuse_set(names: set[str], options: dict[str, Any]) -> None:
    """Raises TypeError for options that other arguments set."""
    sources = {"model": "predict", "data": "images", "part": "images"}
    for name in sorted(names & options.keys()):
        raise TypeError(f"{name}: is set by {sources[name]}, leave it out")


def _choose_folder(out: str | os.PathLike[str] | None) -> Path:
    """Returns the folder of a new run. Raises an error if `out` holds a run or is no folder."""
    folder = Path(out) if out is not None else free_folder("bora-run")
    _refuse_run(folder)
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"out: {folder} is not a folder")
    return folder


def _refuse_run(folder: Path) -> None:
    if (folder / "run.sqlite").exists():
        raise FileExistsError(f"{folder}: a run is stored there; "
                              f"bora.Run({str(folder)!r}).resume(predict) continues it")


@contextlib.contextmanager
def _lock_new_run(folder: Path) -> Iterator[None]:
    """Keeps other calls from writing inputs into the folder of a new run, whose command has no lock before its run is
    stored. Raises FileExistsError if another call writes there, or has stored a run since the folder was chosen."""
    with lock_folder(folder):
        _refuse_run(folder)
        yield


def _choose_all(count: int, options: dict[str, Any]) -> dict[str, Any]:
    """Returns the option by which all `count` inputs are attacked; none if `options` choose inputs."""
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
        Geometric (x: one-hot labels or attributes; edge_weight; both directions of each edge), or dictionaries as
        in the docstring of bora_victim. Other attributes are left out, with a warning.
    labels: N class numbers.
    budget_edits: allowed edits as a share of n^2, where n is the number of nodes; None: 0.03.
    options: any other option of bo-attack, such as edit_mode="rewire", hops=2, queries_per_edit=40.

    Other parameters, the result and errors are as for attack()."""
    form = Graphs(graphs)
    classes_of = make_labels(labels, len(form.values))
    folder = _choose_folder(out)
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

    with remove_if_unused(folder, made=out is None), _lock_new_run(folder):
        form.store(folder / "python" / "graphs", classes_of)
        return _run(folder, options, function, form, {"name": name, "kind": scores, "classes": classes})
