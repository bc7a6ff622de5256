"""Which changes scenarios notice: chosen by what they come by, tried one by one, and told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from encanta.trust import trying
from encanta.trust.benches import Bench, Order, chosen, come_by
from encanta.trust.choosing import Chooser
from encanta.trust.mutants import Mutant
from encanta.trust.mutation import Mutation, Sample, as_json, as_text, inquire
from encanta.trust.trying import Trial, functions

from .conftest import QUAY, order

Open = Callable[..., Bench]

LOAD = """\
- scenario: a lot
  given: {at: load of P1, P1's hold: [red, red, red, green], P2's hold: [blue]}
  play: ['P1: stow red with red, red', 'P1: pass']
  expect: {P1's ship: [red, red]}
- scenario: a sale
  given: {at: load of P1, P1's hold: [red, red, green], P2's hold: [blue]}
  play: ['P1: sell red']
  expect: {P2's hold: [red, blue]}
"""


def quiet(label: str, pieces: int) -> Callable[[int], object]:
    return lambda done: None


def inquiry(folder: Path, text: str, part: str, limit: int | None = None, jobs: int = 1) -> Mutation:
    return inquire(order(folder, text), Sample(limit, 1, part), jobs, quiet)


def fate(found: Mutation, kind: str, words: str) -> Trial:
    number = next(m.number for m in found.wanted if m.kind == kind and words in m.words)
    return next(trial for trial in found.trials if trial.number == number)


def one(bench: Bench, name: str, kind: str) -> Mutant:
    return next(mutant for mutant in bench.mutants if mutant.spot.name == name and mutant.kind == kind)


# ---------------------------------------------------------------------------------------------- choosing


def chooser(opened: Bench) -> Chooser:
    coming = come_by(opened, 1, lambda done: None)
    return Chooser([coming.reached[n] for n in range(len(opened.scenarios))], coming.atlas)


def test_only_scenarios_that_come_by_are_run(bench: Open) -> None:
    opened = bench(LOAD)
    found = chooser(opened)
    assert found.groups(one(opened, "actions.stow.do", "dropped")) == [(0,)]
    # A requirement is looked at wherever its action is offered; first comes the scenario that reaches least else.
    assert found.groups(one(opened, "actions.sell.require.never the last crate", "operator")) == [(1, 0)]
    assert found.groups(one(opened, "procedures.dump", "top / bottom")) == []


def test_what_is_no_place_of_its_own_may_matter_everywhere(bench: Open) -> None:
    opened = bench(LOAD)
    groups = chooser(opened).groups(one(opened, "crate.green.weight", "number"))
    assert sorted(number for group in groups for number in group) == [0, 1]


def test_a_reading_counts_only_where_it_is_chosen(bench: Open) -> None:
    never = "- scenario: none\n  options: {barrels: never}\n  given: {at: load of P1}\n  expect: {asked: P1}\n"
    opened = bench(LOAD + never)
    mutant = next(m for m in opened.mutants if m.spot.settings == (("barrels", "never"),))
    assert chooser(opened).groups(mutant) == [(2,)]


# ------------------------------------------------------------------------------------------------ trying


def test_a_change_is_noticed_by_the_scenario_that_fails(tmp_path: Path) -> None:
    found = inquiry(tmp_path, LOAD, "actions.sell")
    dropped = fate(found, "taken out", "never the last crate")
    assert dropped.status == "unnoticed"
    refusing = LOAD + (
        "- scenario: the last stays\n  given: {at: load of P1, P1's hold: [red], P2's hold: [blue]}\n"
        "  expect: {refused: ['P1: sell red']}\n"
    )
    noticed = fate(inquiry(tmp_path, refusing, "actions.sell"), "taken out", "never the last crate")
    assert (noticed.status, noticed.by) == ("noticed", "the last stays")


def test_what_nobody_comes_by_is_unreached(tmp_path: Path) -> None:
    found = inquiry(tmp_path, LOAD, "procedures.dump")
    assert fate(found, "top / bottom", "bottom of store").status == "unreached"
    assert {trial.status for trial in found.trials} == {"unreached", "invalid"}
    assert found.share == 0.0
    assert not found.sound
    assert "UNREACHED" in as_text(found, False)


def test_what_is_no_rulebook_and_what_is_the_same_counts_for_nothing(tmp_path: Path) -> None:
    found = Mutation(Bench(order(tmp_path, LOAD)))
    found.trials = [Trial(0, "invalid"), Trial(1, "same"), Trial(2, "noticed", "x", 1)]
    assert found.share == 1.0
    assert found.sound
    found.trials.append(Trial(3, "unnoticed", "", 2))
    assert found.share == 0.5
    assert not found.sound


def test_a_rulebook_that_would_be_none_is_invalid(bench: Open) -> None:
    opened = bench(LOAD)
    mutant = one(opened, "options.goal.default", "number")
    assert mutant.words == "`12` becomes `13`"
    too_few = next(m for m in opened.mutants if m.spot.name == "options.loads.default" and m.new == "0")
    assert opened.laboratory.attempt(mutant, [(0, 1)]).status == "unnoticed"
    assert opened.laboratory.attempt(too_few, [(0, 1)]).status == "invalid"


def test_scenarios_that_do_not_pass_are_left_out(tmp_path: Path) -> None:
    found = inquiry(tmp_path, LOAD.replace("[red, blue]}", "[blue]}"), "actions.sell")
    assert found.left_out == ["a sale"]
    assert not found.sound
    assert "LEFT OUT a sale: it does not pass" in as_text(found, False)
    assert all(trial.by != "a sale" for trial in found.trials)


def test_what_takes_too_long_is_noticed(bench: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(trying, "SECONDS", 0.05)
    monkeypatch.setattr(trying, "run", forever)
    opened = bench(LOAD)
    trial = opened.laboratory.attempt(one(opened, "crate.green.weight", "number"), [(0,)])
    assert (trial.status, trial.by) == ("noticed", "it takes too long")


def test_a_program_that_breaks_is_told(bench: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(trying, "run", broken)
    opened = bench(LOAD)
    trial = opened.laboratory.attempt(one(opened, "crate.green.weight", "number"), [(0,)])
    assert (trial.status, trial.by) == ("crashed", "ZeroDivisionError: no")


def test_a_text_is_cut_into_its_functions() -> None:
    text = "A = 1\ndef f(x):\n    if x:\n\n        return 2\ndef g():\n    pass\n"
    assert functions(text) == ["A = 1\n", "def f(x):\n    if x:\n\n        return 2\n", "def g():\n    pass\n"]
    assert "".join(functions(text)) == text


# ------------------------------------------------------------------------------------------- the inquiry


def test_changes_are_chosen_by_name_and_by_lot(bench: Open) -> None:
    opened = bench(LOAD)
    assert chosen(opened, None, 1, None) == opened.mutants
    assert {m.spot.path[1] for m in chosen(opened, None, 1, "actions.sell")} == {"sell"}
    few = chosen(opened, 5, 1, None)
    assert len(few) == 5
    assert few == chosen(opened, 5, 1, None) == sorted(few, key=lambda m: m.number)
    assert few != chosen(opened, 5, 2, None)


def test_several_processes_give_the_same(tmp_path: Path) -> None:
    alone, together = (inquiry(tmp_path, LOAD, "actions.s", jobs=jobs) for jobs in (1, 2))
    assert [(t.number, t.status) for t in alone.trials] == [(t.number, t.status) for t in together.trials]
    assert len(alone.trials) > 6


def test_the_report_names_what_is_missed_with_its_place(tmp_path: Path) -> None:
    found = inquiry(tmp_path, LOAD, "actions.sell.require")
    text = as_text(found, False)
    assert "UNNOTICED" in text
    assert "tests/corpus/quay/rulebook.yaml:" in text
    assert "without `never the last crate: count(hold) > 1`" in text
    assert text.splitlines()[-2].endswith("that no scenario comes by")
    data = as_json(found)
    assert data["counts"]["unnoticed"] == found.count("unnoticed") > 0
    assert {change["thing"] for change in data["changes"]} == {"actions.sell.require.never the last crate"}
    taken_out = next(change for change in data["changes"] if change["kind"] == "taken out")
    assert taken_out["new"] is None
    assert taken_out["status"] == "unnoticed"


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    told: list[int] = []

    def begin(label: str, pieces: int) -> Callable[[int], object]:
        def advance(done: int) -> None:
            if label == "changes":
                told.append(done)
                if len(told) == 2:
                    raise KeyboardInterrupt

        return advance

    found = inquire(order(tmp_path, LOAD), Sample(None, 1, "actions"), 1, begin)
    assert found.stopped
    assert 0 < len(found.trials) < len(found.wanted)
    assert as_text(found, False).rstrip().endswith(", stopped")


def test_all_of_the_corpus(tmp_path: Path) -> None:
    found = inquire(Order(str(QUAY)), Sample(40, 3), 1, quiet)
    assert len(found.trials) == 40
    assert found.share > 0.7
    assert found.left_out == []
