"""Windows that need never close: somebody can take the same action in them again and again."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking import model as m
from encanta.checking.checks import codes
from encanta.checking.checks.whole import Whole
from encanta.checking.model.trees import walk
from encanta.text.diagnostic import Diagnostic, Label, warning

_HELP = "give the action a limit (`limit: once per {window}`), or let it require or cost something"
_LEAVING = (m.EndPhase, m.EndGame)


def windows_open(whole: Whole) -> Iterator[Diagnostic]:
    """The actions of windows that nothing ever keeps anybody from taking."""
    for window in whole.model.windows:
        for body in window.offers:
            if whole.memory.once(_always, body):
                message = f"`{body.name}` can be taken again and again, so `{window.name}` need never close"
                labels = (Label(window.span, "offered here"),)
                help = _HELP.format(window=window.name)
                yield warning(codes.ENDLESS_WINDOW, message, body.span, labels=labels, help=help)


def _always(body: m.Body) -> bool:
    """Whether an action can be taken at any time, as often as anybody likes, and leaves where it was taken."""
    if body.limit is not None or body.requires or body.choices:
        return False
    stmts = (stmt for step in body.steps for stmt in step.stmts)
    return not any(isinstance(node, _LEAVING) for stmt in stmts for node in walk(stmt))
