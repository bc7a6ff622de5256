"""Diagnostics: one problem each, with a stable code, a message, and the exact place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from encanta.text.codes import CODES
from encanta.text.spans import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that explains the problem, with a few words about it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """The one sensible repair: put `replacement` where the span is."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem. `message` is one lower-case sentence; `help` says what to do about it.

    Raises ValueError for a code that no floor has registered.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None
    labels: tuple[Label, ...] = ()
    help: str | None = None
    fix: Fix | None = None

    def __post_init__(self) -> None:
        if self.code not in CODES:
            raise ValueError(f"the diagnostic code {self.code!r} is not registered")
        if self.severity not in ("error", "warning"):
            raise ValueError(f"a severity is 'error' or 'warning', not {self.severity!r}")

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Orders by file, line, column; then by code and message, so that the order never depends on chance."""
        if self.span is None:
            return "", 0, 0, self.code, self.message
        return self.span.source.name, self.span.line, self.span.column, self.code, self.message


def sort_diagnostics(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics by file, line and column, each only once."""
    return sorted(dict.fromkeys(diagnostics), key=lambda diagnostic: diagnostic.sort_key)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them is an error."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def error(
    code: str,
    message: str,
    span: Span | None,
    *,
    labels: tuple[Label, ...] = (),
    help: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    """A diagnostic of severity error."""
    return Diagnostic(code, "error", message, span, labels, help, fix)


def warning(
    code: str,
    message: str,
    span: Span | None,
    *,
    labels: tuple[Label, ...] = (),
    help: str | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    """A diagnostic of severity warning."""
    return Diagnostic(code, "warning", message, span, labels, help, fix)
