"""Tie-breaks that cannot break any tie: what those who are left all have alike is compared."""

from __future__ import annotations

from collections.abc import Iterator

from encanta.checking import model as m
from encanta.checking.checks import codes
from encanta.checking.checks.shapes import Shapes
from encanta.checking.checks.whole import Whole
from encanta.checking.model.trees import walk
from encanta.text.diagnostic import Diagnostic, Label, warning

_HELP = "compare something else, or leave it out"


def tie_breaks(whole: Whole) -> Iterator[Diagnostic]:
    """What `with most` and `with least` compare in vain, in values and in who wins."""
    formulas = [value.body for value in whole.model.values]
    formulas += [end.winners for end in whole.model.ends if end.winners is not None]
    for formula in formulas:
        yield from whole.memory.once(_idle, formula)


def _idle(formula: m.Expr) -> tuple[Diagnostic, ...]:
    found = (_compared(part) for part in walk(formula) if isinstance(part, m.Extreme))
    return tuple(problem for problem in found if problem is not None)


def _compared(part: m.Extreme) -> Diagnostic | None:
    """What is wrong with what one `with most` compares."""
    shapes = Shapes()
    key = _key(part, shapes)
    said, word = part.key.span, "most" if part.most else "least"
    if all(name != part.local for name, _ in shapes.of(part.key)[1]):
        message = f"`{said.text}` is the same for all of them, so `with {word}` chooses nobody"
        return warning(codes.IDLE_TIE_BREAK, message, said, help="compare something that each of them has")
    for before in _before(part.set):
        if _key(before, shapes) == key:
            message = f"those who are left have the same `{said.text}`, so this breaks no tie"
            labels = (Label(before.key.span, "compared here already"),)
            return warning(codes.IDLE_TIE_BREAK, message, said, labels=labels, help=_HELP)
    return None


def _before(node: m.Expr) -> Iterator[m.Extreme]:
    """What was compared before; a value that stands for a set is looked through."""
    while True:
        if isinstance(node, m.ValueOf) and node.owner is None and not node.args:
            node = node.value.body
        elif isinstance(node, m.Filter):
            node = node.set
        elif isinstance(node, m.Extreme):
            yield node
            node = node.set
        else:
            return


def _key(part: m.Extreme, shapes: Shapes) -> tuple[int, tuple[tuple[str, str | None], ...]]:
    """What is compared, whatever the candidate is called."""
    number, outer = shapes.of(part.key)
    return number, tuple(("" if name == part.local else name, read) for name, read in outer)
