"""Changes a rulebook in many small ways and sees which scenarios notice.

    python tests/mutating.py rulebooks/encantados            every scenario should fail under some change
    python tests/mutating.py rulebooks/encantados -k search --all
    python tests/mutating.py rulebooks/encantados --change "needed: {is: 3" "needed: {is: 2"

A scenario that no change of the rulebook can break proves nothing. Without `--change` the changes are made by
operators: one number, comparison or word of a formula is turned into another, or a named thing is taken out. A change
that gives no valid rulebook counts as none. For a rule that holds because something is absent, say with `--change OLD
NEW` what would have to be written to break it.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from encanta.checking.configure import open_rulebook
from encanta.scenarios.codes import UNKNOWN_REASON
from encanta.scenarios.forms import Scenario
from encanta.scenarios.games import Games
from encanta.scenarios.reading import read_scenarios, scenario_files
from encanta.scenarios.running import Result, run
from encanta.scenarios.selecting import selection
from encanta.text.diagnostic import has_errors

FILES = ("rulebook.yaml", "cards.yaml")
SWAPS = (
    (r">=", ">"),
    (r"<=", "<"),
    (r"(?<![->=])>(?![=])", ">="),
    (r"(?<!<)<(?![=])", "<="),
    (r"\bis not\b", "is"),
    (r"\bis\b(?! not)", "is not"),
    (r"\band\b", "or"),
    (r"\bor\b(?! else| more)", "and"),
    (r"\bnot ", ""),
    (r"\bany\(", "none("),
    (r"\bnone\(", "any("),
    (r"\bmost\b", "least"),
    (r"\bleast\b", "most"),
    (r"\byes\b", "no"),
    (r"\bno\b", "yes"),
    (r"\btop\b", "bottom"),
    (r"\bbottom\b", "top"),
    (r"\bbottom of\b", ""),
    (r"\bexactly one of\b", "any of"),
    (r"\bany of\b", "exactly one of"),
    (r"\benters\b", "leaves"),
    (r"\bbefore\b", "after"),
    (r"\bowner\b", "everyone"),
    (r"\beveryone\b", "owner"),
    (r"\bnobody\b", "everyone"),
    (r"\bonce per (\w+)", r"3 times per \1"),
    (r"\bor more\b", ""),
    (r"\bclockwise from\b", "clockwise from left of"),
    (r" (\+) ", " - "),
    (r" (-) ", " + "),
    (r"\bside of p\b", "side of you"),
)
NUMBER = re.compile(r"(?<![\w.\-])-?\d+(?![\w.])")
PROSE = re.compile(r"^\s*(?:- )?(?:about|text|source|title|encanta|ruling|assumed|language)\b")
INNER_PROSE = re.compile(r"\b(?:about|text|source|ruling): (?:'[^']*'|\"[^\"]*\"|[^,{}]*)")


@dataclass(frozen=True)
class Change:
    """One change of a file: the text between two offsets becomes another."""

    file: str
    start: int
    end: int
    new: str
    words: str

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


# ---------------------------------------------------------------------------------------------- operators


def changes_of(folder: Path) -> Iterator[Change]:
    """Every change that the operators make in the rules and the cards of a rulebook."""
    for file in FILES:
        path = folder / file
        if path.is_file():
            text = path.read_text(encoding="utf-8")
            yield from (change for change in _all(file, text) if change.applied(text) != text)


def _all(file: str, text: str) -> Iterator[Change]:
    lines = text.splitlines(keepends=True)
    offset = 0
    for number, line in enumerate(lines):
        if line.strip() and not line.lstrip().startswith("#") and not PROSE.match(line):
            yield from _swaps(file, number, line, offset)
            yield from _numbers(file, number, line, offset)
            yield _removal(file, lines, number, offset)
        offset += len(line)


def _code(line: str) -> str:
    """The line with its prose blanked, every other letter in its place."""
    return INNER_PROSE.sub(lambda match: " " * len(match[0]), line)


def _swaps(file: str, number: int, line: str, offset: int) -> Iterator[Change]:
    code = _code(line)
    for old, new in SWAPS:
        for match in re.finditer(old, code):
            begin, end = match.span()
            word = match.expand(new)
            yield Change(file, offset + begin, offset + end, word, f"{file}:{number + 1}: `{match[0]}` to `{word}`")


def _numbers(file: str, number: int, line: str, offset: int) -> Iterator[Change]:
    for match in NUMBER.finditer(_code(line)):
        for step in (1, -1):
            new = str(int(match[0]) + step)
            words = f"{file}:{number + 1}: `{match[0]}` to `{new}`"
            yield Change(file, offset + match.start(), offset + match.end(), new, words)


def _removal(file: str, lines: list[str], number: int, offset: int) -> Change:
    """A line is taken out with everything that is indented below it."""
    indent = len(lines[number]) - len(lines[number].lstrip())
    length = len(lines[number])
    for line in lines[number + 1 :]:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        length += len(line)
    return Change(file, offset, offset + length, "", f"{file}:{number + 1}: without `{lines[number].strip()}`")


def change_named(folder: Path, old: str, new: str) -> Change:
    """The change of a text that occurs once in the rulebook."""
    for file in FILES:
        text = (folder / file).read_text(encoding="utf-8") if (folder / file).is_file() else ""
        if text.count(old) == 1:
            begin = text.index(old)
            return Change(file, begin, begin + len(old), new, f"{file}: `{old}` to `{new}`")
    raise SystemExit(f"`{old}` does not occur exactly once in {', '.join(FILES)}")


# ------------------------------------------------------------------------------------------------ trying


class Laboratory:
    """A copy of a rulebook in which changes are tried."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder = folder
        self.copy = place / folder.name
        shutil.copytree(folder, self.copy, ignore=shutil.ignore_patterns("__pycache__", "scenarios"))

    def failing(self, change: Change, scenarios: Iterable[Scenario]) -> list[Scenario] | None:
        """The scenarios that fail under a change; None if what it gives is no valid rulebook."""
        path = self.copy / change.file
        original = (self.folder / change.file).read_text(encoding="utf-8")
        path.write_text(change.applied(original), encoding="utf-8")
        try:
            return self._failing(scenarios)
        finally:
            path.write_text(original, encoding="utf-8")

    def _failing(self, scenarios: Iterable[Scenario]) -> list[Scenario] | None:
        rulebook, found = open_rulebook(str(self.copy))
        if rulebook is None or has_errors(found):
            return None
        games = Games(rulebook)
        if games.model(games.fewest())[0] is None:
            return None
        return [scenario for scenario in scenarios if notices(run(games, scenario))]


def notices(result: Result) -> bool:
    """Whether a scenario fails, or names a reason for which nothing is refused any more."""
    gone = result.diagnostics and all(problem.code == UNKNOWN_REASON for problem in result.diagnostics)
    return result.status == "failed" or bool(gone)


def scenarios_of(folder: Path, words: str | None) -> list[Scenario]:
    """The scenarios of a rulebook, perhaps only those with some words."""
    found = [scenario for path in scenario_files(folder) for scenario in read_scenarios(path)[0]]
    return found if words is None else list(filter(selection(words), found))


def prove(
    folder: Path, scenarios: list[Scenario], changes: Iterable[Change], every: bool, say: object
) -> dict[str, list[str]]:
    """For each scenario the changes under which it fails: the first one found, or (`every`) all of them."""
    proof: dict[str, list[str]] = {scenario.name: [] for scenario in scenarios}
    with tempfile.TemporaryDirectory() as place:
        laboratory = Laboratory(folder, Path(place))
        for change in changes:
            open_ = [s for s in scenarios if every or not proof[s.name]]
            if not open_:
                break
            for scenario in laboratory.failing(change, open_) or ():
                proof[scenario.name].append(change.words)
            if callable(say):
                say(change, len(open_))
    return proof


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Which scenarios fail under which changes of the rulebook?")
    parser.add_argument("folder", type=Path)
    parser.add_argument("-k", metavar="EXPR", default=None, help="only scenarios with these words")
    parser.add_argument("--all", action="store_true", help="try every change on every scenario")
    parser.add_argument("--change", nargs=2, metavar=("OLD", "NEW"), action="append", default=[])
    parser.add_argument("--part", metavar="I/N", default="1/1", help="every Nth change, from the Ith on")
    parser.add_argument("--json", type=Path, default=None, help="write the changes by scenario into a file")
    given = parser.parse_args()
    scenarios = scenarios_of(given.folder, given.k)
    part, parts = (int(number) for number in given.part.split("/"))
    changes = [change_named(given.folder, old, new) for old, new in given.change] or list(changes_of(given.folder))
    # In no order, so that early changes hit all parts of the rules and few scenarios are left soon.
    random.Random(1).shuffle(changes)
    changes = changes[part - 1 :: parts]
    began = time.monotonic()

    def say(change: Change, open_: int) -> None:
        print(f"\r{time.monotonic() - began:6.0f} s  {open_} open  {change.words[:70]:70}", end="", file=sys.stderr)

    proof = prove(given.folder, scenarios, changes, given.all, say)
    print(file=sys.stderr)
    for name, words in proof.items():
        print(f"{'PROVEN ' if words else 'UNPROVEN'} {name}: {'; '.join(words[:3])}")
    unproven = sum(not words for words in proof.values())
    print(f"{len(proof) - unproven} of {len(proof)} scenarios fail under a change; {len(changes)} changes")
    if given.json is not None:
        given.json.write_text(json.dumps(proof, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.exit(1 if unproven else 0)


if __name__ == "__main__":
    main()
