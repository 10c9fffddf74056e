"""The code in docs/how-to/use-from-python.md runs."""
import importlib.util
import re
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "use-from-python.md"
BLOCKS = re.findall(r"<!-- runs -->\n```python\n(.*?)```", GUIDE.read_text(), re.S)


@pytest.mark.parametrize("code", BLOCKS, ids=range(1, len(BLOCKS) + 1))
def test_block_runs(code):
    for module in re.findall(r"^(?:import|from) (\w+)", code, re.M):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed")
    exec(compile(code, str(GUIDE), "exec"), {"__name__": "guide"})


def test_every_block_of_python_is_marked():
    assert len(BLOCKS) == GUIDE.read_text().count("```python") >= 5
