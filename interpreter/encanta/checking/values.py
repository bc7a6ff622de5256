"""Reading declared values and variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking import meaning_codes as codes
from encanta.checking.coercion import fit
from encanta.checking.environment import FOE, GAME, PLAYER, READER, SIDE, Parameter, ValueSign, VariableSign
from encanta.checking.formulas import Leaf, is_error, read_text
from encanta.checking.items import Item
from encanta.checking.locals import bind_known
from encanta.checking.model import FLAG, INTEGER, Expr, Local, Type, Value, Variable
from encanta.checking.model import PLAYER as PLAYER_TYPE
from encanta.checking.model import SIDE as SIDE_TYPE
from encanta.checking.model.trees import walk
from encanta.checking.reading import Unreadable, Work, warn_of_constant
from encanta.checking.scope import Scope
from encanta.checking.tree import several, text_under, under
from encanta.checking.triggers import read_trigger
from encanta.checking.types import component_type
from encanta.language import ast
from encanta.language.grammar import reserved_words
from encanta.language.parser import Vocabulary
from encanta.text.nearest import nearest
from encanta.text.nodes import Scalar
from encanta.text.spans import Span

if TYPE_CHECKING:
    from encanta.checking.session import Session


def owner_scope(leaf: Leaf, owner: str, span: Span) -> Scope:
    """The scope of a text that belongs to the game, a player, a side, or a component (which is `it`)."""
    if owner in (PLAYER, SIDE):
        type = PLAYER_TYPE if owner == PLAYER else SIDE_TYPE
        leaf.work.locals["you"] = type
        return Scope(Local(type, span, "you"))
    if owner == GAME:
        return Scope()
    it = Local(component_type(owner), span, "it")
    leaf.work.locals["it"] = it.type
    scope = Scope().looking_at(it)
    scope.bind("this", it)
    return scope


def bind_parameters(leaf: Leaf, scope: Scope, parameters: tuple[Parameter, ...], key: Scalar, start: str) -> None:
    """Makes the parameters of a header or a signature known; one that hides something declared is reported."""
    header = Leaf(key, leaf.work, leaf.session)
    try:
        head: ast.Header = header.parse(start, Vocabulary())
    except Unreadable:
        return
    for said, parameter in zip(head.parameters, parameters, strict=True):
        _check_hiding(header, said, parameter)
        span = header.span(said.name_at)
        bind_known(leaf, scope, parameter.name, Local(parameter.type, span, parameter.name))


def _check_hiding(leaf: Leaf, said: ast.Parameter, parameter: Parameter) -> None:
    name = parameter.name
    if name in reserved_words() and name != "it":
        leaf.wrong(codes.NAME_HIDES, f"`{name}` is a word of the language", said.name_at, "call it something else")
        return
    hides = bool(leaf.env.owners(name)) or name in leaf.env.options
    if said.type is not None:
        hides = leaf.env.is_declared(name)
    if hides:
        message = f"`{name}` is the name of something declared already"
        leaf.wrong(codes.NAME_HIDES, message, said.name_at, "call it something else")


def read_value(session: Session, item: Item, work: Work) -> Value | None:
    """A declared value with its formula and its type."""
    sign = session.env.thing(item.key[1], item.key[2])
    formula = text_under(item.entry.value, "is", "is")
    if not isinstance(sign, ValueSign) or formula is None:
        return None
    leaf = Leaf(formula, work, session)
    scope = owner_scope(leaf, sign.owner, sign.span)
    if scope.you is None and sign.owner in session.env.components:
        scope.you = Local(PLAYER_TYPE, sign.span, READER)
    bind_parameters(leaf, scope, sign.parameters, item.entry.key, "signature")
    if sign.foe is not None:
        scope.bind(sign.foe.name, Local(sign.foe.type, sign.span, FOE))
    body, node = read_text(leaf, scope)
    if body.type.kind == "nothing" and node is not None:
        leaf.wrong(codes.WRONG_TYPE, f"`{sign.name}` is always nothing", node, "say what else it can be")
    if is_error(body) or body.type.kind == "nothing":
        return None
    if body.type.kind == FLAG.kind and node is not None:
        warn_of_constant(leaf, node)
    owner = None if sign.owner == GAME else sign.owner
    value = Value(sign.name, owner, _parameters(sign, body), body.type, body, sign.span)
    _bounds(session, item, work, scope, value)
    _gains(session, item, work, sign, value)
    return value


def _bounds(session: Session, item: Item, work: Work, scope: Scope, value: Value) -> None:
    """`at least`, `at most`: looked at after everything that changes the value."""
    texts = {key: text_under(item.entry.value, key) for key in ("at least", "at most")}
    read = {
        key: read_formula(Leaf(text, work, session), scope, INTEGER)
        for key, text in texts.items()
        if text is not None and _is_number(Leaf(text, work, session), value, key)
    }
    value.least, value.most = (None if e is None or is_error(e) else e for e in map(read.get, texts))


def _is_number(leaf: Leaf, value: Value, key: str) -> bool:
    if value.type.kind == "integer":
        return True
    message = f"`{value.name}` is no number, so it has no `{key}`"
    leaf.wrong(codes.WRONG_TYPE, message, (0, len(leaf.scalar.text)), "leave it out")
    return False


def _gains(session: Session, item: Item, work: Work, sign: ValueSign, value: Value) -> None:
    """`gains last`: a phase with whose end everything that was gained is gone."""
    text = text_under(item.entry.value, "gains last")
    if text is None:
        return
    leaf, whole = Leaf(text, work, session), (0, len(text.text))
    if sign.gained is None:
        message = f"`{sign.name}` belongs to each `{sign.owner}`, and only players, sides and the game gain something"
        leaf.wrong(codes.WRONG_TYPE, message, whole, "declare it under `values: player`")
    elif _is_number(leaf, value, "gains last") and text.text not in session.phases():
        near = nearest(text.text, session.phases())
        help = f"did you mean `{near}`?" if near else "say a phase: `gains last: turn`"
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no phase `{text.text}`", whole, help, near)
    elif value.type.kind == "integer":
        value.gained = sign.gained.made


def _parameters(sign: ValueSign, body: Expr) -> tuple[tuple[str, Type], ...]:
    """The parameters with those that nobody writes: an opponent, and who reads the value of a component."""
    found = [(p.name, p.type) for p in sign.parameters]
    if sign.foe is not None:
        found.append((FOE, sign.foe.type))
    if any(isinstance(part, Local) and part.name == READER for part in walk(body)):
        found.append((READER, PLAYER_TYPE))
    return tuple(found)


def read_formula(leaf: Leaf, scope: Scope, want: Type) -> Expr:
    """A whole text as a value of a type."""
    expr, node = read_text(leaf, scope, want)
    if node is None:
        return expr
    if want.kind == FLAG.kind and not is_error(expr):
        warn_of_constant(leaf, node)
    return fit(leaf, expr, want, node)


# ---------------------------------------------------------------------------------------------- variables


def fill_variable(session: Session, item: Item, work: Work) -> Variable | None:
    """Reads where a variable starts, when it starts anew, and what makes a latch yes."""
    sign = session.env.thing(item.key[1], item.key[2])
    if not isinstance(sign, VariableSign):
        return None
    variable = session.variable(sign)
    node = item.entry.value
    start = text_under(node, "start")
    if start is not None:
        leaf = Leaf(start, work, session)
        variable.start = read_formula(leaf, owner_scope(leaf, sign.owner, sign.span), sign.type)
    for leaf_node in several(under(node, "reset")):
        _reset(Leaf(leaf_node, work, session), variable)
    latch = text_under(node, "becomes yes when")
    if latch is not None:
        _latch(Leaf(latch, work, session), sign, variable)
    return variable


def _reset(leaf: Leaf, variable: Variable) -> None:
    """`reset: PHASE`, `reset: leaving PLACE`."""
    text = leaf.scalar.text
    leaving = text.startswith("leaving ")
    name = text.removeprefix("leaving ").strip()
    start = text.index(name) if name else 0
    known = list(leaf.env.places) if leaving else leaf.session.phases()
    if name not in known:
        near = nearest(name, known)
        what = "place" if leaving else "phase"
        help = f"did you mean `{near}`?" if near else "say `reset: PHASE` or `reset: leaving PLACE`"
        leaf.wrong(codes.UNKNOWN_NAME, f"there is no {what} `{name}`", (start, start + len(name)), help, near)
    elif leaving and variable.owner in (None, PLAYER, SIDE):
        leaf.wrong(codes.WRONG_TYPE, "only variables of components are dropped on leaving a place", (0, len(text)))
    elif leaving:
        variable.leaving = (*variable.leaving, name)
    else:
        variable.reset = name


def _latch(leaf: Leaf, sign: VariableSign, variable: Variable) -> None:
    if sign.type.kind not in (FLAG.kind, "error"):
        message = f"`{sign.name}` is no flag, so nothing makes it yes"
        leaf.wrong(codes.WRONG_TYPE, message, (0, len(leaf.scalar.text)), "give it the type `flag`")
        return
    heard = read_trigger(leaf, owner_scope(leaf, sign.owner, sign.span))
    if heard is not None:
        variable.latch = heard.trigger
