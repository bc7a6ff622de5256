"""Games that break become the smallest scenarios that still break."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from encanta.checking.configure import Rulebook, open_rulebook
from encanta.machine.program import Program
from encanta.play.opening import Request, open_program
from encanta.resources import rulebooks_root
from encanta.scenarios.drafts import Draft, read_back
from encanta.scenarios.games import Games
from encanta.scenarios.generic import Finding
from encanta.scenarios.running import run
from encanta.scenarios.testing import Plan, examine
from encanta.simulate.many import Order, simulate
from encanta.trust.broken_games import file_for, name_of, save, scenario_of_fault, scenario_of_finding
from encanta.trust.shrinking import _fewer, breaks_law

from .conftest import QUAY

FEW = ("checks:\n", "checks:\n  few: none(players where count(hold) > 7)\n")
LATER = ("checks:\n", "checks:\n  few: {after: turn, that: none(players where count(hold) > 7)}\n")
LOOP = (
    "    do: move sold to buyer's hold\n",
    """\
    do: |
      move sold to buyer's hold
      if count(hold of buyer) > 6:
        repeat:
          set begins to buyer
""",
)


@pytest.fixture
def spoilt(tmp_path: Path) -> Callable[[tuple[str, str]], Path]:
    """A copy of Quay with one text in place of another."""

    def change(words: tuple[str, str]) -> Path:
        folder = tmp_path / "quay"
        shutil.copytree(QUAY, folder)
        rules = folder / "rulebook.yaml"
        text = rules.read_text("utf-8")
        assert words[0] in text
        rules.write_text(text.replace(*words), "utf-8")
        return folder

    return change


def opened(folder: Path) -> Rulebook:
    rulebook, found = open_rulebook(str(folder))
    assert rulebook is not None, found
    return rulebook


def findings(folder: Path, games: int = 2) -> list[Finding]:
    tested = examine(str(folder), Plan(games=games, files=()))
    return [finding for tally in tested.tallies for finding in tally.findings]


@pytest.mark.parametrize("check", [FEW, LATER])
def test_a_check_that_fails(spoilt: Callable[[tuple[str, str]], Path], check: tuple[str, str]) -> None:
    folder = spoilt(check)
    games = Games(opened(folder))
    found = next(finding for finding in findings(folder) if finding.law == "checks")
    draft = scenario_of_finding(games, found)
    assert draft is not None
    result = run(games, read_back(draft))
    assert [(d.what, d.actual) for d in result.differences] == [("laws, checks", "`few` does not hold")]
    # One hand with eight crates, or seven and the one that is taken, and nothing else.
    assert len(draft.given) == 2
    assert len(draft.play) <= 8
    assert scenario_of_finding(games, found) == draft


def test_a_scenario_passes_once_the_rule_is_mended(spoilt: Callable[[tuple[str, str]], Path]) -> None:
    folder = spoilt(FEW)
    draft = scenario_of_finding(Games(opened(folder)), findings(folder)[0])
    assert draft is not None
    assert run(Games(opened(QUAY)), read_back(draft)).status == "passed"


def test_a_game_that_never_ends(spoilt: Callable[[tuple[str, str]], Path]) -> None:
    folder = spoilt(LOOP)
    program, problems = open_program(Request(str(folder), 3))
    assert program is not None, problems
    kinds = ("random",) * 3
    result = simulate(Order(program.request, kinds, 1, 10), program=program.program)
    fault = result.tally.faults[0]
    assert fault.kind == "stuck"
    rulebook = opened(folder)
    draft = scenario_of_fault(rulebook, program, kinds, fault)
    assert draft is not None
    assert draft.given[0] == ("at", "load of P2")
    assert len(draft.play) == 3
    result_now = run(Games(rulebook), read_back(draft))
    assert result_now.status == "failed"
    assert "it goes on forever without a decision" in result_now.differences[0].actual


def test_a_program_that_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the program itself is told as a finding, and saved; scenarios that meet it fail."""
    advance = Program.advance

    def breaking(program: Program, state: list[object], value: int) -> None:
        if program.site(state).name == "sold":
            raise ZeroDivisionError("no such luck")
        advance(program, state, value)

    monkeypatch.setattr(Program, "advance", breaking)
    found = next(finding for finding in findings(QUAY) if finding.law == "ending")
    assert found.message == "the program breaks: ZeroDivisionError: no such luck"
    draft = scenario_of_finding(Games(opened(QUAY)), found)
    assert draft is not None
    assert len(draft.play) <= 3


def test_what_no_scenario_shows_is_not_saved() -> None:
    games = Games(opened(QUAY))
    assert scenario_of_finding(games, Finding("replay", "x", 2, 1, 5)) is None
    assert scenario_of_finding(games, Finding("conservation", "x", 2, 1, 5)) is None
    assert scenario_of_finding(games, Finding("conservation", "x", 9, 1, 5)) is None


def test_a_program_that_breaks_in_a_scenario_fails_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr("encanta.scenarios.testing.run", broken)
    tested = examine(str(QUAY), Plan(games=0))
    assert tested.count("failed") == len(tested.results) > 0
    assert tested.results[0].differences[0].actual == "the program breaks: ZeroDivisionError: no such luck"


# ---------------------------------------------------------------------------------------------- the laws


def test_laws_are_expected_to_hold() -> None:
    games = Games(opened(QUAY))
    plain = Draft("x", 2, 1, given=(("at", "load of P1"),), expect=(("laws", "hold"),))
    assert run(games, read_back(plain)).status == "passed"
    wrong = Draft("x", 2, 1, given=(("at", "load of P1"),), expect=(("laws", "break"),))
    result = run(games, read_back(wrong))
    assert [problem.message for problem in result.diagnostics] == ["laws `hold`"]


def test_a_draft_that_cannot_be_played_breaks_nothing() -> None:
    from encanta.scenarios.recorded import played

    games = Games(opened(QUAY))
    game = played(games, 2, {}, (), 1, [])
    bad = Draft("x", 2, 1, given=(("at", "load of P1"),), play=("P2: pass",), expect=(("laws", "hold"),))
    assert not breaks_law(game, "checks", "x")(bad)


def test_parts_that_can_go_go() -> None:
    tried: list[tuple[int, ...]] = []

    def breaks(parts: tuple[int, ...]) -> bool:
        tried.append(parts)
        return 3 in parts and 6 in parts

    assert _fewer(tuple(range(10)), breaks) == (3, 6)
    assert len(tried) < 25


# ----------------------------------------------------------------------------------------------- saving


def test_where_it_is_saved(tmp_path: Path) -> None:
    assert file_for(tmp_path, "x") == tmp_path / "scenarios" / "broken" / "x.yaml"
    shipped = next(path for path in rulebooks_root().iterdir() if (path / "rulebook.yaml").exists())
    assert file_for(shipped, "x") == Path(f"{shipped.name}_x.yaml")
    assert name_of(Finding("checks", "`few later` does not hold", 3, 7, 5)) == "checks_few_later_3_players_seed_7"
    assert name_of(Finding("purity", "something else is shown", 3, 7, 5)) == "purity_3_players_seed_7"
    draft = Draft("x", 2, 1, expect=(("over", "no"),))
    path = save(draft, file_for(tmp_path, "x"))
    assert path.read_text("utf-8") == draft.text
