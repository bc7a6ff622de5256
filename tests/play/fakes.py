"""Small stand-ins for decisions, and a terminal that a test types into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from encanta.machine.bits import members
from encanta.machine.options import Codes, OneOf, Options, Subsets

CARDS = ["red", "red", "green", "green", "green", "blue", "dark blue", "gold"]


@dataclass(frozen=True)
class FakeSite:
    """A place where a decision is made."""

    kind: str = "choose"
    single: bool = True
    element: str = "component"
    of: str | None = "card"
    name: str = "kept"
    body: str = "tidy"
    about: str = ""


@dataclass(frozen=True)
class FakeDecision:
    """A decision with words for its values."""

    options: Options
    describe: Callable[[int], str]
    site: FakeSite = FakeSite()
    seat: int = 0
    prompt: str = "choose one card"
    printed: Callable[[int], str] = lambda value: ""


class FakeNames:
    """Words for values."""

    def player(self, seat: int) -> str:
        return f"P{seat + 1}"

    def word(self, name: str) -> str:
        return name.replace("_", " ")

    def component(self, number: int) -> str:
        return CARDS[number]

    def element(self, kind: str, of: str | None, value: int) -> str:
        return CARDS[value] if kind == "component" else str(value)


def in_words(mask: int) -> str:
    return ", ".join(CARDS[element] for element in members(mask)) or "none"


def actions(*words: str) -> FakeDecision:
    """A decision between a few actions."""
    return FakeDecision(Codes(range(len(words))), lambda value: words[value], FakeSite("action"))


def one_card(mask: int = 0b11111111) -> FakeDecision:
    return FakeDecision(OneOf(mask), lambda value: CARDS[value])


def several(low: int, high: int, such_that: Callable[[int], object] | None = None) -> FakeDecision:
    """Some of the cards, equal ones together."""
    groups = [[0, 1], [2, 3, 4], [5], [6], [7]]
    return FakeDecision(Subsets(groups, low, high, such_that), in_words, FakeSite(single=False))


@dataclass
class FakeTerminal:
    """Answers from a list, then end of input; keeps what was shown."""

    typed: list[str]
    shown: list[str] = field(default_factory=list)

    def clear(self) -> None:
        self.shown.append("<clear>")

    def show_table(self, view: Any) -> None:
        self.shown.append(f"<table of {view}>")

    def show_menu(self, prompt: str, lines: Sequence[str]) -> None:
        self.shown += [prompt, *(f"{number} {line}" for number, line in enumerate(lines, 1))]

    def say(self, text: str) -> None:
        self.shown.append(text)

    def ask(self, prompt: str) -> str:
        self.shown.append(f"<ask {prompt.strip()}>")
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)


@dataclass
class FakeDesk:
    """Notes what is asked for."""

    refusal: str | None = None
    asked: list[str] = field(default_factory=list)

    def take_back(self, seat: int) -> str | None:
        self.asked.append(f"undo {seat}")
        return self.refusal

    def save(self, name: str) -> str:
        self.asked.append(f"save {name}")
        return "kept"

    def explain(self, words: str) -> list[str]:
        return [f"about {words}"]

    def why(self, seat: int, move: str) -> list[str]:
        return [f"why {seat} {move}"]

    def log(self, seat: int, count: int) -> list[str]:
        return [f"log {seat} {count}"]

    def news(self, seat: int) -> list[str]:
        return ["something happened"]
