"""The entry point: runs a command and turns however it ends into an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from encanta_cli import exits

# Nothing heavy is imported up here, so that Ctrl-C while the program is still loading is caught below.


def run() -> None:
    """Run the command that the program was started with, and exit the process."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a `?` instead of an error.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    sys.exit(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` (without the name of the program) ask for. Returns the exit code."""
    try:
        code = _command_code(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except BrokenPipeError:
        exits.close_output()
        return exits.PIPE_CLOSED
    except Exception as problem:
        from encanta_cli.report import report_internal_error

        report_internal_error(problem, arguments)
        return exits.INTERNAL_ERROR
    return code


def _command_code(arguments: Sequence[str]) -> int:
    from encanta_cli.group import program

    try:
        program()(args=list(arguments), prog_name="encanta")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else exits.FINE if end.code is None else exits.FINDINGS
    return exits.FINE
