"""The exit codes of the program."""

from __future__ import annotations

import os
import sys

FINE = 0
"""Done, and nothing to complain about."""
FINDINGS = 1
"""Done, and something was found: a diagnostic, a failed scenario."""
USAGE = 2
"""The command cannot be understood."""
INTERNAL_ERROR = 3
"""The program itself is at fault."""
INTERRUPTED = 130
"""Ended by Ctrl-C, or by the end of what a person types."""
PIPE_CLOSED = 141
"""Whoever read the output has gone."""


def close_output() -> None:
    """Let the rest of the output go nowhere, since Python flushes once more at its end and nobody reads it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
