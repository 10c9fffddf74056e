"""Display of a command's progress: text in a terminal, a bar in a notebook."""
from __future__ import annotations

import html
import os
import re
import sys
from typing import Any, Callable

_PROGRESS = re.compile(r"^\s*(\d+)%\s+(.*)")
_WARNING = "warning: "


def in_notebook() -> bool:
    """Returns whether this code runs in a Jupyter kernel."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return hasattr(shell, "kernel")


class Progress:
    """Shows the standard error of a command, and keeps it without progress lines as `text`. Warnings and
    the reason of an early end are not shown.

    quiet: whether nothing is shown. on_warning: gets the text of each warning, in the thread of follow(). end: how the
    lines begin that say why the command ends early; they are kept without this as `ends`.
    descriptor: standard error for the command. It is a pseudo-terminal if progress is shown in a terminal or a
    notebook, so that the command reports often; else a pipe."""

    def __init__(self, quiet: bool, on_warning: Callable[[str], None], end: str) -> None:
        self.text = ""
        self.ends: list[str] = []
        self._on_warning, self._end = on_warning, end
        self._quiet, self._line, self._handle = quiet, "", None
        self._notebook = not quiet and in_notebook()
        self._terminal = not quiet and not self._notebook and sys.stderr.isatty()
        self._read, self.descriptor = os.openpty() if self._notebook or self._terminal else os.pipe()

    def follow(self) -> None:
        """Reads and shows the output until the command closes its standard error. To be run in a separate thread."""
        os.close(self.descriptor)
        while True:
            try:
                data = os.read(self._read, 65536)
            except OSError:  # a pseudo-terminal reports its end as an error
                break
            if not data:
                break
            self._take(data.decode(errors="replace"))
        os.close(self._read)
        if self._terminal and self._line:
            sys.stderr.write("\n")
        if self._handle is not None:
            self._show(100, "done")

    def _take(self, data: str) -> None:
        for piece in re.split(r"(\r\n|\r|\n)", data):
            if piece in ("\r\n", "\r", "\n"):
                self._end_line()
            else:
                self._line += piece.replace("\033[K", "")
        match = _PROGRESS.match(self._line)
        if match and (self._terminal or self._notebook):
            self._show(int(match[1]), match[2])

    def _end_line(self) -> None:
        line, self._line = self._line, ""
        match = _PROGRESS.match(line)
        if match:
            if self._quiet:
                return
            if self._terminal or self._notebook:
                self._show(int(match[1]), match[2])
                return
        if not line:
            return
        self.text += line + "\n"
        if line.startswith(_WARNING):
            self._on_warning(line.removeprefix(_WARNING))
        elif line.startswith(self._end):
            self.ends.append(line.removeprefix(self._end))
        elif not self._quiet:
            self.show_line(line)

    def show_line(self, line: str) -> None:
        # Not on standard error in notebooks, which show it in red like an error.
        stream = sys.stdout if self._notebook else sys.stderr
        stream.write(("\r\033[K" if self._terminal else "") + line + "\n")
        stream.flush()

    def _show(self, percent: int, text: str) -> None:
        if self._terminal:
            sys.stderr.write(f"\r\033[K{percent:3d}%  {text}")
            sys.stderr.flush()
            return
        from IPython.display import HTML, display

        bar: Any = HTML(f"<progress value='{percent}' max='100'></progress> {percent}% {html.escape(text)}")
        if self._handle is None:
            self._handle = display(bar, display_id=True)
        else:
            self._handle.update(bar)
