"""What happens when the program itself is at fault: a short message, and a file with the details."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence

import encanta


def report_internal_error(problem: BaseException, arguments: Sequence[str]) -> None:
    """Tell the user that the program is at fault, and where the file is that says more."""
    kind = type(problem).__name__
    details = str(problem).partition("\n")[0]
    print(f"error: Encanta itself went wrong ({kind}: {details})", file=sys.stderr)
    text = _details(problem, arguments)
    try:
        path = _write(text)
    except OSError:
        print(text, file=sys.stderr)
    else:
        print(f"help: this is a fault of the program, not of your rulebook; the details are in {path}", file=sys.stderr)


def _details(problem: BaseException, arguments: Sequence[str]) -> str:
    lines = [
        f"encanta {encanta.__version__}",
        f"python {platform.python_version()} on {platform.platform()}",
        f"arguments {list(arguments)!r}",
        "",
        *traceback.format_exception(problem),
    ]
    return "\n".join(lines)


def _write(text: str) -> str:
    handle, path = tempfile.mkstemp(prefix="encanta-report-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
    return path
