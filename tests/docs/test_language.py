"""Every example of the language page is a rulebook, or a part of one, in which nothing is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from encanta.checking.coverage import validate_path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
FENCE = re.compile(r"^```yaml (\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Plain(yaml.SafeDumper):
    """Writes every scalar as it was read: a rulebook's own reader decides what a word means."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - this is how the library is told


def tree(text: str) -> Any:
    return yaml.load(text, Loader=yaml.BaseLoader)


def merged(base: Any, part: Any) -> Any:
    """A rulebook with what a part adds and changes."""
    if not (isinstance(base, dict) and isinstance(part, dict)):
        return part
    return base | {key: merged(base.get(key), value) for key, value in part.items()}


def examples() -> list[tuple[int, str, str]]:
    """Line, kind and text of each example of the page."""
    page = PAGE.read_text(encoding="utf-8")
    return [(page.count("\n", 0, m.start()) + 1, m.group(1), m.group(2)) for m in FENCE.finditer(page)]


EXAMPLES = examples()
WHOLE = next(text for _, kind, text in EXAMPLES if kind == "rulebook")
CARDS = next(text for _, kind, text in EXAMPLES if kind == "cards")


def rulebooks() -> list[tuple[int, Any, str]]:
    """Line, rulebook and cards of each part; a part is followed by its cards where it needs others."""
    found = []
    for at, (line, kind, text) in enumerate(EXAMPLES):
        following = EXAMPLES[at + 1] if at + 1 < len(EXAMPLES) else (0, "", "")
        if kind in ("rulebook", "part"):
            cards = following[2] if following[1] == "cards" else CARDS
            found.append((line, merged(tree(WHOLE), tree(text)), cards))
        elif EXAMPLES[at - 1][1] == "cards":
            found.append((line, tree(WHOLE), text))
    return found


UNUSED = ("unused-name", "unreachable", "never-offered")
"""What parts leave of the whole rulebook is not always used."""


def said(folder: Path, rulebook: str, cards: str) -> list[str]:
    """What validating finds, but for names that only an example leaves unused."""
    (folder / "rulebook.yaml").write_text(rulebook, encoding="utf-8")
    (folder / "cards.yaml").write_text(cards, encoding="utf-8")
    found = validate_path(str(folder)).diagnostics
    return [f"{d.span.line if d.span else 0} {d.code}: {d.message}" for d in found if d.code not in UNUSED]


@pytest.mark.parametrize(
    ("line", "rulebook", "cards"), rulebooks(), ids=lambda x: f"line {x}" if isinstance(x, int) else ""
)
def test_an_example_is_right(line: int, rulebook: Any, cards: str, tmp_path: Path) -> None:
    assert said(tmp_path, yaml.dump(rulebook, Dumper=Plain, sort_keys=False), cards) == []


def test_the_whole_rulebook_is_right_as_it_stands(tmp_path: Path) -> None:
    assert said(tmp_path, WHOLE, CARDS) == []


def test_an_example_that_is_wrong_would_be_seen(tmp_path: Path) -> None:
    wrong = merged(tree(WHOLE), {"phases": {"turn": "draw_card 1"}})
    (found,) = said(tmp_path, yaml.dump(wrong, Dumper=Plain, sort_keys=False), CARDS)
    assert "`draw_card` is not a verb of this rulebook" in found


def test_the_page_has_examples_of_each_kind() -> None:
    kinds = [kind for _, kind, _ in EXAMPLES]
    assert kinds.count("rulebook") == 1
    assert kinds.count("part") >= 8
    assert len(rulebooks()) >= 9
    assert set(kinds) == {"rulebook", "part", "cards"}


def test_the_contents_lead_to_headings() -> None:
    page = PAGE.read_text(encoding="utf-8")
    headings = {
        re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in re.findall(r"^#+ (.*)$", page, re.M)
    }
    links = re.findall(r"\]\(#([^)]+)\)", page)
    assert links
    assert set(links) <= headings
