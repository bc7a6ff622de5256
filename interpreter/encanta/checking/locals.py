"""Locals of a block: bound by `let`, `choose`, `for each`; unused ones are found here."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking.formulas import Leaf
from encanta.checking.model import Expr, Local, Type
from encanta.checking.scope import Binding, Scope
from encanta.checking.selections import check_local_name
from encanta.checking.types import ERROR
from encanta.language import ast
from encanta.language.grammar import reserved_words


def bind_local(
    leaf: Leaf, scope: Scope, name: str, type: Type, at: ast.At, settable: bool = False, watched: bool = True
) -> str | None:
    """Binds a name in a scope; gives the local's name, which is unlike any other of another type in the declaration.

    None if the name cannot be had; it is bound all the same, so that its uses are not reported too.
    """
    if name in reserved_words():
        message = f"`{name}` is a word of the language"
        leaf.wrong(codes.NAME_HIDES, message, at, "call it something else")
        scope.bind(name, Local(ERROR, leaf.span(at), name), leaf.span(at))
        return None
    if not check_local_name(leaf, scope, name, at):
        scope.bind(name, Local(ERROR, leaf.span(at), name), leaf.span(at))
        return None
    local = name if leaf.work.locals.get(name, type) == type else leaf.work.fresh(name, type)
    leaf.work.locals[local] = type
    span = leaf.span(at)
    binding = scope.bind(name, Local(type, span, local), span, settable=settable, watched=watched)
    leaf.work.bindings.append((name, binding))
    return local


def bind_known(leaf: Leaf, scope: Scope, name: str, expr: Expr, settable: bool = False) -> Binding:
    """Binds what the declaration itself gives: parameters, variables of one run."""
    if isinstance(expr, Local):
        leaf.work.locals[expr.name] = expr.type
    return scope.bind(name, expr, expr.span, settable=settable)


def report_unused(leaf: Leaf) -> None:
    """Warns of locals that nothing uses."""
    for name, binding in leaf.work.bindings:
        if binding.watched and not binding.used and binding.span is not None and binding.expr.type.kind != "error":
            leaf.warn(codes.UNUSED_NAME, f"nothing uses `{name}`", binding.span, "leave it out, or use it")
    leaf.work.bindings.clear()


def lift(scope: Scope, branches: list[Scope]) -> None:
    """After branches of which one certainly ran: what all of them bind alike is bound."""
    if not branches:
        return
    for name, binding in branches[0].names.items():
        others = [b.names.get(name) for b in branches[1:]]
        if all(o is not None and _alike(o.expr, binding.expr) for o in others) and scope.find(name) is None:
            scope.bind(name, binding.expr, binding.span, binding.settable)
            for bound in [binding, *(o for o in others if o is not None)]:
                bound.used = True


def _alike(one: Expr, other: Expr) -> bool:
    return isinstance(one, Local) and isinstance(other, Local) and one.name == other.name and one.type == other.type
