"""Statements from trees."""

from __future__ import annotations

from typing import Any

from lark import Token

from encanta.language import ast
from encanta.language.build.trees import all_of, at_of, build, form, named


@form("block", "suite")
def _block(t: Any) -> ast.Block:
    body: list[ast.Stmt] = []
    for child in t.children:
        if not isinstance(child, Token):
            body.extend(_line(child))
    return ast.Block(at_of(t), tuple(body))


def _line(t: Any) -> tuple[ast.Stmt, ...]:
    return all_of(t.children) if t.data == "steps" else (build(t),)


@form("arrow")
def _arrow(t: Any) -> ast.Arrow:
    return ast.Arrow(at_of(t), _line(t.children[0]), _line(t.children[1]))


@form("when_true")
def _when_true(t: Any) -> ast.WhenTrue:
    return ast.WhenTrue(at_of(t), build(t.children[0]), build(t.children[1]))


@form("move_to")
def _move(t: Any) -> ast.Move:
    what, to, face, variable, value = t.children
    return ast.Move(
        at_of(t),
        build(what),
        build(to),
        str(face.children[0]).split()[-1] if face is not None else None,
        str(variable) if variable is not None else None,
        build(value),
        at_of(variable) if variable is not None else None,
    )


@form("gather")
def _gather(t: Any) -> ast.Gather:
    return ast.Gather(at_of(t), build(t.children[0]), build(t.children[1]))


@form("shuffle")
def _shuffle(t: Any) -> ast.Shuffle:
    return ast.Shuffle(at_of(t), build(t.children[0]))


@form("deal")
def _deal(t: Any) -> ast.Deal:
    count, source, place = t.children
    return ast.Deal(at_of(t), build(count), build(source), str(place), at_of(place))


@form("swap")
def _swap(t: Any) -> ast.Swap:
    return ast.Swap(at_of(t), build(t.children[0]), build(t.children[1]))


@form("reveal")
def _reveal(t: Any) -> ast.Reveal:
    return ast.Reveal(at_of(t), build(t.children[0]), build(t.children[1]))


@form("look_at")
def _look_at(t: Any) -> ast.LookAt:
    return ast.LookAt(at_of(t), build(t.children[0]))


@form("refill")
def _refill(t: Any) -> ast.Refill:
    return ast.Refill(at_of(t), build(t.children[0]))


@form("slide")
def _slide(t: Any) -> ast.Slide:
    return ast.Slide(at_of(t), build(t.children[0]))


@form("choose")
def _choose(t: Any) -> ast.Choose:
    quantity, name, source, such = t.children
    return ast.Choose(at_of(t), None, build(quantity), str(name), build(source), build(such), at_of(name))


@form("chooses")
def _chooses(t: Any) -> ast.Choose:
    subject, quantity, name, source, such = t.children
    return ast.Choose(at_of(t), _subject(subject), build(quantity), str(name), build(source), build(such), at_of(name))


@form("exactly", "up_to", "at_least", "between", "any_number")
def _quantity(t: Any) -> ast.Quantity:
    values = [build(c) for c in t.children]
    kind = t.data.replace("_", " ")
    low = values[0] if kind in ("exactly", "at least", "between") else None
    high = {"exactly": 0, "up to": 0, "between": 1}.get(kind)
    return ast.Quantity(at_of(t), kind, low, values[high] if high is not None else None)


@form("let", "let_random")
def _let(t: Any) -> ast.Let:
    name, value = t.children
    return ast.Let(at_of(t), str(name), build(value), t.data == "let_random", at_of(name))


@form("set_to", "set_random")
def _set(t: Any) -> ast.SetTo:
    return ast.SetTo(at_of(t), build(t.children[0]), build(t.children[1]), t.data == "set_random")


@form("gain")
def _gain(t: Any) -> ast.Gain:
    target, op, amount = t.children
    return ast.Gain(at_of(t), build(target), str(op.children[0]), build(amount))


@form("do")
def _do(t: Any) -> ast.Do:
    return ast.Do(at_of(t), tuple(named(c) for c in t.children))


@form("do_effect")
def _do_effect(t: Any) -> ast.DoEffect:
    member = build(t.children[2]) if t.children[2] is not None else None
    return ast.DoEffect(at_of(t), str(t.children[0]), build(t.children[1]), at_of(t.children[0]), member)


@form("offer")
def _offer(t: Any) -> ast.Offer:
    how, *names = t.children
    return ast.Offer(at_of(t), " ".join(str(how.children[0]).split()), tuple(named(c) for c in names))


@form("open_window")
def _open(t: Any) -> ast.Open:
    name, who = t.children
    return ast.Open(at_of(t), str(name), build(who), at_of(name))


@form("play_trick")
def _play(t: Any) -> ast.Play:
    name, order, winner = t.children
    winner_at = at_of(winner) if winner is not None else None
    winner_name = str(winner) if winner is not None else None
    return ast.Play(at_of(t), str(name), build(order.children[0]), winner_name, at_of(name), winner_at)


@form("pay")
def _pay(t: Any) -> ast.Pay:
    named = build(t.children[0])
    if isinstance(named, ast.Call):
        return ast.Pay(at_of(t), named.name, named.args, named.name_at)
    return ast.Pay(at_of(t), named.id, (), named.at)


@form("tally")
def _tally(t: Any) -> ast.Tally:
    return ast.Tally(at_of(t), *named(t.children[0]))


@form("end_game")
def _end_game(t: Any) -> ast.EndGame:
    return ast.EndGame(at_of(t))


@form("end_phase")
def _end_phase(t: Any) -> ast.EndPhase:
    return ast.EndPhase(at_of(t), *named(t.children[0]))


@form("stop")
def _stop(t: Any) -> ast.Stop:
    return ast.Stop(at_of(t), *named(t.children[0]))


@form("until")
def _until(t: Any) -> ast.Until:
    return ast.Until(at_of(t), build(t.children[0]))


def _subject(t: Any) -> ast.Subject:
    kinds = {
        "each_one": "each", "each_other": "each other", "another": "another", "any_one": "any",
        "everyone": "all", "everyone_else": "all other",
    }  # fmt: skip
    kind = kinds.get(t.data)
    return ast.Subject(at_of(t), "one", build(t)) if kind is None else ast.Subject(at_of(t), kind, None)


def _deeds(tokens: Any) -> tuple[ast.Deed, ...]:
    found = []
    for verb, arguments in zip(tokens[::2], tokens[1::2], strict=True):
        amount, *rest = arguments.children
        pairs = zip(rest[::2], rest[1::2], strict=True)
        args = tuple((str(prep.children[0]), build(value)) for prep, value in pairs)
        found.append(_deed(verb, amount, args))
    return tuple(found)


def _deed(verb: Token, amount: Any, args: tuple[tuple[str, ast.Expr], ...]) -> ast.Deed:
    at = at_of(verb)
    if amount is None or isinstance(amount, Token) or amount.data not in ("units", "units_per"):
        return ast.Deed(at, str(verb), build(amount), args, at)
    number, unit = _many(amount)
    return ast.Deed(at, str(verb), number, args, at, str(unit), at_of(unit))


def _many(t: Any) -> tuple[ast.Expr, Token]:
    """How many of a unit, and the word for it."""
    many, unit, *rate = t.children
    number: ast.Expr = build(many)
    if rate:
        number = ast.Rate(at_of(t), number, build(rate[0]), build(rate[1]))
    return number, unit


@form("doing")
def _doing(t: Any) -> ast.Doing:
    return ast.Doing(at_of(t), None, False, _deeds(t.children[0].children))


@form("may")
def _may(t: Any) -> ast.Doing | ast.Maybe:
    step = build(t.children[0])
    if isinstance(step, ast.Doing) and step.subject is None and not step.may:
        return ast.Doing(at_of(t), None, True, step.deeds)
    return ast.Maybe(at_of(t), step)


@form("some_units", "some_units_per")
def _some_units(t: Any) -> ast.SomeUnits:
    amount, unit = _many(t)
    return ast.SomeUnits(at_of(t), amount, str(unit), at_of(unit))


@form("subject_may")
def _subject_may(t: Any) -> ast.Doing:
    return ast.Doing(at_of(t), _subject(t.children[0]), True, _deeds(t.children[1].children))


@form("plural_does")
def _plural_does(t: Any) -> ast.Doing:
    return ast.Doing(at_of(t), _subject(t.children[0]), False, _deeds(t.children[1].children))


@form("subject_does")
def _subject_does(t: Any) -> ast.Doing:
    return ast.Doing(at_of(t), _subject(t.children[0]), False, _deeds(t.children[1:]))


@form("if_")
def _if(t: Any) -> ast.If:
    *pairs, other = t.children
    branches = tuple((build(c), build(b)) for c, b in zip(pairs[::2], pairs[1::2], strict=True))
    return ast.If(at_of(t), branches, build(other))


@form("for_each")
def _for_each(t: Any) -> ast.ForEach:
    name, source, body = t.children
    return ast.ForEach(at_of(t), str(name), build(source), build(body), at_of(name))


@form("each_player")
def _each_player(t: Any) -> ast.EachPlayer:
    *order, among, body = t.children
    start = build(order[0].children[0]) if order and order[0] is not None else None
    return ast.EachPlayer(at_of(t), start, build(among), build(body))


@form("all_players")
def _all_players(t: Any) -> ast.AllPlayers:
    return ast.AllPlayers(at_of(t), build(t.children[0]))


@form("repeat_forever")
def _repeat(t: Any) -> ast.Repeat:
    return ast.Repeat(at_of(t), "forever", None, build(t.children[0]))


@form("repeat_times", "repeat_while")
def _repeat_some(t: Any) -> ast.Repeat:
    return ast.Repeat(at_of(t), t.data.removeprefix("repeat_"), build(t.children[0]), build(t.children[1]))


@form("turns")
def _turns(t: Any) -> ast.Turns:
    once, start, among, body = t.children
    return ast.Turns(at_of(t), once is not None, build(start.children[0]), build(among), build(body))
