"""Makes code of a program's text: each line carries its place in the rulebook; the result is kept between runs."""

from __future__ import annotations

import ast
import hashlib
import marshal
import os
import sys
import tempfile
from pathlib import Path
from types import CodeType

from encanta.compiling.compiler import Compiled
from encanta.resources import cache_folder
from encanta.text.source import Span


def code_of(compiled: Compiled) -> list[CodeType]:
    """The code of a program, one object for each file of the rulebook that it comes from.

    Tracebacks, debuggers and profilers speak of the rulebook's files and lines. Read from the cache where the same
    rulebook was compiled the same way before.
    """
    path = _cache_path(compiled)
    try:
        found: list[CodeType] = marshal.loads(path.read_bytes())
    except (OSError, ValueError, EOFError, TypeError):
        found = _compiled(compiled)
        _keep(found, path)
    return found


def _cache_path(compiled: Compiled) -> Path:
    model = compiled.model
    files = sorted({span.source.name for span in compiled.spans if span is not None})
    parts = (model.fingerprint, model.players, sorted(model.settings.items()), compiled.traced, files, sys.version)
    text = hashlib.sha256(compiled.text.encode()).hexdigest()
    key = hashlib.sha256(repr((parts, text)).encode()).hexdigest()
    return cache_folder() / "programs" / f"{key[:32]}.marshal"


def _keep(code: list[CodeType], path: Path) -> None:
    """Writes the cache in one step; a full or read-only disk does no harm."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(marshal.dumps(code))
        os.replace(file.name, path)
    except OSError:
        return


def _compiled(compiled: Compiled) -> list[CodeType]:
    tree = ast.parse(compiled.text)
    by_file: dict[str, list[ast.stmt]] = {}
    for function in tree.body:
        span = compiled.spans[function.lineno - 1] if function.lineno <= len(compiled.spans) else None
        by_file.setdefault(_file(span), []).append(function)
        _place(function, compiled.spans)
    # Tables of functions stand last and belong to no file: they are run when all functions are there.
    last = by_file.pop("", [])
    parts = [compile(ast.Module(body, []), name, "exec") for name, body in by_file.items()]
    return [*parts, compile(ast.Module(last, []), "<program>", "exec")]


def _file(span: Span | None) -> str:
    return "" if span is None else span.source.name


def _place(function: ast.stmt, spans: list[Span | None]) -> None:
    """Gives every node the line of the rulebook that it was made from."""
    for node in ast.walk(function):
        line = getattr(node, "lineno", None)
        if line is not None and line <= len(spans):
            span = spans[line - 1]
            node.lineno = node.end_lineno = span.line if span is not None else 1  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
