"""One call of a command that queries a function of this process."""
from __future__ import annotations

import os
import selectors
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any, Callable, Iterable

from ._commands import find_command, name_arguments, warn_user
from ._progress import Progress
from ._protocol import Server

# Address of a function of this process. It is the same in every session, so that runs can be resumed.
ADDRESS = "exec:bora-callable"

# Program that the command starts by this address: sends its standard input and output to this process, which answers
# on them, and waits until this process closes the connection.
_HAND_OVER = """import os, socket
s = socket.socket(socket.AF_UNIX)
s.connect(os.environ["BORA_CALLABLE"])
socket.send_fds(s, [b"x"], [0, 1])
os.close(0)
os.close(1)
s.recv(1)"""


def _find_temporary_folder() -> str:
    """Returns a folder for temporary sockets and programs.

    The path of a socket has at most 108 bytes, and a colon in that of a program would split PATH. Programs cannot be
    started on file systems that are mounted with noexec."""
    usual = tempfile.gettempdir()
    for folder in (usual, "/tmp", "/var/tmp", "/dev/shm"):
        fits = len(os.fsencode(folder)) < 80 and ":" not in folder and os.access(folder, os.W_OK | os.X_OK)
        if fits and not os.statvfs(folder).f_flag & os.ST_NOEXEC:
            return folder
    return usual


class Connection:
    """The pipes of one started bora-callable, and the server that answers on them.

    Raises EOFError if bora-callable ended before it sent them."""

    def __init__(self, link: socket.socket, make_server: Callable[[Any, Any], Server] | None = None) -> None:
        self.link = link
        try:
            _, descriptors, _, _ = socket.recv_fds(link, 1, 2)
        except ConnectionError:
            descriptors = []
        if len(descriptors) < 2:
            link.close()
            raise EOFError("bora-callable has ended")
        self.questions, self.answers = os.fdopen(descriptors[0], "rb"), os.fdopen(descriptors[1], "wb")
        self._make_server, self._server = make_server, None

    def answer(self) -> bool:
        """Answers the greeting or the next request. Returns False if the other side has closed the connection."""
        try:
            if self._server is None:
                assert self._make_server is not None
                self._server = self._make_server(self.questions, self.answers)
                return True
            return self._server.answer()
        except (EOFError, BrokenPipeError, ValueError):
            return False

    def close(self) -> None:
        for end in (self.questions, self.answers, self.link):
            try:
                end.close()
            except OSError:
                pass


class Session:
    """Runs a command and answers its requests in the calling thread.

    An exception of predict interrupts the command like Ctrl-C, so that the run can be resumed, and is raised after the
    command has ended. The first Ctrl-C interrupts the command, too, and sets `interrupted`; the second kills it. A call
    of predict that still runs after an interrupted command has ended is ended by a SIGINT to the calling thread.

    Each warning of the command becomes a UserWarning of the calling thread at once, also if `quiet`. One that a filter
    turns into an exception has the effect of an exception of predict."""

    def __init__(self, command: str, arguments: list[str], predict: Callable[[Any], Any] | None, task: str = "images",
                 quiet: bool = False, **greeting: Any) -> None:
        self.output, self.messages, self.exit_code, self.interrupted = "", "", 0, False
        self._predict, self._task, self._greeting = predict, task, greeting
        self._failure: Exception | None = None
        self._stopped = False
        self._predicting = False
        self._connections: dict[int, Connection] = {}
        self._command = command
        self._warnings: deque[str] = deque()  # not issued yet
        self._warned: set[str] = set()
        self._leaving = threading.Lock()  # guards _predicting, so that SIGINT is sent only while predict runs
        with (tempfile.TemporaryDirectory(prefix="bora-", dir=_find_temporary_folder()) as folder,
              socket.socket(socket.AF_UNIX) as listener):
            listener.bind(f"{folder}/socket")
            listener.listen()
            self._run([find_command(command), *arguments], Path(folder), listener, quiet)
        if self._failure is not None:
            raise self._failure

    def _run(self, argv: list[str], folder: Path, listener: socket.socket, quiet: bool) -> None:
        callable_ = folder / "bora-callable"
        callable_.write_bytes(os.fsencode(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -SEc '{_HAND_OVER}'\n"))
        callable_.chmod(0o700)
        environment = {**os.environ, "BORA_CALLABLE": f"{folder}/socket",
                       "PATH": f"{folder}:{os.environ.get('PATH', '')}"}
        self._warning_read, warning_write = os.pipe()

        def keep_warning(text: str) -> None:
            self._warnings.append(text)
            os.write(warning_write, b"x")

        progress = Progress(quiet, keep_warning, self._command + ": ")
        self._progress, self._quiet = progress, quiet
        # The command runs in a new process session, so that Ctrl-C reaches only this process, which forwards it.
        self._process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                         stderr=progress.descriptor, encoding="utf-8", errors="replace",
                                         env=environment, start_new_session=True)
        ended_read, ended_write = os.pipe()
        asking = threading.get_ident()

        def collect() -> None:
            with self._process.stdout as output:
                self.output = output.read()
            self._process.wait()
            with self._leaving:
                if self.interrupted and self._predicting:
                    signal.pthread_kill(asking, signal.SIGINT)
            os.write(ended_write, b"x")  # closing is not enough: a process forked by predict may hold the pipe open
            os.close(ended_write)

        threads = [threading.Thread(target=target, daemon=True) for target in (collect, progress.follow)]
        for thread in threads:
            thread.start()
        try:
            while True:
                try:
                    self._serve(listener, ended_read)
                    break
                except KeyboardInterrupt:
                    self.interrupted = True
                    if self._process.poll() is None:
                        self._stop()
        finally:
            if self._process.poll() is None:
                self._process.kill()
            for thread in threads:
                thread.join()
            for end in (ended_read, self._warning_read, warning_write):
                os.close(end)
            for connection in self._connections.values():
                connection.close()
        self.messages, self.exit_code = progress.text, self._process.returncode
        self._issue_warnings()

    def _issue_warnings(self) -> None:
        """Issues the warnings that have arrived, each text once in a session."""
        while self._warnings:
            text = self._warnings.popleft()
            if text in self._warned:
                continue
            self._warned.add(text)
            try:
                warn_user(name_arguments(self._command, text.replace(ADDRESS, "predict")))
            except Warning as error:
                self._failure = self._failure or error
                if not self._stopped and self._process.poll() is None:
                    self._stop()

    def report_end(self, warnings: Iterable[str] = ()) -> None:
        """Issues those of the `warnings` of the results that the command has not printed. Says why the command ended
        early although it wrote its results: a warning if something failed (exit codes 1 and 3), else a line on the
        terminal."""
        self._warnings.extend(warnings)
        for text in self._progress.ends:
            if self.exit_code in (1, 3):
                self._warnings.append(text)
            elif not self._quiet:
                self._progress.show_line(f"{self._command}: {text}")
        self._issue_warnings()
        if self._failure is not None:
            raise self._failure

    def _take_warnings(self) -> None:
        """Issues the warnings that the pipe has announced."""
        os.read(self._warning_read, 4096)
        self._issue_warnings()

    def _stop(self) -> None:
        """Interrupts the command. Raises KeyboardInterrupt if it was interrupted before."""
        if self._stopped:
            raise KeyboardInterrupt
        self._stopped = True
        self._process.send_signal(signal.SIGINT)

    def _call(self, inputs: Any) -> Any:
        assert self._predict is not None
        while True:
            try:
                with self._leaving:
                    self._predicting = True
                try:
                    return self._predict(inputs)
                finally:
                    with self._leaving:
                        self._predicting = False
            except KeyboardInterrupt:  # predict is called again, since the command waits for this answer before it ends
                self.interrupted = True
                if self._process.poll() is not None:
                    raise EOFError("the command has ended") from None
                self._stop()
            except Exception as error:
                if self._failure is None:
                    self._failure = error
                    if not self._stopped:
                        self._stop()
                raise

    def _accept(self, accepted: socket.socket, selector: selectors.BaseSelector) -> None:
        """Takes a connection of a started bora-callable. Raises EOFError if it has ended."""
        connection = Connection(accepted, lambda questions, answers: Server(
            questions, answers, self._call, self._task, **self._greeting))
        self._connections[connection.questions.fileno()] = connection
        selector.register(connection.questions, selectors.EVENT_READ, connection)

    def _serve(self, listener: socket.socket, ended: int) -> None:
        with selectors.DefaultSelector() as selector:
            for end in (listener, ended, self._warning_read):
                selector.register(end, selectors.EVENT_READ)
            for connection in self._connections.values():
                selector.register(connection.questions, selectors.EVENT_READ, connection)
            while True:
                for key, _ in selector.select():
                    if key.fileobj == ended:
                        return
                    if key.fileobj == self._warning_read:
                        self._take_warnings()
                    elif key.fileobj is listener:
                        with suppress(EOFError):
                            self._accept(listener.accept()[0], selector)
                    elif not key.data.answer():
                        selector.unregister(key.data.questions)
                        self._connections.pop(key.fd)
                        key.data.close()
