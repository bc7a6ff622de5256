"""What stands under single keys, from trees."""

from __future__ import annotations

from typing import Any

from encanta.language import ast
from encanta.language.build.trees import at_of, build, form


@form("pick")
def _pick(t: Any) -> ast.Pick:
    quantity, source, such = t.children
    return ast.Pick(at_of(t), build(quantity), build(source), build(such))


@form("trigger", "hook")
def _trigger(t: Any) -> Any:
    return build(t.children[0]) if t.children[0].data != "call" else _happens(t)


@form("happens")
def _happens(t: Any) -> ast.NamedEvent:
    call = build(t.children[0])
    return ast.NamedEvent(at_of(t), call.name, call.args, call.name_at)


@form("path")
def _path(t: Any) -> ast.Path:
    name, step = t.children
    return ast.Path(at_of(t), str(name), str(step) if step is not None else None)


@form("phase_begins", "phase_ends")
def _phase_event(t: Any) -> ast.PhaseEvent:
    name = t.children[-1]
    yours = at_of(t)[0] != at_of(name)[0]
    return ast.PhaseEvent(at_of(t), yours, str(name), t.data == "phase_begins", at_of(name))


@form("before", "after")
def _step_event(t: Any) -> ast.StepEvent:
    return ast.StepEvent(at_of(t), t.data == "before", build(t.children[0]))


@form("enters")
def _enters(t: Any) -> ast.MoveEvent:
    _, word, place, source = t.children
    return ast.MoveEvent(at_of(t), str(word), True, build(place), build(source), at_of(word))


@form("leaves")
def _leaves(t: Any) -> ast.MoveEvent:
    _, word, place = t.children
    return ast.MoveEvent(at_of(t), str(word), False, build(place), None, at_of(word))


@form("changes", "rises", "falls", "becomes", "becomes_empty")
def _change_event(t: Any) -> ast.ChangeEvent:
    target = build(t.children[1]) if len(t.children) > 1 else None
    return ast.ChangeEvent(at_of(t), t.data.replace("_", " "), build(t.children[0]), target)


@form("you_do", "another_does", "a_player_does")
def _deed_event(t: Any) -> ast.DeedEvent:
    *who, verb, met, by = t.children
    start = at_of(t)[0]
    said, who_at = ("another", (start, start + len("another"))) if not who else (str(who[-1]), at_of(who[-1]))
    word = met.children[-1] if met is not None and met.data == "met_kind" else None
    unit = met.children[0] if met is not None and met.data == "met_units" else None
    return ast.DeedEvent(
        at_of(t),
        said,
        str(verb),
        str(word) if word is not None else None,
        str(unit) if unit is not None else None,
        str(by) if by is not None else None,
        who_at,
        at_of(verb),
        at_of(word) if word is not None else None,
        at_of(unit) if unit is not None else None,
        at_of(by) if by is not None else None,
    )


@form("change")
def _change(t: Any) -> ast.Change:
    target, op, value = t.children
    name, *rest = target.children
    word = place = None
    scope = target.data.removesuffix("_target")
    if scope == "kind":
        _, word, place = rest
    return ast.Change(
        at_of(t),
        str(name),
        "all" if scope == "plain" else scope,
        str(word) if word is not None else None,
        build(place),
        str(op.children[0]),
        build(value),
        at_of(name),
        at_of(word) if word is not None else None,
    )


@form("ban", "ban_of_actions")
def _ban(t: Any) -> ast.Ban:
    actions = t.data == "ban_of_actions"
    name, *rest = t.children
    word = rest[-1] if not actions else None
    return ast.Ban(
        at_of(t),
        str(name) if name is not None else None,
        str(word) if word is not None else None,
        actions,
        build(rest[0]) if actions else None,
        at_of(name) if name is not None else at_of(t),
        at_of(word) if word is not None else None,
    )


@form("limit")
def _limit(t: Any) -> ast.Limit:
    often, phase, counted = t.children
    word = str(often.children[0])
    times = {"once": 1, "twice": 2}.get(word, int(word) if word.isdigit() else None)
    return ast.Limit(at_of(t), times, str(phase), str(counted) if counted is not None else None, at_of(phase))


@form("header", "signature")
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
    return ast.Header(at_of(t), str(name), tuple(parameters), at_of(name))


def _parameter(t: Any, preposition: str | None) -> ast.Parameter:
    first, second = t.children
    if second is None:
        return ast.Parameter(at_of(t), preposition, None, str(first), None, at_of(first))
    return ast.Parameter(at_of(t), preposition, str(first), str(second), at_of(first), at_of(second))


@form("order")
def _order(t: Any) -> ast.Order:
    return ast.Order(at_of(t), tuple(_narrowing(c) for c in t.children))


@form("asked")
def _asked(t: Any) -> ast.Asked:
    return ast.Asked(at_of(t), build(t.children[0].children[0]) if t.children else None)


@form("played")
def _played(t: Any) -> ast.Played:
    kind, place = t.children
    return ast.Played(at_of(t), str(kind), build(place), at_of(kind))


@form("moment")
def _moment(t: Any) -> ast.Moment:
    return ast.Moment(at_of(t), _trigger(t) if t.children else None)


def _narrowing(t: Any) -> ast.Narrowing:
    if t.data in ("most", "least"):
        return ast.Narrowing(at_of(t), t.data, build(t.children[0]))
    if t.data == "first_of":
        return ast.Narrowing(at_of(t), "first", None)
    return ast.Narrowing(at_of(t), "keep", build(t.children[0] if t.data == "keep" else t))


# ------------------------------------------------------------------------------------------------- types


@form("type", "optional")
def _type(t: Any) -> ast.TypeForm:
    inner: ast.TypeForm = build(t.children[0])
    return _type_form(t, inner, t.data == "optional" or inner.optional)


def _type_form(t: Any, inner: ast.TypeForm, optional: bool) -> ast.TypeForm:
    return ast.TypeForm(at_of(t), inner.kind, optional, inner.name, inner.key, inner.words, inner.low, inner.high)


def _plain(t: Any, kind: str, **fields: Any) -> ast.TypeForm:
    values = {"name": None, "key": None, "words": (), "low": None, "high": None} | fields
    return ast.TypeForm(at_of(t), kind, False, **values)


@form("named_type")
def _named_type(t: Any) -> ast.TypeForm:
    return _plain(t, "name", name=str(t.children[0]))


@form("enumeration")
def _enumeration(t: Any) -> ast.TypeForm:
    return _plain(t, "enumeration", words=build(t.children[0]).items)


@form("range")
def _range(t: Any) -> ast.TypeForm:
    low, high = t.children
    return _plain(t, "range", low=int(low), high=int(high) if high is not None else None)


@form("range_below")
def _range_below(t: Any) -> ast.TypeForm:
    low, high = t.children
    return _plain(t, "range", low=-int(low), high=int(high) if high is not None else None)


@form("range_far_below")
def _range_far_below(t: Any) -> ast.TypeForm:
    low, high = t.children
    return _plain(t, "range", low=-int(low), high=-int(high))


@form("bounded_type")
def _bounded_type(t: Any) -> ast.TypeForm:
    name, low, high = t.children
    return _plain(t, "range", name=str(name), low=int(low), high=int(high) if high is not None else None)


@form("set_type")
def _set_type(t: Any) -> ast.TypeForm:
    return _plain(t, "set", name=str(t.children[0]))


@form("list_type")
def _list_type(t: Any) -> ast.TypeForm:
    name, most = t.children
    return _plain(t, "list", name=str(name), high=int(most) if most is not None else None)


@form("map_type")
def _map_type(t: Any) -> ast.TypeForm:
    return _plain(t, "map", name=str(t.children[0]), key=str(t.children[1]))


@form("optional_map")
def _optional_map(t: Any) -> ast.TypeForm:
    return _type_form(t, _map_type(t), True)
