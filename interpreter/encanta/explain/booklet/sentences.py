"""What happens, in readable words: sentences, and lists of them below sentences that open lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from encanta.explain.booklet.formulas import Formulas
from encanta.language import ast
from encanta.language.printer import written

Said = tuple[str, tuple["Said", ...]]
"""A sentence as HTML, and the sentences below it."""


class Sentences:
    """Says statements, choices, events and limits."""

    def __init__(self, formulas: Formulas) -> None:
        self.formulas = formulas
        self.naming = formulas.naming
        self.phrases = formulas.phrases

    def block(self, block: ast.Stmt) -> list[Said]:
        """The sentences of a block."""
        body = block.body if isinstance(block, ast.Block) else (block,)
        return [said for statement in body for said in self._statement(statement)]

    def _statement(self, node: ast.Stmt) -> list[Said]:
        if isinstance(node, ast.Block):
            return self.block(node)
        if isinstance(node, ast.If):
            return self._if(node)
        head = _HEADS.get(type(node).__name__)
        if head is not None:
            return [(head(self, node), tuple(self.block(node.body)))]  # type: ignore[attr-defined]
        return [(self.one(node), ())]

    def one(self, node: ast.Stmt) -> str:
        """A statement without lines below it. What is not known is shown as it is written."""
        writer = _STATEMENTS.get(type(node).__name__)
        return self.naming.mentions(written(node)) if writer is None else writer(self, node)

    def say(self, name: str, /, **parts: ast.Expr | str | None) -> str:
        """A sentence with its parts in words."""
        said = {key: self.formulas.say(p) if isinstance(p, ast.Expr) else p or "" for key, p in parts.items()}
        return self.phrases.say("sentences", name, **said)

    def names(self, names: Sequence[tuple[str, ast.At]]) -> str:
        """Several names, as they are called."""
        return ", ".join(self.naming.name(name) for name, _ in names)

    # ------------------------------------------------------------------------------------ lines with lines below

    def _if(self, node: ast.If) -> list[Said]:
        found: list[Said] = []
        for condition, body in node.branches:
            said = self.say("else_if" if found else "if", condition=condition)
            found.append((said, tuple(self.block(body))))
        if node.other is not None:
            found.append((self.say("else"), tuple(self.block(node.other))))
        return found

    def _each_player(self, node: ast.EachPlayer) -> str:
        name = (
            "each_player" + ("_from" if node.start is not None else "") + ("_among" if node.among is not None else "")
        )
        return self.say(name, start=node.start, among=node.among)

    def _turns(self, node: ast.Turns) -> str:
        name = "turns" + ("_once" if node.once else "") + ("_among" if node.among is not None else "")
        return self.say(name, start=node.start, among=node.among)

    def _repeat(self, node: ast.Repeat) -> str:
        if node.value is None:
            return self.say("repeat")
        return (
            self.say("repeat_while", condition=node.value)
            if node.kind == "while"
            else self.say("repeat_times", n=node.value)
        )

    # ------------------------------------------------------------------------------------------- single sentences

    def _choose(self, node: ast.Choose) -> str:
        name = self.naming.name(node.name)
        choice = self.choice(node)
        if node.subject is None:
            return self.say("choose", name=name, choice=choice)
        return self.say("chooses", who=self._subject(node.subject), name=name, choice=choice)

    def choice(self, node: ast.Choose | ast.Pick) -> str:
        """How many of what are chosen."""
        quantity = self._quantity(node.quantity)
        source = self.formulas.say(node.source)
        said = self.phrases.say("quantities", "from", quantity=quantity, source=source)
        if node.such_that is None:
            return said
        return self.phrases.say("quantities", "such_that", choice=said, condition=self.formulas.say(node.such_that))

    def _quantity(self, quantity: ast.Quantity | None) -> str:
        if quantity is None:
            return self.phrases.say("quantities", "one")
        low, high = (self.formulas.say(x) if x is not None else "" for x in (quantity.low, quantity.high))
        return self.phrases.say("quantities", quantity.kind, low=low, high=high)

    def _move(self, node: ast.Move) -> str:
        said = self.say("move", what=node.what, to=node.to)
        if node.face is not None:
            said += f", {self.say(f'face_{node.face}')}"
        if node.variable is not None and node.value is not None:
            said += f" ({self.naming.name(node.variable)}: {self.formulas.say(node.value)})"
        return said

    def _let(self, node: ast.Let) -> str:
        name = "let_random" if node.random else "let"
        return self.say(name, name=self.naming.name(node.name), value=node.value)

    def _set(self, node: ast.SetTo) -> str:
        return self.say("set_random" if node.random else "set", target=node.target, value=node.value)

    def _gain(self, node: ast.Gain) -> str:
        return self.say("gain" if node.op == "+" else "lose", target=node.target, amount=node.amount)

    def _arrow(self, node: ast.Arrow) -> str:
        cost, effect = ("; ".join(self.one(step) for step in steps) for steps in (node.cost, node.effect))
        return self.say("arrow", cost=cost, effect=effect)

    def _open(self, node: ast.Open) -> str:
        name = self.naming.name(node.name)
        return self.say("open", name=name) if node.who is None else self.say("open_for", name=name, who=node.who)

    def _play(self, node: ast.Play) -> str:
        name = self.naming.name(node.name)
        if node.winner is None:
            return self.say("play", name=name, start=node.start)
        return self.say("play_won", name=name, start=node.start, winner=self.naming.name(node.winner))

    def _doing(self, node: ast.Doing) -> str:
        deeds = self._deed(node.deeds[0])
        for other in node.deeds[1:]:
            deeds = self.say("or_else", first=deeds, second=self._deed(other))
        if node.subject is None:
            return self.say("may_you", deeds=deeds) if node.may else deeds[:1].upper() + deeds[1:]
        return self.say("may" if node.may else "deeds", who=self._subject(node.subject), deeds=deeds)

    def _subject(self, subject: ast.Subject) -> str:
        if subject.who is not None:
            return self.formulas.say(subject.who)
        return self.phrases.say("subjects", subject.kind)

    def _deed(self, deed: ast.Deed) -> str:
        """A verb with its amount after its first part: `take_cards 2` is said `take 2 cards`."""
        said = self.naming.name(deed.verb)
        if deed.amount is not None:
            amount = self.formulas.say(deed.amount) if deed.unit is None else self._units(deed.amount, deed.unit)
            first, blank, rest = self.naming.word(deed.verb).partition(" ")
            is_two_words = bool(blank) and deed.verb not in self.naming.labels
            said = said.replace(f"{first} {rest}", f"{first} {amount} {rest}") if is_two_words else f"{said} {amount}"
        return " ".join([said, *(f"{prep} {self.formulas.say(value)}" for prep, value in deed.args)])

    def _units(self, amount: ast.Expr, unit: str) -> str:
        """So many of a unit: `2 coins`, `1 coin for every 2 cards`."""
        name = self.naming.name(unit)
        if not isinstance(amount, ast.Rate):
            return f"{self.formulas.say(amount)} {name}"
        each = self.formulas.say(amount.each) if amount.each is not None else ""
        said = f"{self.formulas.say(amount.amount)} {name}"
        parts = {"amount": said, "each": each, "unit": self.formulas.say(amount.unit)}
        return self.phrases.say("formulas", "rate" if each else "rate_one", **parts)

    # ------------------------------------------------------------------------------------------------ short forms

    def event(self, node: ast.Node) -> str:
        """An event that something waits for."""
        writer = _EVENTS.get(type(node).__name__)
        return self.naming.mentions(written(node)) if writer is None else writer(self, node)

    def e(self, name: str, /, **parts: ast.Expr | str | None) -> str:
        """An event with its parts in words."""
        said = {key: self.formulas.say(p) if isinstance(p, ast.Expr) else p or "" for key, p in parts.items()}
        return self.phrases.say("events", name, **said)

    def _phase_event(self, node: ast.PhaseEvent) -> str:
        name = ("your_" if node.yours else "") + ("begins" if node.begins else "ends")
        return self.e(name, phase=self.naming.name(node.phase))

    def _move_event(self, node: ast.MoveEvent) -> str:
        name = ("enters" if node.enters else "leaves") + ("_from" if node.source is not None else "")
        return self.e(name, word=self.formulas.word(node.word), place=node.place, source=node.source)

    def _change_event(self, node: ast.ChangeEvent) -> str:
        said_yes = isinstance(node.target, ast.Name) and node.target.id == "yes"
        if node.kind == "becomes" and said_yes and not isinstance(node.value, ast.Name):
            return self.e("becomes_true", value=node.value)
        return self.e(node.kind, value=node.value, target=node.target)

    def _named_event(self, node: ast.NamedEvent) -> str:
        name = self.naming.name(node.name)
        if not node.args:
            return self.e("named", name=name)
        return self.e("named_of", name=name, values=", ".join(self.formulas.say(argument) for argument in node.args))

    def _deed_event(self, node: ast.DeedEvent) -> str:
        met = self.formulas.word(node.word) if node.word is not None else self.naming.name(node.unit or "")
        deed = f"{self.naming.name(node.verb)} {met}".strip()
        who = {"you": "you_do", "another": "another_does"}.get(node.who, "a_player_does")
        said = self.e(who, deed=deed)
        return said if node.by is None else self.e("deed_by", deed=said, by=self.naming.name(node.by))

    def _change(self, node: ast.Change) -> str:
        """A change of a value that lasts."""
        target = self.naming.name(node.name)
        if node.scope == "this":
            target = self.phrases.say("changes", "this", name=target)
        elif node.word is not None:
            word = self.formulas.word(node.word)
            place = "" if node.place is None else self.formulas.say(node.place)
            target = self.phrases.say(
                "changes", "of" if node.place is None else "of_in", name=target, word=word, place=place
            )
        return self.phrases.say("changes", node.op, target=target, value=self.formulas.say(node.value))

    def _order(self, node: ast.Order) -> str:
        """Conditions one after the other."""
        return "; ".join(self._narrowing(line) for line in node.lines)

    def _narrowing(self, line: ast.Narrowing) -> str:
        if line.value is None:
            return self.phrases.say("quantities", "first")
        if line.kind == "keep":
            return self.formulas.say(line.value)
        return self.phrases.say("quantities", line.kind, key=self.formulas.say(line.value))

    def path(self, node: ast.Path) -> str:
        """A step: the thing, and the step of it."""
        said = self.naming.name(node.name)
        return said if node.step is None else f"{said} ({escape(node.step.replace('_', ' '))})"

    def limit(self, node: ast.Limit) -> str:
        """How often."""
        name = {None: "any", 1: "once", 2: "twice"}.get(node.times, "times")
        return self.phrases.say("limits", name, phase=self.naming.name(node.phase), n=str(node.times))


_Writer = Callable[[Sentences, Any], str]
_HEADS: dict[str, _Writer] = {
    "ForEach": lambda s, n: s.say("for_each", name=s.naming.name(n.name), source=n.source),
    "EachPlayer": Sentences._each_player,
    "AllPlayers": lambda s, n: s.say("all_players"),
    "Repeat": Sentences._repeat,
    "Turns": Sentences._turns,
}
_STATEMENTS: dict[str, _Writer] = {
    "Arrow": Sentences._arrow,
    "Maybe": lambda s, n: s.say("may_step", step=s.one(n.step)),
    "SomeUnits": lambda s, n: f"{s.formulas.say(n.amount)} {s.naming.word(n.unit)}",
    "WhenTrue": lambda s, n: s.say("when", step=s.one(n.step), condition=n.condition),
    "Move": Sentences._move,
    "Gather": lambda s, n: s.say("gather", what=n.what, into=n.into),
    "Slide": lambda s, n: s.say("slide", place=n.place),
    "Shuffle": lambda s, n: s.say("shuffle", place=n.place),
    "Deal": lambda s, n: s.say("deal", count=n.count, source=n.source, place=s.naming.name(n.place)),
    "Swap": lambda s, n: s.say("swap", first=n.first, second=n.second),
    "Reveal": lambda s, n: s.say("reveal" if n.to is None else "reveal_to", what=n.what, to=n.to),
    "LookAt": lambda s, n: s.say("look", what=n.what),
    "Choose": Sentences._choose,
    "Let": Sentences._let,
    "SetTo": Sentences._set,
    "Gain": Sentences._gain,
    "Do": lambda s, n: s.say("do", names=s.names(n.names)),
    "DoEffect": lambda s, n: s.say("do_effect", name=s.naming.name(n.name), of=n.of),
    "Offer": lambda s, n: s.say(f"offer {n.how}", names=s.names(n.names)),
    "Open": Sentences._open,
    "Play": Sentences._play,
    "Tally": lambda s, n: s.say("tally", name=s.naming.name(n.name)),
    "EndGame": lambda s, n: s.say("end_game"),
    "EndPhase": lambda s, n: s.say("end_phase", name=s.naming.name(n.name)),
    "Stop": lambda s, n: s.say("stop", name=s.naming.name(n.name)),
    "Until": lambda s, n: s.say("until", condition=n.condition),
    "Doing": Sentences._doing,
}
_EVENTS: dict[str, _Writer] = {
    "PhaseEvent": Sentences._phase_event,
    "StepEvent": lambda s, n: s.e("before" if n.before else "after", path=s.path(n.path)),
    "MoveEvent": Sentences._move_event,
    "ChangeEvent": Sentences._change_event,
    "NamedEvent": Sentences._named_event,
    "DeedEvent": Sentences._deed_event,
    "Change": Sentences._change,
    "Order": Sentences._order,
}
