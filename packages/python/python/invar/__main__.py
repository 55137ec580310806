"""`python -m invar ARGUMENTS`: the command."""

import subprocess
import sys

from . import command

sys.exit(subprocess.run([command(), *sys.argv[1:]]).returncode)
