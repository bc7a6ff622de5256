"""Units: variables that are taken, lost and given with verbs of the language itself: `take 2 coins`."""

from __future__ import annotations

from encanta.checking import meaning_codes as codes
from encanta.checking import model
from encanta.checking.coercion import number, player
from encanta.checking.environment import PLAYER as OF_PLAYERS
from encanta.checking.environment import SIDE, VariableSign
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.model import FLAG, INTEGER, PLAYER, Body, Const, Expr, Local, Step, Stmt, Variable
from encanta.checking.scope import Scope
from encanta.language import ast
from encanta.language.words import UNIT_VERBS
from encanta.text.spans import Span

AMOUNT, OTHER = "n", "whom"
"""The parameters of every verb of a unit: how many, and the other player if there is one."""
_PREPOSITIONS = {"take": "from", "give": "to"}


def unit_body(variable: Variable, verb: str, other: bool) -> Body:
    """What a verb does with a unit, as a procedure; `other`: from or to another player."""
    name = f"{verb} {variable.name}" + (f" {_PREPOSITIONS[verb]}" if other else "")
    found = variable.verbs.get(name)
    if found is None:
        parameters = ((AMOUNT, INTEGER), *(((OTHER, PLAYER),) if other else ()))
        step = Step("do", _stmts(variable, verb, other), variable.span)
        found = Body("procedure", name, "", parameters, True, (), (), None, (), (step,), variable.span)
        found.unit = variable
        found.locals = {"you": PLAYER, **dict(parameters)}
        variable.verbs[name] = found
    return found


def verbs_of(variable: Variable, verb: str) -> list[Body]:
    """Everything that can be said with a verb of a unit."""
    ways = {"take": (False, True), "lose": (False,), "give": (True,)}
    return [unit_body(variable, verb, other) for other in ways[verb]]


def _stmts(variable: Variable, verb: str, other: bool) -> model.Stmts:
    """As many as there are change hands; the amount is what was really taken from then on."""
    span = variable.span
    you, whom = Local(PLAYER, span, "you"), Local(PLAYER, span, OTHER)
    loser = you if verb in ("lose", "give") else whom if other else None
    winner = you if verb == "take" else whom if other else None
    amount = _between_nothing_and(_held(variable, loser, span) if loser is not None else None, span)
    found: list[Stmt] = [model.Let(span, AMOUNT, amount)]
    changes: list[Stmt] = []
    if loser is not None:
        changes.append(_changed(variable, loser, "-", span))
    if winner is not None:
        changes.append(_changed(variable, winner, "+", span))
    # What changes hands changes them at once: what this sets off waits for both.
    done: model.Stmts = tuple(changes) if len(changes) == 1 else (model.Cost(span, tuple(changes)),)
    some = model.Compare(FLAG, span, ">", Local(INTEGER, span, AMOUNT), Const(INTEGER, span, 0))
    return (*found, model.If(span, ((some, done),), ()))


def _between_nothing_and(most: Expr | None, span: Span) -> Expr:
    """The amount, not below zero and not above what there is."""
    zero, amount = Const(INTEGER, span, 0), Local(INTEGER, span, AMOUNT)
    if most is not None:
        return _fold("max", zero, _fold("min", amount, most))
    return _fold("max", zero, amount)


def _fold(op: str, one: Expr, other: Expr) -> Expr:
    return model.Fold(INTEGER, one.span, op, model.SetOf(model.list_of(INTEGER), one.span, (one, other)))


def _held(variable: Variable, who: Expr, span: Span) -> Expr:
    return model.Read(INTEGER, span, variable, _owner(variable, who, span))


def _owner(variable: Variable, who: Expr, span: Span) -> Expr:
    return model.SideOf(model.SIDE, span, who) if variable.owner == SIDE else who


def _changed(variable: Variable, who: Expr, op: str, span: Span) -> Stmt:
    value = model.Arith(INTEGER, span, op, _held(variable, who, span), Local(INTEGER, span, AMOUNT))
    return model.SetVar(span, variable, _owner(variable, who, span), value)


# ------------------------------------------------------------------------------------------- sentences


def unit_run(leaf: Leaf, scope: Scope, deed: ast.Deed, who: Expr | None) -> model.Run | None:
    """`take 2 coins`, `give 1 coin to p` as the run of a verb of the language; None after a diagnostic."""
    verb = _verb(leaf, deed)
    if deed.unit is None or deed.amount is None:
        _without_unit(leaf, deed, verb)
        return None
    amount = number(leaf, scope, deed.amount)
    other, right = _other(leaf, scope, deed, verb)
    sign = leaf.env.units[deed.unit]
    if who is None:
        leaf.wrong(codes.NO_DOER, "nobody acts here who could do this", deed, "say who: `p takes 1 ...`")
    counted = sign.type.kind == "integer" and sign.owner in (OF_PLAYERS, SIDE)
    if who is None or not right or is_error(amount) or not counted:
        return None
    body = unit_body(leaf.session.variable(sign), verb, other is not None)
    return model.Run(leaf.span(deed), body, who, (amount, *([other] if other is not None else [])))


def is_unit_verb(leaf: Leaf, verb: str) -> bool:
    """Whether a verb is one of the language itself in this rulebook."""
    return bool(leaf.env.units) and leaf.env.vocabulary.inflected.get(verb, verb) in UNIT_VERBS


def _verb(leaf: Leaf, deed: ast.Deed) -> str:
    return leaf.env.vocabulary.inflected.get(deed.verb, deed.verb)


def _other(leaf: Leaf, scope: Scope, deed: ast.Deed, verb: str) -> tuple[Expr | None, bool]:
    """The other player, and whether everything that was said belongs there."""
    other: Expr | None = None
    right = True
    for preposition, node in deed.args:
        if preposition != _PREPOSITIONS.get(verb) or other is not None:
            message = f"`{verb}` is not said with `{preposition}` here"
            leaf.wrong(codes.WRONG_ARGUMENTS, message, node, f"it is said {_said(leaf, verb)}")
            right = False
            continue
        other = player(leaf, scope, node)
        right = right and not is_error(other)
    if verb == "give" and other is None and right:
        help = f"it is said {_said(leaf, verb)}"
        leaf.wrong(codes.WRONG_ARGUMENTS, "`give` is said without `to ...`", deed.verb_at, help)
        right = False
    return other, right


def _without_unit(leaf: Leaf, deed: ast.Deed, verb: str) -> None:
    message = f"`{verb}` is said without a unit"
    leaf.wrong(codes.WRONG_ARGUMENTS, message, deed.verb_at, f"it is said {_said(leaf, verb)}")


def _said(leaf: Leaf, verb: str) -> str:
    unit: VariableSign = next(iter(leaf.env.units.values()))
    forms = {
        "take": f"`take 2 {unit.name}` or `take 2 {unit.name} from p`",
        "lose": f"`lose 2 {unit.name}`",
        "give": f"`give 2 {unit.name} to p`",
    }
    return forms[verb]
