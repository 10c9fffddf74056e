#!/usr/bin/env python3
"""tools/fuzz counts an input that libFuzzer stored as a finding, and no interrupted libFuzzer. The fuzzer is a stub here."""
import importlib.machinery
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
TOOL = Path(__file__).resolve().parents[2] / "tools" / "fuzz"
STATS = "echo 'stat::number_of_executed_units: 1000' >&2"
ENDS = {
    "finding": f"echo 'Test unit written to {{0}}/x' >&2; {STATS}; exit 77",
    "killed-finding": f"echo 'Test unit written to {{0}}/x' >&2; {STATS}; kill -KILL $$",
    "interrupted": f"{STATS}; exit 72",
    "killed": "kill -KILL $$",
    "hung up": "kill -HUP $$",
    "waits": f'trap "{STATS}; exit 72" TERM; touch {{0}}/begun; while :; do sleep 0.02; done',
}


def load(folder):
    """Returns tools/fuzz as a module whose libFuzzer ends as the name of the reader in ENDS says."""
    loader = importlib.machinery.SourceFileLoader("fuzz", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("fuzz", loader))
    loader.exec_module(module)
    module.BUILD, module.build = folder, lambda: None
    (folder / "bin").mkdir(exist_ok=True)
    cases = "".join(f"'{name}') {end.format(folder)} ;;\n" for name, end in ENDS.items())
    (folder / "bin" / "fuzz_readers").write_text(f'#!/bin/bash\ncase "$BORA_READER" in\n{cases}esac\n')
    (folder / "bin" / "fuzz_readers").chmod(0o700)
    return module


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tool = load(folder)
        for reader, expected in (("finding", (5, False)), ("killed-finding", (5, False)), ("interrupted", (0, True)),
                                 ("killed", (0, True)), ("hung up", (0, True))):
            assert tool.fuzz(reader, 10_000, 1000, 1) == expected, reader
        for sent in (signal.SIGTERM, signal.SIGINT):  # to tools/fuzz alone: the fuzzer ends, too
            (folder / "begun").unlink(missing_ok=True)
            child = os.fork()
            if child == 0:
                signal.signal(signal.SIGINT, signal.default_int_handler)
                sys.argv = ["fuzz"]
                tool.Path.glob = lambda *_: [Path("waits.cc"), Path("z.cc")]
                os._exit(tool.main())
            while not (folder / "begun").exists():
                time.sleep(0.01)
            os.kill(child, sent)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130, sent
            left = subprocess.run(["pgrep", "-f", str(folder / "bin")], stdout=subprocess.DEVNULL, check=False)
            assert left.returncode != 0, "libFuzzer still runs"


if __name__ == "__main__":
    main()
