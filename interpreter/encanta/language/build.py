"""Turns the parser's trees into the classes of `ast`; nothing past this folder sees a raw tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from encanta.language import ast

Form = Callable[["Tree[Token]"], Any]
_FORMS: dict[str, Form] = {}


def build(tree: Any) -> Any:
    """The node for a tree, a token or nothing."""
    if tree is None or isinstance(tree, Token):
        return tree
    return _FORMS[tree.data](tree)


def _at(tree: Any) -> ast.At:
    if isinstance(tree, Token):
        return (tree.start_pos or 0, tree.end_pos or 0)
    meta = tree.meta
    return (0, 0) if meta.empty else (meta.start_pos, meta.end_pos)


def _form(*names: str) -> Callable[[Form], Form]:
    def keep(function: Form) -> Form:
        for name in names:
            _FORMS[name] = function
        return function

    return keep


def _all(items: Any) -> tuple[Any, ...]:
    return tuple(build(x) for x in items if x is not None)


def _named(token: Token) -> tuple[str, ast.At]:
    return str(token), _at(token)


# ---------------------------------------------------------------------------------------------- formulas


@_form("formula", "paren", "order_", "place_")
def _inner(t: Any) -> Any:
    return build(t.children[0])


@_form("name")
def _name(t: Any) -> ast.Name:
    return ast.Name(_at(t), str(t.children[0]))


@_form("number")
def _number(t: Any) -> ast.Number:
    return ast.Number(_at(t), int(t.children[0]))


@_form("call")
def _call(t: Any) -> ast.Call:
    return ast.Call(_at(t), str(t.children[0]), _all(t.children[1:]), _at(t.children[0]))


@_form("any_", "sum_", "none_")
def _built_in_call(t: Any) -> ast.Call:
    start = _at(t)[0]
    name = t.data[:-1]
    return ast.Call(_at(t), name, _all(t.children), (start, start + len(name)))


@_form("owned")
def _owned(t: Any) -> ast.Owned:
    return ast.Owned(_at(t), build(t.children[0]), "of", str(t.children[1]), _at(t.children[1]))


@_form("yours", "theirs")
def _yours(t: Any) -> ast.Owned:
    return ast.Owned(_at(t), None, t.data[:-1], str(t.children[0]), _at(t.children[0]))


@_form("property")
def _property(t: Any) -> ast.Property:
    return ast.Property(_at(t), build(t.children[0]), build(t.children[1]))


@_form("place_of")
def _place_of(t: Any) -> ast.Property:
    name = t.children[0]
    named = ast.Name(_at(name), str(name)) if isinstance(name, Token) else build(name)
    return ast.Property(_at(t), named, build(t.children[1]))


@_form("against")
def _against(t: Any) -> ast.Against:
    return ast.Against(_at(t), build(t.children[0]), build(t.children[1]))


@_form("some")
def _some(t: Any) -> ast.Position:
    which, count, of = t.children
    return ast.Position(_at(t), str(which.children[0]), build(count), build(of))


@_form("every")
def _every(t: Any) -> ast.Every:
    return ast.Every(_at(t), build(t.children[0]))


@_form("inline", "inline_up_to")
def _inline(t: Any) -> ast.Inline:
    return ast.Inline(_at(t), int(t.children[0]), t.data == "inline_up_to", build(t.children[1]))


@_form("not_", "negative")
def _unary(t: Any) -> ast.Unary:
    return ast.Unary(_at(t), "not" if t.data == "not_" else "-", build(t.children[0]))


_OPS = {
    "or_": "or", "and_": "and", "is_": "is", "is_not": "is not", "in_": "in", "not_in": "not in",
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/",
}  # fmt: skip


@_form(*_OPS)
def _binary(t: Any) -> ast.Binary:
    return ast.Binary(_at(t), _OPS[t.data], build(t.children[0]), build(t.children[1]))


@_form("compare")
def _compare(t: Any) -> Any:
    left, op, right = t.children
    return ast.Binary(_at(t), str(op.children[0]), build(left), build(right))


@_form("is_a", "is_not_a")
def _is_a(t: Any) -> ast.IsA:
    value, _, word = t.children
    return ast.IsA(_at(t), build(value), str(word), t.data == "is_not_a", _at(word))


@_form("is_nothing", "is_something")
def _is_nothing(t: Any) -> ast.IsNothing:
    return ast.IsNothing(_at(t), build(t.children[0]), t.data == "is_something")


@_form("is_known", "is_not_known")
def _is_known(t: Any) -> ast.IsKnown:
    return ast.IsKnown(_at(t), build(t.children[0]), build(t.children[1]), t.data == "is_not_known")


@_form("either")
def _either(t: Any) -> ast.Either:
    then, condition, other = t.children
    return ast.Either(_at(t), build(then), build(condition), build(other))


@_form("rate")
def _rate(t: Any) -> ast.Rate:
    amount, each, unit = t.children
    return ast.Rate(_at(t), build(amount), build(each), build(unit))


@_form("otherwise")
def _otherwise(t: Any) -> ast.Otherwise:
    return ast.Otherwise(_at(t), build(t.children[0]), build(t.children[1]))


@_form("select")
def _select(t: Any) -> ast.Expr:
    suffixes = []
    while t.data == "select":
        suffixes.append((t.children[1], _at(t)[1]))
        t = t.children[0]
    return _suffixed(t, suffixes[::-1])


def _suffixed(t: Any, suffixes: list[tuple[Any, int]]) -> ast.Expr:
    """Suffixes belong to the nearest set before them: `score of hand where ...` narrows the hand."""
    if t.data == "property":
        inner = _suffixed(t.children[1], suffixes)
        return ast.Property((_at(t)[0], suffixes[-1][1]), build(t.children[0]), inner)
    found: ast.Expr = build(t)
    for suffix, end in suffixes:
        found = _narrowed(found, suffix, (_at(t)[0], end))
    return found


def _narrowed(inner: ast.Expr, suffix: Any, at: ast.At) -> ast.Expr:
    first = suffix.children[0]
    if suffix.data == "where":
        return ast.Where(at, inner, build(first))
    if suffix.data == "named":
        return ast.As(at, inner, str(first), _at(first))
    return ast.Extreme(at, inner, suffix.data == "with_most", build(first))


@_form("numbers")
def _numbers(t: Any) -> ast.Numbers:
    return ast.Numbers(_at(t), build(t.children[0]), build(t.children[1]))


@_form("list")
def _list(t: Any) -> ast.ListOf:
    return ast.ListOf(_at(t), _all(t.children))


# -------------------------------------------------------------------------------------------- statements


@_form("block", "suite")
def _block(t: Any) -> ast.Block:
    body: list[ast.Stmt] = []
    for child in t.children:
        if not isinstance(child, Token):
            body.extend(_line(child))
    return ast.Block(_at(t), tuple(body))


def _line(t: Any) -> tuple[ast.Stmt, ...]:
    return _all(t.children) if t.data == "steps" else (build(t),)


@_form("arrow")
def _arrow(t: Any) -> ast.Arrow:
    return ast.Arrow(_at(t), _line(t.children[0]), _line(t.children[1]))


@_form("when_true")
def _when_true(t: Any) -> ast.WhenTrue:
    return ast.WhenTrue(_at(t), build(t.children[0]), build(t.children[1]))


@_form("move_to")
def _move(t: Any) -> ast.Move:
    what, to, face, variable, value = t.children
    return ast.Move(
        _at(t),
        build(what),
        build(to),
        str(face.children[0]).split()[-1] if face is not None else None,
        str(variable) if variable is not None else None,
        build(value),
        _at(variable) if variable is not None else None,
    )


@_form("gather")
def _gather(t: Any) -> ast.Gather:
    return ast.Gather(_at(t), build(t.children[0]), build(t.children[1]))


@_form("shuffle")
def _shuffle(t: Any) -> ast.Shuffle:
    return ast.Shuffle(_at(t), build(t.children[0]))


@_form("deal")
def _deal(t: Any) -> ast.Deal:
    count, source, place = t.children
    return ast.Deal(_at(t), build(count), build(source), str(place), _at(place))


@_form("swap")
def _swap(t: Any) -> ast.Swap:
    return ast.Swap(_at(t), build(t.children[0]), build(t.children[1]))


@_form("reveal")
def _reveal(t: Any) -> ast.Reveal:
    return ast.Reveal(_at(t), build(t.children[0]), build(t.children[1]))


@_form("look_at")
def _look_at(t: Any) -> ast.LookAt:
    return ast.LookAt(_at(t), build(t.children[0]))


@_form("refill")
def _refill(t: Any) -> ast.Refill:
    return ast.Refill(_at(t), build(t.children[0]))


@_form("choose")
def _choose(t: Any) -> ast.Choose:
    quantity, name, source, such = t.children
    return ast.Choose(_at(t), None, build(quantity), str(name), build(source), build(such), _at(name))


@_form("chooses")
def _chooses(t: Any) -> ast.Choose:
    subject, quantity, name, source, such = t.children
    return ast.Choose(_at(t), _subject(subject), build(quantity), str(name), build(source), build(such), _at(name))


@_form("exactly", "up_to", "at_least", "between", "any_number")
def _quantity(t: Any) -> ast.Quantity:
    values = [build(c) for c in t.children]
    kind = t.data.replace("_", " ")
    low = values[0] if kind in ("exactly", "at least", "between") else None
    high = {"exactly": 0, "up to": 0, "between": 1}.get(kind)
    return ast.Quantity(_at(t), kind, low, values[high] if high is not None else None)


@_form("let", "let_random")
def _let(t: Any) -> ast.Let:
    name, value = t.children
    return ast.Let(_at(t), str(name), build(value), t.data == "let_random", _at(name))


@_form("set_to", "set_random")
def _set(t: Any) -> ast.SetTo:
    return ast.SetTo(_at(t), build(t.children[0]), build(t.children[1]), t.data == "set_random")


@_form("gain")
def _gain(t: Any) -> ast.Gain:
    target, op, amount = t.children
    return ast.Gain(_at(t), build(target), str(op.children[0]), build(amount))


@_form("do")
def _do(t: Any) -> ast.Do:
    return ast.Do(_at(t), tuple(_named(c) for c in t.children))


@_form("do_effect")
def _do_effect(t: Any) -> ast.DoEffect:
    return ast.DoEffect(_at(t), str(t.children[0]), build(t.children[1]), _at(t.children[0]))


@_form("offer")
def _offer(t: Any) -> ast.Offer:
    how, *names = t.children
    return ast.Offer(_at(t), " ".join(str(how.children[0]).split()), tuple(_named(c) for c in names))


@_form("open_window")
def _open(t: Any) -> ast.Open:
    name, who = t.children
    return ast.Open(_at(t), str(name), build(who), _at(name))


@_form("play_trick")
def _play(t: Any) -> ast.Play:
    name, order, winner = t.children
    winner_at = _at(winner) if winner is not None else None
    winner_name = str(winner) if winner is not None else None
    return ast.Play(_at(t), str(name), build(order.children[0]), winner_name, _at(name), winner_at)


@_form("pay")
def _pay(t: Any) -> ast.Pay:
    named = build(t.children[0])
    if isinstance(named, ast.Call):
        return ast.Pay(_at(t), named.name, named.args, named.name_at)
    return ast.Pay(_at(t), named.id, (), named.at)


@_form("tally")
def _tally(t: Any) -> ast.Tally:
    return ast.Tally(_at(t), *_named(t.children[0]))


@_form("end_game")
def _end_game(t: Any) -> ast.EndGame:
    return ast.EndGame(_at(t))


@_form("end_phase")
def _end_phase(t: Any) -> ast.EndPhase:
    return ast.EndPhase(_at(t), *_named(t.children[0]))


@_form("stop")
def _stop(t: Any) -> ast.Stop:
    return ast.Stop(_at(t), *_named(t.children[0]))


@_form("until")
def _until(t: Any) -> ast.Until:
    return ast.Until(_at(t), build(t.children[0]))


def _subject(t: Any) -> ast.Subject:
    kinds = {
        "each_one": "each", "each_other": "each other", "another": "another", "any_one": "any",
        "everyone": "all", "everyone_else": "all other",
    }  # fmt: skip
    kind = kinds.get(t.data)
    return ast.Subject(_at(t), "one", build(t)) if kind is None else ast.Subject(_at(t), kind, None)


def _deeds(tokens: Any) -> tuple[ast.Deed, ...]:
    found = []
    for verb, arguments in zip(tokens[::2], tokens[1::2], strict=True):
        amount, *rest = arguments.children
        pairs = zip(rest[::2], rest[1::2], strict=True)
        args = tuple((str(prep.children[0]), build(value)) for prep, value in pairs)
        found.append(ast.Deed(_at(verb), str(verb), build(amount), args, _at(verb)))
    return tuple(found)


@_form("doing")
def _doing(t: Any) -> ast.Doing:
    return ast.Doing(_at(t), None, False, _deeds(t.children[0].children))


@_form("may")
def _may(t: Any) -> ast.Doing:
    return ast.Doing(_at(t), None, True, _deeds(t.children[0].children))


@_form("subject_may")
def _subject_may(t: Any) -> ast.Doing:
    return ast.Doing(_at(t), _subject(t.children[0]), True, _deeds(t.children[1].children))


@_form("plural_does")
def _plural_does(t: Any) -> ast.Doing:
    return ast.Doing(_at(t), _subject(t.children[0]), False, _deeds(t.children[1].children))


@_form("subject_does")
def _subject_does(t: Any) -> ast.Doing:
    return ast.Doing(_at(t), _subject(t.children[0]), False, _deeds(t.children[1:]))


@_form("if_")
def _if(t: Any) -> ast.If:
    *pairs, other = t.children
    branches = tuple((build(c), build(b)) for c, b in zip(pairs[::2], pairs[1::2], strict=True))
    return ast.If(_at(t), branches, build(other))


@_form("for_each")
def _for_each(t: Any) -> ast.ForEach:
    name, source, body = t.children
    return ast.ForEach(_at(t), str(name), build(source), build(body), _at(name))


@_form("each_player")
def _each_player(t: Any) -> ast.EachPlayer:
    *order, among, body = t.children
    start = build(order[0].children[0]) if order and order[0] is not None else None
    return ast.EachPlayer(_at(t), start, build(among), build(body))


@_form("all_players")
def _all_players(t: Any) -> ast.AllPlayers:
    return ast.AllPlayers(_at(t), build(t.children[0]))


@_form("repeat_forever")
def _repeat(t: Any) -> ast.Repeat:
    return ast.Repeat(_at(t), "forever", None, build(t.children[0]))


@_form("repeat_times", "repeat_while")
def _repeat_some(t: Any) -> ast.Repeat:
    return ast.Repeat(_at(t), t.data.removeprefix("repeat_"), build(t.children[0]), build(t.children[1]))


@_form("turns")
def _turns(t: Any) -> ast.Turns:
    once, start, among, body = t.children
    return ast.Turns(_at(t), once is not None, build(start.children[0]), build(among), build(body))


# ------------------------------------------------------------------------- what stands under single keys


@_form("pick")
def _pick(t: Any) -> ast.Pick:
    quantity, source, such = t.children
    return ast.Pick(_at(t), build(quantity), build(source), build(such))


@_form("trigger", "hook")
def _trigger(t: Any) -> Any:
    return build(t.children[0]) if t.children[0].data != "call" else _happens(t)


@_form("happens")
def _happens(t: Any) -> ast.NamedEvent:
    call = build(t.children[0])
    return ast.NamedEvent(_at(t), call.name, call.args, call.name_at)


@_form("path")
def _path(t: Any) -> ast.Path:
    name, step = t.children
    return ast.Path(_at(t), str(name), str(step) if step is not None else None)


@_form("phase_begins", "phase_ends")
def _phase_event(t: Any) -> ast.PhaseEvent:
    name = t.children[-1]
    yours = _at(t)[0] != _at(name)[0]
    return ast.PhaseEvent(_at(t), yours, str(name), t.data == "phase_begins", _at(name))


@_form("before", "after")
def _step_event(t: Any) -> ast.StepEvent:
    return ast.StepEvent(_at(t), t.data == "before", build(t.children[0]))


@_form("enters")
def _enters(t: Any) -> ast.MoveEvent:
    _, word, place, source = t.children
    return ast.MoveEvent(_at(t), str(word), True, build(place), build(source), _at(word))


@_form("leaves")
def _leaves(t: Any) -> ast.MoveEvent:
    _, word, place = t.children
    return ast.MoveEvent(_at(t), str(word), False, build(place), None, _at(word))


@_form("changes", "rises", "falls", "becomes", "becomes_empty")
def _change_event(t: Any) -> ast.ChangeEvent:
    target = build(t.children[1]) if len(t.children) > 1 else None
    return ast.ChangeEvent(_at(t), t.data.replace("_", " "), build(t.children[0]), target)


@_form("change")
def _change(t: Any) -> ast.Change:
    target, op, value = t.children
    name, *rest = target.children
    word = place = None
    scope = target.data.removesuffix("_target")
    if scope == "kind":
        _, word, place = rest
    return ast.Change(
        _at(t),
        str(name),
        "all" if scope == "plain" else scope,
        str(word) if word is not None else None,
        build(place),
        str(op.children[0]),
        build(value),
        _at(name),
        _at(word) if word is not None else None,
    )


@_form("limit")
def _limit(t: Any) -> ast.Limit:
    often, phase, counted = t.children
    word = str(often.children[0])
    times = {"once": 1, "twice": 2}.get(word, int(word) if word.isdigit() else None)
    return ast.Limit(_at(t), times, str(phase), str(counted) if counted is not None else None, _at(phase))


@_form("header", "signature")
def _header(t: Any) -> ast.Header:
    name, *rest = t.children
    parameters = []
    preposition = None
    for child in rest:
        if child is None:
            continue
        if child.data == "preposition":
            preposition = str(child.children[0])
        else:
            parameters.append(_parameter(child, preposition))
    return ast.Header(_at(t), str(name), tuple(parameters), _at(name))


def _parameter(t: Any, preposition: str | None) -> ast.Parameter:
    first, second = t.children
    if second is None:
        return ast.Parameter(_at(t), preposition, None, str(first), None, _at(first))
    return ast.Parameter(_at(t), preposition, str(first), str(second), _at(first), _at(second))


@_form("order")
def _order(t: Any) -> ast.Order:
    return ast.Order(_at(t), tuple(_narrowing(c) for c in t.children))


@_form("asked")
def _asked(t: Any) -> ast.Asked:
    return ast.Asked(_at(t), build(t.children[0].children[0]) if t.children else None)


@_form("played")
def _played(t: Any) -> ast.Played:
    kind, place = t.children
    return ast.Played(_at(t), str(kind), build(place), _at(kind))


@_form("moment")
def _moment(t: Any) -> ast.Moment:
    return ast.Moment(_at(t), _trigger(t) if t.children else None)


def _narrowing(t: Any) -> ast.Narrowing:
    if t.data in ("most", "least"):
        return ast.Narrowing(_at(t), t.data, build(t.children[0]))
    if t.data == "first_of":
        return ast.Narrowing(_at(t), "first", None)
    return ast.Narrowing(_at(t), "keep", build(t.children[0] if t.data == "keep" else t))


# ------------------------------------------------------------------------------------------------- types


@_form("type", "optional")
def _type(t: Any) -> ast.TypeForm:
    inner: ast.TypeForm = build(t.children[0])
    return _type_form(t, inner, t.data == "optional" or inner.optional)


def _type_form(t: Any, inner: ast.TypeForm, optional: bool) -> ast.TypeForm:
    return ast.TypeForm(_at(t), inner.kind, optional, inner.name, inner.key, inner.words, inner.low, inner.high)


def _plain(t: Any, kind: str, **fields: Any) -> ast.TypeForm:
    values = {"name": None, "key": None, "words": (), "low": None, "high": None} | fields
    return ast.TypeForm(_at(t), kind, False, **values)


@_form("named_type")
def _named_type(t: Any) -> ast.TypeForm:
    return _plain(t, "name", name=str(t.children[0]))


@_form("enumeration")
def _enumeration(t: Any) -> ast.TypeForm:
    return _plain(t, "enumeration", words=build(t.children[0]).items)


@_form("range")
def _range(t: Any) -> ast.TypeForm:
    low, high = t.children
    return _plain(t, "range", low=int(low), high=int(high) if high is not None else None)


@_form("range_below")
def _range_below(t: Any) -> ast.TypeForm:
    low, high = t.children
    return _plain(t, "range", low=-int(low), high=int(high) if high is not None else None)


@_form("range_far_below")
def _range_far_below(t: Any) -> ast.TypeForm:
    low, high = t.children
    return _plain(t, "range", low=-int(low), high=-int(high))


@_form("bounded_type")
def _bounded_type(t: Any) -> ast.TypeForm:
    name, low, high = t.children
    return _plain(t, "range", name=str(name), low=int(low), high=int(high) if high is not None else None)


@_form("set_type")
def _set_type(t: Any) -> ast.TypeForm:
    return _plain(t, "set", name=str(t.children[0]))


@_form("list_type")
def _list_type(t: Any) -> ast.TypeForm:
    name, most = t.children
    return _plain(t, "list", name=str(name), high=int(most) if most is not None else None)


@_form("map_type")
def _map_type(t: Any) -> ast.TypeForm:
    return _plain(t, "map", name=str(t.children[0]), key=str(t.children[1]))
