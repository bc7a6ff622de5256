"""Writes nodes of the language as text, always in the same way: what is read back is equal to what was written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from encanta.language import ast
from encanta.language.printing_formulas import (
    ARGUMENT,
    CHAIN,
    CONDITION,
    NOUN,
    OF,
    SUM,
    TERM,
    VALUE,
    formula,
    with_article,
)

INDENT = "  "
_Writer = Callable[[Any], str]


def written(node: ast.Node) -> str:
    """The text of any node that the parser gives. A block has as many lines as it has statements."""
    if isinstance(node, ast.Expr):
        return formula(node)
    if isinstance(node, ast.Stmt):
        return "\n".join(_lines(node))
    return _OTHERS[type(node)](node)


def signature(header: ast.Header) -> str:
    """A header written as that of a value or an event: `room(color c)`."""
    inside = ", ".join(_parameter(p) for p in header.parameters)
    return f"{header.name}({inside})" if inside else header.name


def one_line(block: ast.Block) -> str | None:
    """The statements of a block on one line, or None if one of them needs lines of its own."""
    if any(isinstance(s, _WITH_LINES) for s in block.body):
        return None
    if len(block.body) > 1 and any(isinstance(s, ast.Arrow) for s in block.body):
        return None
    return "; ".join(_statement(s) for s in block.body)


# -------------------------------------------------------------------------------------------- statements


def placed_lines(statement: ast.Stmt) -> list[tuple[str, int]]:
    """The lines of a statement or a block, each with where it begins in the text that was read.

    The line `else:` begins where the block below it does.
    """
    if isinstance(statement, ast.Block):
        return [line for inner in statement.body for line in placed_lines(inner)]
    if isinstance(statement, ast.If):
        return _if(statement)
    head = _HEADS.get(type(statement))
    if head is not None:
        body: ast.Block = statement.body  # type: ignore[attr-defined]
        return _opened(head(statement), statement.at[0], body)
    return [(_statement(statement), statement.at[0])]


def _lines(statement: ast.Stmt) -> list[str]:
    return [line for line, _ in placed_lines(statement)]


def _opened(head: str, start: int, body: ast.Block) -> list[tuple[str, int]]:
    return [(f"{head}:", start), *((INDENT + line, at) for line, at in placed_lines(body))]


def _if(statement: ast.If) -> list[tuple[str, int]]:
    lines: list[tuple[str, int]] = []
    for condition, body in statement.branches:
        word, start = ("else if", condition.at[0]) if lines else ("if", statement.at[0])
        lines += _opened(f"{word} {formula(condition, CONDITION)}", start, body)
    other = statement.other
    return lines if other is None else lines + _opened("else", other.at[0], other)


def _each_player(statement: ast.EachPlayer) -> str:
    start = f" clockwise from {formula(statement.start, OF)}" if statement.start is not None else ""
    return "each player" + start + _among(statement.among)


def _turns(statement: ast.Turns) -> str:
    once = " once" if statement.once else ""
    return f"take turns{once} clockwise from {formula(statement.start, OF)}" + _among(statement.among)


def _among(among: ast.Expr | None) -> str:
    return f" among {formula(among, CHAIN)}" if among is not None else ""


def _repeat(statement: ast.Repeat) -> str:
    if statement.value is None:
        return "repeat"
    if statement.kind == "while":
        return f"repeat while {formula(statement.value, CONDITION)}"
    return f"repeat {formula(statement.value, SUM)} times"


_HEADS: dict[type[ast.Stmt], _Writer] = {
    ast.ForEach: lambda s: f"for each {s.name} in {formula(s.source, CHAIN)}",
    ast.EachPlayer: _each_player,
    ast.AllPlayers: lambda s: "all players",
    ast.Repeat: _repeat,
    ast.Turns: _turns,
}
_WITH_LINES = (ast.Block, ast.If, *_HEADS)


def _statement(statement: ast.Stmt) -> str:
    return _STATEMENTS[type(statement)](statement)


def _joined(statements: Iterable[ast.Stmt]) -> str:
    return "; ".join(_statement(s) for s in statements)


def _move(statement: ast.Move) -> str:
    face = f" face {statement.face}" if statement.face is not None else ""
    variable = ""
    if statement.variable is not None and statement.value is not None:
        variable = f" with {statement.variable} {formula(statement.value, SUM)}"
    return f"move {formula(statement.what, ARGUMENT)} to {formula(statement.to, OF)}{face}{variable}"


def _reveal(statement: ast.Reveal) -> str:
    to = f" to {formula(statement.to, OF)}" if statement.to is not None else ""
    return f"reveal {formula(statement.what, ARGUMENT)}{to}"


def _choose(statement: ast.Choose) -> str:
    subject = statement.subject
    verb = "choose" if subject is None or subject.kind in _PLURALS else "chooses"
    if subject is not None:
        verb = f"{_subject(subject)} {verb}"
    quantity = f" {_quantity(statement.quantity)}" if statement.quantity is not None else ""
    return f"{verb}{quantity} {statement.name} {_choice(statement)}"


def _choice(node: ast.Choose | ast.Pick) -> str:
    such = f" such that {formula(node.such_that, CONDITION)}" if node.such_that is not None else ""
    return f"from {formula(node.source, CHAIN)}{such}"


def _quantity(quantity: ast.Quantity) -> str:
    low, high = (_count(x) if x is not None else "" for x in (quantity.low, quantity.high))
    forms = {
        "exactly": low,
        "up to": f"up to {high}",
        "at least": f"{low} or more",
        "between": f"{low} to {high}",
        "any number": "any number of",
    }
    return forms[quantity.kind]


def _count(value: ast.Expr) -> str:
    return formula(value) if isinstance(value, ast.Number | ast.Name | ast.Call) else f"({formula(value)})"


def _given(statement: ast.Let | ast.SetTo) -> str:
    if not statement.random:
        return formula(statement.value, ARGUMENT)
    # `random 1 of hand` is a draw of its own.
    return "random " + _wrapped(statement.value)


def _wrapped(node: ast.Expr) -> str:
    return f"({formula(node)})" if isinstance(node, ast.Inline) else formula(node, ARGUMENT)


def _gain(statement: ast.Gain) -> str:
    amount = formula(statement.amount, SUM)
    gap = " " if amount.startswith("-") else ""
    return f"{formula(statement.target, VALUE)} {statement.op}{gap}{amount}"


def _listed(names: Iterable[tuple[str, ast.At]]) -> str:
    return ", ".join(name for name, _ in names)


def _offer(statement: ast.Offer) -> str:
    return f"offer {statement.how} of {_listed(statement.names)}"


def _open(statement: ast.Open) -> str:
    who = f" for {formula(statement.who, OF)}" if statement.who is not None else ""
    return f"open {statement.name}{who}"


def _play(statement: ast.Play) -> str:
    winner = f" won by {statement.winner}" if statement.winner is not None else ""
    return f"play {statement.name} clockwise from {formula(statement.start, OF)}{winner}"


def _pay(statement: ast.Pay) -> str:
    inside = ", ".join(formula(argument) for argument in statement.args)
    return f"pay {statement.name}({inside})" if inside else f"pay {statement.name}"


_SUBJECTS = {
    "each": "each player",
    "each other": "each other player",
    "another": "another player",
    "any": "any player",
    "all": "all players",
    "all other": "all other players",
}
_PLURALS = ("all", "all other")


def _subject(subject: ast.Subject) -> str:
    return formula(subject.who) if subject.who is not None else _SUBJECTS[subject.kind]


def _doing(statement: ast.Doing) -> str:
    said = [_subject(statement.subject)] if statement.subject is not None else []
    if statement.may:
        said.append("may")
    return " ".join([*said, " or else ".join(_deed(d) for d in statement.deeds)])


def _deed(deed: ast.Deed) -> str:
    said = [deed.verb]
    if deed.amount is not None:
        said.append(_amount(deed.amount, deed.unit))
    return " ".join([*said, *(f"{prep} {formula(value, ARGUMENT)}" for prep, value in deed.args)])


def _chosen(node: ast.Expr) -> str:
    """A thing that may be picked from a narrowed set."""
    return formula(node, ARGUMENT if isinstance(node, ast.Inline | ast.Lot) else OF)


def _amount(amount: ast.Expr, unit: str | None) -> str:
    """An amount, of a unit if there is one: `2`, `2 coins`, `1 coin per 2 cards`."""
    if unit is None:
        picked = isinstance(amount, ast.Inline | ast.Lot | ast.Picked | ast.Where | ast.Extreme | ast.As)
        return formula(amount, ARGUMENT if picked else SUM)
    if isinstance(amount, ast.Rate):
        each = f"{formula(amount.each)} " if amount.each is not None else ""
        return f"{formula(amount.amount, SUM)} {unit} per {each}{formula(amount.unit, NOUN)}"
    return f"{formula(amount, SUM)} {unit}"


def _some_units(statement: ast.SomeUnits) -> str:
    amount = statement.amount
    if isinstance(amount, ast.Rate):
        return _amount(amount, statement.unit)
    return f"{formula(amount, TERM)} {statement.unit}"


_STATEMENTS: dict[type[ast.Stmt], _Writer] = {
    ast.Arrow: lambda s: f"{_joined(s.cost)} -> {_joined(s.effect)}",
    ast.Maybe: lambda s: f"may {_statement(s.step)}",
    ast.SomeUnits: _some_units,
    ast.WhenTrue: lambda s: f"{_statement(s.step)} if {formula(s.condition, CONDITION)}",
    ast.Move: _move,
    ast.Gather: lambda s: f"gather {formula(s.what, ARGUMENT)} into {formula(s.into, OF)}",
    ast.Shuffle: lambda s: f"shuffle {formula(s.place, OF)}",
    ast.Deal: lambda s: f"deal {formula(s.count, SUM)} from {formula(s.source, OF)} to each player's {s.place}",
    ast.Swap: lambda s: f"swap {_chosen(s.first)} with {_chosen(s.second)}",
    ast.Reveal: _reveal,
    ast.LookAt: lambda s: f"look at {formula(s.what, ARGUMENT)}",
    ast.Refill: lambda s: f"refill {formula(s.place, OF)}",
    ast.Slide: lambda s: f"slide {formula(s.place, OF)}",
    ast.Choose: _choose,
    ast.Let: lambda s: f"let {s.name} = {_given(s)}",
    ast.SetTo: lambda s: f"set {formula(s.target, OF)} to {_given(s)}",
    ast.Gain: _gain,
    ast.Do: lambda s: f"do {_listed(s.names)}",
    ast.DoEffect: lambda s: f"do {s.name} of {formula(s.of, OF)}{f' for {formula(s.member, OF)}' if s.member else ''}",
    ast.Offer: _offer,
    ast.Open: _open,
    ast.Play: _play,
    ast.Pay: _pay,
    ast.Tally: lambda s: f"tally {s.name}",
    ast.EndGame: lambda s: "end game",
    ast.EndPhase: lambda s: f"end {s.name}",
    ast.Stop: lambda s: f"stop {s.name}",
    ast.Until: lambda s: f"until {formula(s.condition, CONDITION)}",
    ast.Doing: _doing,
}


# ------------------------------------------------------------------------- what stands under single keys


def _pick(pick: ast.Pick) -> str:
    if pick.quantity is None:
        return _choice(pick)
    quantity = "any number" if pick.quantity.kind == "any number" else _quantity(pick.quantity)
    return f"{quantity} {_choice(pick)}"


def _path(path: ast.Path) -> str:
    return path.name if path.step is None else f"{path.name}.{path.step}"


def _phase_event(event: ast.PhaseEvent) -> str:
    return f"{'your ' if event.yours else ''}{event.phase} {'begins' if event.begins else 'ends'}"


def _move_event(event: ast.MoveEvent) -> str:
    source = f" from {formula(event.source, OF)}" if event.source is not None else ""
    return f"{with_article(event.word)} {'enters' if event.enters else 'leaves'} {formula(event.place, OF)}{source}"


def _change_event(event: ast.ChangeEvent) -> str:
    target = f" {formula(event.target, SUM)}" if event.target is not None else ""
    return f"{formula(event.value, SUM)} {event.kind}{target}"


def _deed_event(event: ast.DeedEvent) -> str:
    who = {"you": "you", "another": "another player"}.get(event.who) or with_article(event.who)
    met = with_article(event.word) if event.word is not None else event.unit
    by = f" by {event.by}" if event.by is not None else ""
    return f"{who} {event.verb}{' ' + met if met is not None else ''}{by}"


def _change(change: ast.Change) -> str:
    target = change.name
    if change.scope == "this":
        target += " of this"
    elif change.word is not None:
        target += f" of {with_article(change.word)}"
        target += f" in {formula(change.place, OF)}" if change.place is not None else ""
    return f"{target} {change.op} {formula(change.value, SUM)}"


def _ban(ban: ast.Ban) -> str:
    if not ban.actions:
        return f"{ban.name} {with_article(ban.word)}" if ban.word is not None else ban.name or ""
    of = f" of {formula(ban.of, OF)}" if ban.of is not None else ""
    return f"{ban.name} actions{of}" if ban.name is not None else f"actions{of}"


def _limit(limit: ast.Limit) -> str:
    often = "any number" if limit.times is None else {1: "once", 2: "twice"}.get(limit.times, f"{limit.times} times")
    counted = f" counted as {limit.counted_as}" if limit.counted_as is not None else ""
    return f"{often} per {limit.phase}{counted}"


def _header(header: ast.Header) -> str:
    said = [header.name]
    for parameter in header.parameters:
        said += [parameter.preposition] if parameter.preposition is not None else []
        said.append(_parameter(parameter))
    return " ".join(said)


def _parameter(parameter: ast.Parameter) -> str:
    return parameter.name if parameter.type is None else f"{parameter.type} {parameter.name}"


def _type(form: ast.TypeForm) -> str:
    high = "" if form.high is None else str(form.high)
    forms = {
        "name": form.name,
        "enumeration": f"one of [{', '.join(word.id for word in form.words)}]",
        "range": f"{form.name + ' ' if form.name is not None else ''}{form.low}..{high}",
        "set": f"set of {form.name}",
        "list": f"list of {form.name}" + (f" up to {high}" if high else ""),
        "map": f"{form.name} per {form.key}",
    }
    return f"{'optional ' if form.optional else ''}{forms[form.kind]}"


def _narrowing(line: ast.Narrowing) -> str:
    if line.value is None:
        return "first"
    if line.kind == "keep":
        return formula(line.value, CONDITION)
    return f"{line.kind} {formula(line.value, SUM)}"


_OTHERS: dict[type[ast.Node], _Writer] = {
    ast.Quantity: _quantity,
    ast.Subject: _subject,
    ast.Deed: _deed,
    ast.Pick: _pick,
    ast.Path: _path,
    ast.PhaseEvent: _phase_event,
    ast.StepEvent: lambda e: f"{'before' if e.before else 'after'} {_path(e.path)}",
    ast.MoveEvent: _move_event,
    ast.ChangeEvent: _change_event,
    ast.NamedEvent: lambda e: f"{e.name}({', '.join(formula(a) for a in e.args)})",
    ast.DeedEvent: _deed_event,
    ast.Change: _change,
    ast.Ban: _ban,
    ast.Limit: _limit,
    ast.Parameter: _parameter,
    ast.Header: _header,
    ast.TypeForm: _type,
    ast.Narrowing: _narrowing,
    ast.Order: lambda order: ", ".join(_narrowing(line) for line in order.lines),
    ast.Asked: lambda a: f"clockwise from {formula(a.start, OF)}" if a.start is not None else "by lot",
    ast.Moment: lambda m: written(m.event) if m.event is not None else "at once",
    ast.Played: lambda p: f"{p.kind} from {formula(p.place, OF)}",
}
