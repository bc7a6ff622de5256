"""One elaboration under way: hands out variables, values, bodies and sheets, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from encanta.checking import meaning_codes as codes
from encanta.checking.bans import any_shield, banned_words
from encanta.checking.callers import for_a_player
from encanta.checking.environment import GAME, BodySign, Environment, EventSign, ValueSign, VariableSign
from encanta.checking.items import Item, Key, collect, numbers
from encanta.checking.lending import Lending
from encanta.checking.model import PLAYER, AllOf, Body, Place, Sheet, Type, Value, Variable, Window, set_of
from encanta.checking.reading import Work
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nodes import Mapping, Node


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """A declaration that has been read: what it is, and what was wrong or strange."""

    what: Any
    found: tuple[Diagnostic, ...]


Maker = Callable[["Session", Item, Work], Any]


class Session:
    """Everything declared in one tree, with what has been read of it so far."""

    def __init__(self, env: Environment, tree: Mapping, cards: Mapping | None, lending: Lending | None = None) -> None:
        self.env = env
        self.lent = lending.lent_to(env) if lending is not None else None
        self.items = collect(tree, cards)
        self.you = for_a_player(env, self.items)
        self.banned = banned_words(self.items.items())
        self.shields = any_shield(self.items.items())
        self.numbers = numbers(self.items, self.you, self.banned, self.shields, whole=lending is None)
        self.done: dict[Key, Done] = {}
        self.begun: dict[Key, Any] = {}
        self.busy: dict[Key, Work] = {}
        self.heads: dict[str, Any] = {}
        self.reading: set[str] = set()
        """The bodies whose parameters, choices and costs are being read."""

    # ------------------------------------------------------------------------------------------- memory

    def recall(self, key: Key) -> Done | None:
        """A declaration that was read before, here or in an earlier elaboration."""
        found = self.done.get(key)
        if found is None:
            number = self.numbers.get(key)
            found = self.env.memory.get((key, number))
            if found is None and number is not None and self.lent is not None:
                found = self.lent.recall(self.items[key], number)
            if found is not None:
                self.done[key] = found
        return found

    def keep(self, key: Key, what: Any, found: list[Diagnostic]) -> Done:
        """Remembers a declaration that has been read."""
        done = Done(what, tuple(found))
        self.done[key] = self.env.memory[(key, self.numbers[key])] = done
        return done

    def ask(self, key: Key, make: Maker) -> Any:
        """What a declaration is, read now if it was not before; None while it is being read, or if there is none."""
        done = self.recall(key)
        if done is not None:
            return done.what
        item = self.items.get(key)
        if item is None:
            return None
        if key in self.busy:
            self._circle(key)
            return None
        work = self.busy[key] = Work()
        try:
            what = make(self, item, work)
        except RecursionError:
            what = None
            span = item.entry.key.span
            work.found.append(error(codes.CANNOT_READ, "this is nested too deeply to be understood", span))
        del self.busy[key]
        return self.keep(key, what, work.found).what

    def _circle(self, key: Key) -> None:
        """Reports a value that needs itself."""
        names = [k[-1] for k in self.busy]
        circle = [*names[list(self.busy).index(key) :], key[-1]]
        span = self.items[key].entry.key.span
        message = f"`{key[-1]}` needs itself: {' needs '.join(f'`{n}`' for n in circle)}"
        help = "a value is worked out from other things; break the circle"
        self.busy[key].found.append(error(codes.VALUE_CYCLE, message, span, help=help))

    # ------------------------------------------------------------------------------------- declared things

    def value(self, sign: ValueSign) -> Value | None:
        """A declared value with its formula; None if it could not be understood."""
        from encanta.checking.values import read_value

        value: Value | None = self.ask(("value", sign.owner, sign.name), read_value)
        return value

    def variable(self, sign: VariableSign) -> Variable:
        """A declared variable; where it starts may not be read yet."""
        if sign.made is not None:
            return sign.made
        key = ("variable", sign.owner, sign.name)
        done = self.recall(key)
        if done is not None:
            variable: Variable = done.what
            return variable
        if key not in self.begun:
            owner = None if sign.owner == GAME else sign.owner
            self.begun[key] = Variable(sign.name, sign.type, owner, None, None, (), None, sign.span)
        begun: Variable = self.begun[key]
        return begun

    def body(self, name: str) -> Body | None:
        """A phase, a procedure or an action; what it does may not be read yet."""
        sign = self.env.bodies.get(name)
        key = ("body", name)
        if sign is None:
            return None
        done = self.recall(key)
        if done is not None:
            body: Body = done.what
            return body
        if key not in self.begun:
            self.begun[key] = self._begin(sign)
        begun: Body = self.begun[key]
        return begun

    def _begin(self, sign: BodySign) -> Body:
        from encanta.checking.tree import about

        parameters = tuple((p.name, p.type) for p in sign.parameters)
        prose = about(self.items[("body", sign.name)].entry.value)
        you = self.you[sign.name]
        return Body(sign.kind, sign.name, prose, parameters, you, (), (), None, (), (), sign.span)

    def place(self, name: str) -> Place | None:
        """A place with what it holds; None if it could not be understood."""
        from encanta.checking.places import fill_place

        self.ask(("place", name), fill_place)
        return self.env.places.get(name)

    def window(self, name: str) -> Window | None:
        """A window; what it asks and offers may not be read yet."""
        key = ("window", name)
        item = self.items.get(key)
        if item is None:
            return None
        done = self.recall(key)
        if done is not None:
            window: Window = done.what
            return window
        if key not in self.begun:
            span = item.entry.key.span
            everybody = AllOf(set_of(PLAYER), span)
            self.begun[key] = Window(name, "", (), (), None, everybody, None, (), None, span)
        begun: Window = self.begun[key]
        return begun

    def phases(self) -> list[str]:
        """Everything that begins and ends, so that limits and resets can go with it: phases and windows."""
        phases = [sign.name for sign in self.env.bodies.values() if sign.kind == "phase"]
        return phases + self.names_of("window")

    def run_variables(self, name: str) -> tuple[tuple[str, Type], ...]:
        """The variables of one run of a procedure or an action, with their types."""
        from encanta.checking.bodies import head

        if ("body", name) not in self.items:
            return ()
        if self.recall(("body", name)) is None:
            head(self, name)
        body = self.body(name)
        return () if body is None else tuple((name, type) for name, type, _ in body.variables)

    def node(self, key: Key) -> Node | None:
        """Where a declaration stands."""
        item = self.items.get(key)
        return None if item is None else item.entry.value

    def event(self, name: str) -> tuple[EventSign, Item] | None:
        """A named event."""
        sign = self.env.events.get(name)
        item = self.items.get(("event", sign.owner, name)) if sign is not None else None
        return None if sign is None or item is None else (sign, item)

    def sheet(self, name: str) -> Sheet | None:
        """A score sheet; None if there is none."""
        from encanta.checking.scores import read_sheet

        sheet: Sheet | None = self.ask(("scoring", name), read_sheet)
        return sheet

    def names_of(self, kind: str) -> list[str]:
        """The names of all score sheets (`scoring`), windows (`window`) or tricks (`trick`)."""
        return [key[1] for key in self.items if key[0] == kind]
