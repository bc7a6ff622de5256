"""Puts a mistake into a copy of a rulebook, validates that, and judges what is said."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from encanta.checking.configure import make_rulebook
from encanta.checking.coverage import validate, validate_path
from encanta.checking.echoes import without_echoes
from encanta.checking.loading import load_folder
from encanta.checking.meaning_codes import ALWAYS_TRUE
from encanta.mistakes.mistake import Mistake
from encanta.mistakes.scenarios import said_by_tests, scenarios_of
from encanta.mistakes.ways import looked_at, ways_of
from encanta.resources import is_rulebook
from encanta.scenarios.offers import Difference
from encanta.text.diagnostic import Diagnostic, has_errors, sort_diagnostics
from encanta.text.nodes import Mapping, Node, Scalar
from encanta.text.source import Source
from encanta.text.yaml_reader import read_yaml

_QUOTED = re.compile(r"`([^`]+)`")


Remark = Diagnostic | Difference
"""A problem, or what is not as a scenario expects."""


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What came of a mistake. `suggested` is None where there is nothing to suggest; `said` is what was judged.

    `counts` is false if the file means the same as before, so that there is no mistake in it.
    """

    mistake: Mistake
    found: bool
    on_line: bool
    suggested: bool | None
    said: tuple[Remark, ...]
    counts: bool = True

    @property
    def fine(self) -> bool:
        """Whether there is nothing to better."""
        return self.found and self.on_line and self.suggested is not False


class Laboratory:
    """A copy of a rulebook in which mistakes are tried.

    Raises ValueError if the rulebook has mistakes already. `whole`: each is looked at in all ways of playing, as
    `encanta validate` does, also where one way is enough to find it.
    """

    def __init__(self, folder: Path, place: Path, whole: bool = False) -> None:
        if not is_rulebook(folder):
            raise ValueError(f"there is no rulebook in {folder}")
        self.copy = place / folder.resolve().name
        self.whole = whole
        shutil.copytree(folder, self.copy, ignore=shutil.ignore_patterns("__pycache__"))
        loaded = load_folder(self.copy)
        if loaded.rulebook is None or has_errors(loaded.diagnostics):
            raise ValueError(f"the rulebook in {folder} has mistakes already")
        self.text = loaded.rulebook
        self.rulebook = make_rulebook(loaded.rulebook)
        self.ways = ways_of(self.text)
        self.scenarios = scenarios_of(self.copy, self.rulebook)

    def verdict(self, mistake: Mistake) -> Verdict:
        """What is said of a mistake; judged is the first error in its file, or without errors the first warning."""
        if any(mistake.source is source for source in self.scenarios.sources):
            return judged(mistake, said_by_tests(self.scenarios, mistake))
        path = next(self.copy / name for name, source in self.text.texts.items() if source is mistake.source)
        with _changed(path, mistake.text):
            found = validate_path(str(self.copy)).diagnostics if self.whole else self._problems(mistake)
        return judged(mistake, found)

    def _problems(self, mistake: Mistake) -> list[Diagnostic]:
        """What is found: of the shape, else with the fewest players, else in the way that matters, else in all ways."""
        loaded = load_folder(self.copy)
        found = list(loaded.diagnostics)
        if loaded.rulebook is None:
            return sort_diagnostics(found)
        rulebook = make_rulebook(loaded.rulebook)
        found = without_echoes(found, rulebook.base.diagnostics)
        if not has_errors(found):
            found.extend(_certain(rulebook.configure(rulebook.players[0])[1]))
            found = found or _certain(looked_at(rulebook, self.ways, mistake))
        return sort_diagnostics(without_echoes(loaded.diagnostics, found or validate(rulebook).diagnostics))


def _certain(found: list[Diagnostic]) -> list[Diagnostic]:
    """What is wrong in all ways of playing if it is in one: errors, and conditions that decide nothing."""
    return found if has_errors(found) else [problem for problem in found if problem.code == ALWAYS_TRUE]


def judged(mistake: Mistake, found: Sequence[Remark]) -> Verdict:
    """How good what is said of a mistake is."""
    name = mistake.source.name
    here = [p for p in found if p.span is not None and p.span.source.name == name]
    first = next((p for p in here if isinstance(p, Difference) or p.severity == "error"), here[0] if here else None)
    on_line = first is not None and first.span is not None and first.span.line in mistake.lines
    suggested = first is not None and _suggests(first, mistake) if mistake.has_suggestion else None
    return Verdict(mistake, bool(found), on_line, suggested, tuple(found), bool(found) or not _means_the_same(mistake))


@contextmanager
def _changed(path: Path, text: str) -> Iterator[None]:
    before = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(before, encoding="utf-8")


def message_of(problem: Remark) -> str:
    """What is said, in one line."""
    if isinstance(problem, Difference):
        return f"`{problem.what}` should be `{problem.expected}`, and is `{problem.actual}`"
    return problem.message


def _suggests(problem: Remark, mistake: Mistake) -> bool:
    """Whether what is suggested is what should be."""
    if isinstance(problem, Difference):
        return any(word in message_of(problem) for word in mistake.wanted)
    said = f"{problem.message} {problem.help or ''}"
    if mistake.judge == "unguessed":
        return problem.fix is None and "did you mean" not in said
    if mistake.judge == "pointed":
        line = mistake.line_of(mistake.elsewhere or 0)
        return any(label.span.line == line for label in problem.labels) or _points_back(problem, line)
    if mistake.judge == "named":
        return any(word.casefold() in said.casefold() for word in mistake.wanted)
    if problem.fix is not None:
        return problem.fix.replacement in mistake.wanted
    quoted = _QUOTED.search(problem.help or "")
    return quoted is not None and quoted.group(1) in mistake.wanted


def _points_back(problem: Diagnostic, line: int) -> bool:
    """Whether it is the other one of two that is reported."""
    return problem.span is not None and problem.span.line == line and bool(problem.labels)


def _means_the_same(mistake: Mistake) -> bool:
    """Whether a file reads as the same tree with a mistake in it."""
    before, _ = read_yaml(mistake.source)
    after, _ = read_yaml(Source(mistake.source.name, mistake.text))
    return before is not None and after is not None and _plain(before) == _plain(after)


def _plain(node: Node) -> object:
    if isinstance(node, Scalar):
        return node.kind, node.text
    if isinstance(node, Mapping):
        return [(entry.key.text, _plain(entry.value)) for entry in node]
    return [_plain(item) for item in node]
