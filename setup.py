"""Puts the commands into the Python package: those in $BORA_BIN, else those of build/release, which is built if needed."""
import os
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools below 70
    from wheel.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parent
COMMANDS = ["bo-attack", "bo-train", "bo-report", "bo-opt", "bo-nas", "bo-assess"]


class BuildWithCommands(build_py):
    def run(self):
        super().run()
        if self.editable_mode:  # an editable package finds the commands of the checkout
            return
        built = Path(os.environ.get("BORA_BIN", ROOT / "build" / "release" / "bin"))
        if "BORA_BIN" not in os.environ and not all((built / name).exists() for name in COMMANDS):
            subprocess.check_call([str(ROOT / "tools" / "build"), "release", *COMMANDS])
        target = Path(self.build_lib) / "bora" / "bin"
        target.mkdir(parents=True, exist_ok=True)
        for name in COMMANDS:
            shutil.copy2(built / name, target / name)


class PlatformWheel(bdist_wheel):
    """Wheel for this platform and every version of Python 3."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithCommands(Distribution):
    """Distribution that is not pure Python, since it contains programs."""

    def has_ext_modules(self):
        return True


# The build folder is one of those that git ignores.
(ROOT / "build" / "python").mkdir(parents=True, exist_ok=True)
setup(distclass=WithCommands, cmdclass={"build_py": BuildWithCommands, "bdist_wheel": PlatformWheel},
      options={"build": {"build_base": "build/python"}, "egg_info": {"egg_base": "build/python"}})
