"""What is printed in the parts of rows: symbols, abilities, and copies of what others show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.abilities import ABILITY_WORDS, printed_ability
from encanta.checking.coercion import fit
from encanta.checking.environment import FOE, READER, ComponentSign, Environment
from encanta.checking.formulas import Leaf, is_error, read
from encanta.checking.model import (
    FLAG,
    INTEGER,
    PLAYER,
    Copying,
    Expr,
    Local,
    Printed,
    Property,
    Row,
)
from encanta.checking.parts import ROW_KEYS, Braces
from encanta.checking.reading import Unreadable, Work
from encanta.checking.scope import Scope
from encanta.checking.tree import scalar
from encanta.checking.types import component_type, describe, optional
from encanta.checking.values import read_formula
from encanta.language import ast
from encanta.text.diagnostic import error
from encanta.text.nearest import nearest
from encanta.text.nodes import Mapping, Scalar
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session


def read_braces(session: Session, work: Work, row: Row, sign: ComponentSign, printed: Braces) -> None:
    """Everything in one pair of braces; kinds of actions are read elsewhere."""
    symbols = {name: p for name, p in sign.properties.items() if p.symbol}
    own = [entry.key.text for entry in printed.node if entry.key.text in ABILITY_WORDS]
    has_ability = any(name != "while" for name in own)
    test = _condition(session, Work() if has_ability else work, sign.name, printed.condition)
    for entry in printed.node:
        name = entry.key.text
        text = scalar(entry.value)
        if name in symbols:
            if text is None:
                work.found.append(error(codes.WRONG_TYPE, f"`{name}` is one formula", entry.value.span))
            else:
                read_printed(session, work, row, symbols[name], printed.part, test, text)
        elif name == "copy":
            if text is not None:
                row.copying.extend(read_copy(session, work, sign.name, printed.part, test, text))
        elif name not in ABILITY_WORDS and name not in session.env.kinds and name not in ROW_KEYS:
            _unknown(session, work, sign, entry.key, printed.part)
    if has_ability:
        words = tuple(e for e in printed.node if e.key.text in ABILITY_WORDS or e.key.text in ROW_KEYS)
        inner = Work()
        node = Mapping(printed.node.span, words)
        row.abilities.append(printed_ability(session, inner, printed, node, sign.name, row.name))
        work.found.extend(inner.found)


def _condition(session: Session, work: Work, component: str, text: Scalar | None) -> Expr | None:
    """What stands under `while`; where it is read for an ability too, its mistakes are reported there."""
    if text is None:
        return None
    return read_formula(Leaf(text, work, session), reader_scope(session.env, component, text.span), FLAG)


def _unknown(session: Session, work: Work, sign: ComponentSign, key: Scalar, part: str | None) -> None:
    known = [*(n for n, p in sign.properties.items() if p.symbol), *ABILITY_WORDS, "copy", *session.env.kinds]
    in_row = part is None or part == sign.parts[0]
    if in_row:
        known += [*sign.properties, *sign.parts, *ROW_KEYS]
    near = nearest(key.text, known)
    help = f"did you mean `{near}`?" if near else f"properties stand under `components: {sign.name}: has`"
    noun = describe(component_type(sign.name), lambda _: ())
    message = f"`{key.text}` is no property of {noun}"
    if not in_row:
        message = f"`{key.text}` is nothing that a part of {noun} can hold"
        help = f"did you mean `{near}`?" if near else "a part holds symbols, abilities and actions"
    Leaf(key, work, session).wrong(codes.UNKNOWN_NAME, message, (0, len(key.text)), help, near)


def read_printed(
    session: Session, work: Work, row: Row, prop: Property, part: str | None, test: Expr | None, text: Scalar
) -> None:
    """A formula printed on a row; `you` is whoever reads it, or whose place it lies in."""
    scope = reader_scope(session.env, prop.component, text.span)
    amount = read_formula(Leaf(text, work, session), scope, INTEGER)
    if not is_error(amount) and not (test is not None and is_error(test)):
        row.printed.setdefault(prop.name, []).append(Printed(part, test, amount, text.span))
    elif prop.name not in row.printed:
        row.printed[prop.name] = []


def reader_scope(env: Environment, component: str, span: Span) -> Scope:
    """Where `you` is a reader, `this` a component, and opponents are known."""
    scope = Scope(Local(PLAYER, span, READER))
    scope.bind("this", Local(component_type(component), span, "this"))
    for name, type in env.foes.items():
        scope.bind(name, Local(type, span, FOE))
    return scope


# ------------------------------------------------------------------------------------------------- copies


def read_copy(
    session: Session, work: Work, component: str, part: str | None, test: Expr | None, text: Scalar
) -> Iterator[Copying]:
    """`copy: top of pile` shows what its active parts show, `copy: PART of top of pile` a part wherever it lies."""
    leaf = Leaf(text, work, session)
    scope = reader_scope(session.env, component, text.span)
    try:
        node: ast.Expr = leaf.tree("formula")
    except Unreadable:
        return
    said: str | None = None
    parts = {part for sign in session.env.components.values() for part in sign.parts}
    if isinstance(node, ast.Property) and isinstance(node.name, ast.Name) and node.name.id in parts:
        said, node = node.name.id, node.of
    target = read(leaf, scope, node)
    if is_error(target):
        return
    kind = target.type.name if target.type.kind in ("component", "place") else None
    want = optional(component_type(kind)) if kind is not None else optional(component_type(component))
    target = fit(leaf, target, want, node)
    if is_error(target):
        return
    if said is not None and said not in session.env.components[target.type.name or ""].parts:
        message = f"`{said}` is no part of {leaf.kind(target)}"
        leaf.wrong(codes.UNKNOWN_NAME, message, (0, len(said)))
        return
    yield Copying(part, said, target, test, text.span)
