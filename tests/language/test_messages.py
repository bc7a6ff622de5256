"""What is said about a text that cannot be read: in words, at the right place, with the likeliest remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from encanta.language import grammar
from encanta.language.explaining import spellings
from encanta.language.parser import SyntaxFailure, parse

from .shapes import VERBS, failure_of

GROUPS: dict[str, list[list[str]]] = yaml.safe_load(Path(__file__).with_name("messages.yaml").read_text("utf-8"))
ROWS = [row for rows in GROUPS.values() for row in rows]
LEAK = re.compile(r"_[A-Z]|[A-Z]{3,}|__|\$|Token|Tree|lark", re.ASCII)


def failure(text: str, start: str) -> SyntaxFailure:
    """Why a text cannot be read as `start`."""
    with pytest.raises(SyntaxFailure) as caught:
        parse(text, start, VERBS)
    return caught.value


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[1]}")
def test_the_message_its_place_and_its_help(row: list[str]) -> None:
    start, marked, message, *help = row
    found = failure(marked.replace("«", "").replace("»", ""), start)
    assert found.message == message
    assert (found.start, found.end) == (marked.index("«"), marked.index("»") - 1)
    assert found.help == (help[0] if help else None)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[1]}")
def test_messages_are_sentences_in_lower_case_without_an_end(row: list[str]) -> None:
    for said in row[2:]:
        assert not said.endswith(".")
        assert said[0] == "`" or said[0].islower() or said[0].isdigit()
        assert said.count("`") % 2 == 0


def test_every_terminal_has_a_spelling() -> None:
    spelled = spellings(grammar.load().parser.lexer)
    terminals = {terminal.name for terminal in grammar.load().terminals}
    assert terminals - spelled.keys() == set()
    assert [text for text in spelled.values() if LEAK.search(text)] == []


def broken_texts(text: str) -> list[str]:
    """A text cut off after each of its words, and with each of them left out, doubled, or changed for another."""
    words = text.split(" ")
    found = []
    for at in range(len(words)):
        found.append(" ".join(words[:at]))
        found.append(" ".join(words[:at] + words[at + 1 :]))
        found.append(" ".join(words[: at + 1] + words[at:]))
        for other in (")", "is", "3", ":", "hand", "else", ",", "heals"):
            found.append(" ".join([*words[:at], other, *words[at + 1 :]]))
    return found


FORMS: dict[str, list[list[str]]] = yaml.safe_load(Path(__file__).with_name("forms.yaml").read_text("utf-8"))


@pytest.mark.parametrize("start", grammar.STARTS)
def test_no_message_names_a_terminal(start: str) -> None:
    failures = [(broken, failure_of(broken, start)) for text, _ in FORMS[start] for broken in broken_texts(text)]
    for broken, found in failures:
        if found is not None:
            assert not LEAK.search(f"{found.message} {found.help}"), (broken, found.message, found.help)
            assert 0 <= found.start < found.end
            assert found.start <= len(broken)
            assert found.message.count("`") % 2 == 0
    assert sum(found is not None for _, found in failures) > len(FORMS[start])
