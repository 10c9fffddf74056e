"""A run of bo-attack: its figures, its adversarial examples and its report, read from its folder."""
from __future__ import annotations

import contextlib
import csv
import fcntl
import html
import itertools
import json
import os
import re
import shutil
import sqlite3
import tempfile
import webbrowser
from pathlib import Path
from typing import Any, Callable, Iterator, NamedTuple

import numpy as np

from ._commands import Error, call, raise_error, to_arguments
from ._graphs import Graphs
from ._progress import in_notebook
from ._session import ADDRESS, Session
from ._victims import Images, make_predict, refuse_labels


# Exit codes of bo-report after it has printed figures: 1 if examples did not pass verification, 4 if a condition holds.
_WITH_FIGURES = (0, 1, 4)


def _percent(share: float) -> str:
    """Returns a share in percent. Rounding makes no other share 0.0% or 100.0%, so that rare cases stay visible."""
    if 1e-9 < share < 0.0005:
        return "< 0.1%"
    if 0.9995 <= share < 1 - 1e-9:
        return "> 99.9%"
    return f"{share:.1%}"


class Estimate(NamedTuple):
    """A share in [0, 1] with its 95% interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{_percent(self.value)} [{self.low:.1%}, {self.high:.1%}]"


class Table:
    """Rows of results as dictionaries, shown as a table in notebooks."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, key: int | str) -> Any:
        """Returns a row by its number, or a column by its name."""
        return [row[key] for row in self.rows] if isinstance(key, str) else self.rows[key]

    def to_pandas(self) -> Any:
        import pandas

        return pandas.DataFrame(self.rows)

    def to_pandas_if_installed(self) -> Any:
        try:
            return self.to_pandas()
        except ImportError:
            return self

    def _repr_html_(self) -> str:
        if not self.rows:
            return "<p>no rows</p>"
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.rows[0])
        body = "".join("<tr>" + "".join(f"<td>{html.escape(str(value))}</td>" for value in row.values()) + "</tr>"
                       for row in self.rows)
        return f"<table><tr>{head}</tr>{body}</table>"


def _typed(text: str) -> Any:
    """Returns a cell of a CSV file as int, float, str, or None if it is empty. Names such as 007, 1_000 or inf stay
    texts."""
    if re.fullmatch(r"-?(0|[1-9]\d*)", text):
        return int(text)
    if re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?", text):
        return float(text)
    return text or None


def read_table(path: Path) -> Table:
    """Returns a CSV file as a table; numbers are converted, empty cells are None."""
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        return Table([{name: _typed(value) for name, value in row.items()} for row in csv.DictReader(file)])


def open_database(folder: Path) -> sqlite3.Connection:
    """Opens the database of the run in `folder` for reading."""
    return sqlite3.connect((folder / "run.sqlite").resolve().as_uri() + "?mode=ro", uri=True)


def free_folder(name: str) -> Path:
    """Makes and returns the first of name-1, name-2, ... that does not exist, also if several processes call this at the
    same time."""
    for number in itertools.count(1):
        with contextlib.suppress(FileExistsError):
            Path(f"{name}-{number}").mkdir()
            return Path(f"{name}-{number}")
    raise AssertionError  # unreachable


@contextlib.contextmanager
def remove_if_unused(folder: Path, made: bool) -> Iterator[None]:
    """If the body raises, removes a folder that free_folder() has `made`, unless a run or another file is in it. The
    inputs of a call, in its folder python, are removed with it."""
    try:
        yield
    except BaseException:
        if made:
            if not (folder / "run.sqlite").exists():
                shutil.rmtree(folder / "python", ignore_errors=True)
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


@contextlib.contextmanager
def lock_folder(folder: Path, wait: bool = False) -> Iterator[None]:
    """Makes the folder and locks it, also against other threads. Unless told to wait, raises FileExistsError if it is
    locked. The kernel removes the lock when this process ends."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            text = f"{folder}: another call is writing a run there; choose another folder by out="
            raise FileExistsError(text) from None
        except OSError:
            pass  # a network file system without such locks, on which commands refuse to write runs
        yield
    finally:
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)  # a process that predict has forked may hold the descriptor open
        os.close(descriptor)


def show_report(page: Path, show: bool) -> Path:
    """Returns `page`, the path of a report, and opens it in the notebook or in a browser if `show`."""
    if show and in_notebook():
        from IPython.display import display

        content = html.escape(page.read_text("utf-8"), quote=True)
        frame = f"<iframe srcdoc='{content}' width='100%' height='600'></iframe>"
        display({"text/html": frame, "text/plain": str(page)}, raw=True)
    elif show:
        webbrowser.open(page.resolve().as_uri())
    return page


class Run:
    """A run stored in a folder by bo-attack or bora.attack.

    folder: path of the run. predict, form: classifier of this process and form of its inputs, which bora.attack sets;
    Run(folder) leaves them out."""

    def __init__(self, folder: str | Path, predict: Callable[[Any], Any] | None = None,
                 form: Images | Graphs | None = None) -> None:
        self.folder = Path(folder)
        if not (self.folder / "run.sqlite").exists():
            raise FileNotFoundError(f"{self.folder}: no run is stored there (run.sqlite is missing)")
        self._predict, self._form = predict, form

    @property
    def summary(self) -> dict[str, Any]:
        """The content of summary.json (docs/reference/run-files.md)."""
        return json.loads(self._report_file("summary.json").read_text("utf-8"))

    @property
    def complete(self) -> bool:
        """True if every attack has ended; otherwise resume() continues the run."""
        return self.summary["progress"]["complete"]

    @property
    def attacks(self) -> list[str]:
        """The attacks, as in the report."""
        return [entry["attack"] for entry in self.summary["attacks"]]

    @property
    def results(self) -> Any:
        """One row for each attack on each input: a pandas DataFrame where pandas is installed, else a Table."""
        return read_table(self._report_file("results.csv")).to_pandas_if_installed()

    def success_rate(self, queries: int | None = None, attack: str | None = None) -> Estimate:
        """Returns the share of instances on which an attack succeeds within a number of queries.

        queries: None for the whole budget. attack: None for the first. Raises ValueError for an attack that did not
        run, for queries below 1 or above the budget, if no input was attacked, and if no instance of an unfinished run
        got that far yet."""
        threat = self.summary["threat"]
        budget = threat.get("budget") or threat["largest_budget"]
        queries = budget if queries is None else queries
        if not 1 <= queries <= budget:
            raise ValueError(f"queries={queries}: expected 1 to {budget}, the budget")
        attack = attack or self.attacks[0]
        if attack not in self.attacks:
            raise ValueError(f"attack={attack!r}: expected one of {', '.join(self.attacks)}")
        with tempfile.TemporaryDirectory() as folder:
            text = call("bo-report", "show", str(self.folder), "--json", f"--points={queries}", f"--out={folder}",
                        accepted=_WITH_FIGURES)
        entry = next(entry for entry in json.loads(text)["attacks"] if entry["attack"] == attack)
        point = next(point for point in entry["success"] if point["queries"] == queries)
        if point["rate"] is None:
            inputs = self.summary.get("graphs" if self.summary["task"] == "graphs" else "images", {})
            if inputs.get("attacked") == 0:
                reasons = ", ".join(f"{count} {reason}" for reason, count in inputs["skipped"].items())
                raise ValueError("success_rate: no input was attacked" + (f": {reasons}" if reasons else ""))
            raise ValueError(f"queries={queries}: no instance has had so many queries yet; resume() the run")
        return Estimate(point["rate"], *point["interval"])

    def adversarial(self, index: int) -> Any:
        """Returns the adversarial input of row `index` of the results; None if that attack failed.

        Inputs have the form of those that were given to bora.attack in this session. For a stored run, images are
        float32 or uint8, channels x height x width, and graphs are dictionaries in node-link form."""
        return self._content(index, "SELECT content FROM adversarials WHERE instance = ?")

    def original(self, index: int) -> Any:
        """Returns the input that row `index` of the results attacked, in the form of adversarial()."""
        return self._content(index, "SELECT content FROM inputs WHERE id = (SELECT input FROM instances WHERE id = ?)")

    def _content(self, index: int, query: str) -> Any:
        with contextlib.closing(open_database(self.folder)) as database:
            ids = [row[0] for row in database.execute("SELECT id FROM instances ORDER BY id")]
            facts = dict(database.execute("SELECT key, value FROM run"))
            row = database.execute(query, (ids[index],)).fetchone()
        if row is None or row[0] is None:
            return None
        if facts["task"] != "images":
            stored = json.loads(row[0])
            return self._form.from_json(stored) if isinstance(self._form, Graphs) else stored
        shape = [int(facts[side]) for side in ("channels", "height", "width")]
        floats = len(row[0]) == 4 * int(np.prod(shape))
        image = np.frombuffer(row[0], "<f4" if floats else np.uint8).reshape(shape).copy()
        if self._form is None:
            return image
        return self._form.from_protocol((image if floats else image.astype(np.float32) / np.float32(255))[None])[0]

    def resume(self, predict: Any = None, quiet: bool = False, **options: Any) -> Run:
        """Continues an unfinished run with its stored options.

        predict: the classifier; needed (else ValueError) if bora.attack attacked a callable in another session.
        options: options of bo-attack that may change on --resume."""
        task = "graphs" if (self.folder / "python" / "graphs").exists() else "images"
        images = self.folder / "python" / "images.npz"
        if task == "images" and images.parent.exists() and not images.exists():
            raise FileNotFoundError(f"{images}: is missing; the run cannot be resumed without its images")
        if predict is not None:
            self._take(predict, task)
        stored = self.folder / "python" / "greeting.json"
        greeting = json.loads(stored.read_text("utf-8")) if stored.exists() else {}
        if self._predict is None and stored.exists():
            raise ValueError(f"{self.folder}: a callable was attacked; resume(predict) needs it")
        if predict is not None and greeting.get("kind") != "labels":
            self._predict = refuse_labels(self._predict, task.removesuffix("s"))
        session = Session("bo-attack", ["--resume", f"--out={self.folder}", *to_arguments(options)], self._predict, task,
                          quiet, **greeting)
        _check(session, self.folder)
        return self

    def _take(self, predict: Any, task: str) -> None:
        """Makes `predict` the classifier that resume() queries, with inputs in the form that was stored."""
        if isinstance(predict, (str, Path)):
            raise TypeError("resume: expected the callable that was attacked; leave it out for a model with an address")
        stored = self.folder / "python" / "images.npz"
        if self._form is None and task == "images" and stored.exists():
            with np.load(stored) as file:
                self._form = Images.stored(file)
        if task == "images" and self._form is None or task == "graphs" and not isinstance(self._form, Graphs):
            raise ValueError(f"{self.folder}: the form of its inputs is not known; resume the Run that the attack returned")
        if isinstance(self._form, Graphs):
            form = self._form
            self._predict = lambda given: predict(form.from_protocol(given))
        else:
            self._predict, _ = make_predict(predict, self._form)

    def report(self, show: bool = True) -> Path:
        """Returns the path of the HTML report and, if `show`, opens it in the notebook or in a browser."""
        return show_report(self._report_file("report.html"), show)

    def _report_file(self, name: str) -> Path:
        """Returns the path of a file of the report. A run whose process was killed has none; it is written then."""
        path = self.folder / name
        if not path.exists():
            call("bo-report", "show", str(self.folder), accepted=_WITH_FIGURES)
        return path

    def __str__(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            text = call("bo-report", "show", str(self.folder), f"--out={folder}", accepted=_WITH_FIGURES)
        return text.replace(f"report: {folder}/", f"report: {self.folder}/")

    def __repr__(self) -> str:
        summary = self.summary
        latest = [(entry["attack"], [point for point in entry["success"] if point["rate"] is not None][-1:])
                  for entry in summary["attacks"]]
        figures = ", ".join(f"{attack} {_percent(point['rate'])} within {point['queries']}" for attack, points in latest
                            for point in points)
        state = "complete" if summary["progress"]["complete"] else "unfinished"
        warnings = "".join(f"; warning: {text}" for text in summary["warnings"])
        warnings += "".join(f"; failed check: {check['text']}" for check in summary["checks"] if check["status"] == "fail")
        return f"<bora.Run {str(self.folder)!r}: {figures or 'no attack has ended'}; {state}{warnings}>"

    def _repr_html_(self) -> str:
        rows = []
        for entry in self.summary["attacks"]:
            for point in entry["success"]:
                share = "not known yet" if point["rate"] is None else str(Estimate(point["rate"], *point["interval"]))
                rows.append({"attack": entry["attack"], "queries": point["queries"], "success": share})
        return f"<p>{html.escape(repr(self))}</p>{Table(rows)._repr_html_()}"


def _check(session: Session, folder: Path) -> None:
    """Raises the error of a command that wrote no report. Other exit codes are visible in the run's figures."""
    summary = folder / "summary.json"
    if session.exit_code in (0, 4, 130) or (session.exit_code in (1, 3) and summary.exists()):
        # Some warnings follow from the results. The command prints them in its summary only.
        session.report_end(json.loads(summary.read_text("utf-8"))["warnings"] if summary.exists() else ())
        return
    if session.interrupted:  # before the run had begun
        raise KeyboardInterrupt
    messages, given = session.messages, "data"
    for name, stored in {"images": "images.npz", "graphs": "graphs"}.items():
        path = folder / "python" / stored
        if path.exists():
            # The user knows the arguments, not the files and the address that stand for them.
            messages, given = messages.replace(f"--data: {path}: ", "--data: "), name
    graph = re.escape(str(folder / "python" / "graphs")) + r"/graph0*(\d+)\.json: "
    messages = re.sub(r"(?:--data: )?" + graph, lambda found: f"--data: number {found[1]}: ", messages)
    messages = messages.replace(f"--model: {ADDRESS}: ", "--model: ").replace(ADDRESS, "predict")
    raise_error("bo-attack", session.exit_code, messages, {"data": given})


__all__ = ["Error", "Estimate", "Run", "Table"]
