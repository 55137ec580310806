"""Invar, an optimizing compiler mid-end for WebAssembly: the command that comes with this package, called from Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any, NamedTuple, Sequence, Union

__all__ = ["InvarError", "Optimized", "command", "optimize"]


class InvarError(Exception):
    """Why a module was not optimized. `is_usage` says whether an option is at fault, and not the module."""

    def __init__(self, message: str, is_usage: bool = False):
        super().__init__(message)
        self.is_usage = is_usage


class Optimized(NamedTuple):
    """The optimized module, and what was done: the fields that `invar opt --stats=json` prints."""

    wasm: bytes
    report: dict[str, Any]


def command() -> str:
    """The path of the command `invar`: that of this package, or one on PATH. FileNotFoundError if there is none."""
    name = "invar.exe" if os.name == "nt" else "invar"
    folders = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
    user_scheme = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else f"{os.name}_user"
    if user_scheme in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", user_scheme))
    # `pip install --target FOLDER` puts commands into FOLDER/bin.
    folders.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin"))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    found = shutil.which("invar")
    if found is None:
        raise FileNotFoundError(f"there is no command {name} in {', '.join(folders)}, nor on PATH")
    return found


def optimize(module: Union[bytes, bytearray, memoryview, str], level: str = "O2", *, args: Sequence[str] = ()) -> Optimized:
    """Optimizes a module.

    `module` is a module or a component, or a text (.wat). `level` is O0 to O4, Os or Oz, and `args` are further options of
    `invar opt`. Raises InvarError if the module is invalid or an option is not known. Starts a process, which uses all
    cores; its files are in a folder for temporary files, and removed.
    """
    content = module.encode() if isinstance(module, str) else bytes(module)
    with tempfile.TemporaryDirectory(prefix="invar-") as folder:
        out, report = (os.path.join(folder, name) for name in ("out.wasm", "report.json"))
        words = [command(), "opt", "-", "-o", out, "--quiet", "--stats-file", report, f"-{level.lstrip('-')}", *args]
        done = subprocess.run(words, input=content, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise InvarError(done.stderr.decode(errors="replace").strip(), is_usage=done.returncode == 2)
        with open(out, "rb") as wasm, open(report, encoding="utf-8") as said:
            return Optimized(wasm.read(), json.load(said))
