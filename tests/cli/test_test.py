"""`encanta test`: what it runs, what it writes, and how it ends."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from .conftest import Run

QUAY = Path(__file__).resolve().parents[1] / "corpus" / "quay"


@pytest.fixture
def quay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a rulebook with scenarios, in the current folder."""
    shutil.copytree(QUAY, tmp_path / "quay")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "quay"


def spoil(folder: Path) -> None:
    """Change a rule, so that scenarios fail."""
    rules = folder / "rulebook.yaml"
    text = rules.read_text(encoding="utf-8")
    assert "count(stowed where color is nothing) <= 1" in text
    rules.write_text(text.replace("color is nothing) <= 1", "color is nothing) <= 2"), encoding="utf-8")


def test_all_is_well(run: Run, quay: Path) -> None:
    ended = run("test", "quay", "--games", "1")
    assert ended.code == 0
    assert ended.err == ""
    first, second = ended.out.splitlines()
    assert first.startswith("quay: fine; ")
    assert first.endswith(" scenarios passed")
    assert second.startswith("quay: 3 random games with 2 to 4 players, ")
    assert second.endswith("; every law holds")


def test_without_a_name_the_rulebooks_of_this_folder(run: Run, quay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("test", "--games", "0").out.startswith("quay: fine; ")
    monkeypatch.chdir(quay)
    assert run("test", "--games", "0").out.startswith(".: fine; ")


def test_a_broken_rule_makes_a_scenario_fail(run: Run, quay: Path) -> None:
    spoil(quay)
    ended = run("test", "quay", "--games", "0")
    assert ended.code == 1
    assert "FAILED crates of one color are loaded, with one barrel (as it stands)" in ended.out
    assert "expected: refused because of `one barrel in a lot`" in ended.out
    assert "actual:   it can be done" in ended.out
    assert "quay/scenarios/01_turns.yaml:" in ended.out
    assert "what happened:" in ended.out
    assert "quay: not fine; " in ended.out


def test_a_scenario_that_cannot_be_run_is_broken(run: Run, quay: Path) -> None:
    (quay / "scenarios" / "03.yaml").write_text("- scenario: x\n  expect: {P1's hole: []}\n", encoding="utf-8")
    ended = run("test", "quay", "--games", "0", "-k", "03.yaml")
    assert ended.code == 1
    assert "BROKEN x" in ended.out
    assert "did you mean `hold`?" in ended.out
    assert "1 broken" in ended.out


def test_a_broken_file_is_a_complaint(run: Run, quay: Path) -> None:
    (quay / "scenarios" / "03.yaml").write_text("- scenario: x\n  exit: [\n", encoding="utf-8")
    ended = run("test", "quay", "--games", "0")
    assert ended.code == 1
    assert "error[" in ended.out


def test_a_broken_rulebook_is_a_complaint(run: Run, quay: Path) -> None:
    (quay / "rulebook.yaml").write_text("title: [\n", encoding="utf-8")
    ended = run("test", "quay")
    assert ended.code == 1
    assert "error[" in ended.out


def test_scenarios_are_selected_by_words(run: Run, quay: Path) -> None:
    ended = run("test", "quay", "-k", "crane and not teams_x")
    assert ended.out == "quay: fine; 1 scenario passed\n"
    assert run("test", "quay", "-k", "no such words").out == "quay: fine; no scenarios\n"


def test_files_are_named(run: Run, quay: Path) -> None:
    whole = run("test", "quay/scenarios/02_teams_and_ends.yaml")
    assert whole.code == 0
    assert "random games" not in whole.out
    assert run("test", "quay/scenarios").code == 0


def test_the_seed_is_for_scenarios_without_one(run: Run, quay: Path) -> None:
    text = "- scenario: x\n  given: {at: load of P1}\n  expect: {P1's hold: [blue, ...]}\n"
    (quay / "scenarios" / "03.yaml").write_text(text, encoding="utf-8")
    codes = {seed: run("test", "quay", "-k", "03.yaml", "--seed", str(seed)).code for seed in range(12)}
    assert set(codes.values()) == {0, 1}
    assert run("test", "quay", "-k", "03.yaml").code == codes[1]


def test_json_says_everything(run: Run, quay: Path) -> None:
    spoil(quay)
    ended = run("test", "quay", "--games", "1", "--json")
    assert ended.code == 1
    data = json.loads(ended.out)
    assert data["passed"] is False
    (rulebook,) = data["rulebooks"]
    assert rulebook["rulebook"] == "quay"
    assert rulebook["title"] == "Quay"
    assert Path(rulebook["folder"]) == quay.resolve()
    failed = [scenario for scenario in rulebook["scenarios"] if scenario["status"] == "failed"]
    assert failed
    assert failed[0]["scenario"] == "crates of one color are loaded, with one barrel"
    assert failed[0]["case"] == "as it stands"
    assert failed[0]["rules"] == ["Q-3"]
    assert set(failed[0]["differences"][0]) == {"what", "expected", "actual", "place"}
    assert failed[0]["events"]
    assert [games["players"] for games in rulebook["games"]] == [2, 3, 4]
    assert all(games["findings"] == [] and games["decisions"] > 0 for games in rulebook["games"])


def test_what_cannot_be_understood(run: Run, quay: Path) -> None:
    ended = run("test", "quai")
    assert ended.code == 2
    assert "did you mean `quay`?" in ended.err
    assert run("test", "quay", "-k", "(x").code == 2
    assert run("test", "quay", "--games", "-1").code == 2


def test_ctrl_c_keeps_what_is_done(run: Run, quay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from encanta.scenarios import testing

    real, calls = testing.run, []

    def interrupted(*arguments: object) -> object:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(testing, "run", interrupted)
    ended = run("test", "quay")
    assert ended.code == 130
    assert ended.out == "quay: stopped; 2 scenarios passed\n"


def test_update_rewrites_what_is_expected(run: Run, quay: Path) -> None:
    file = quay / "scenarios" / "03.yaml"
    file.write_text(
        "# why\n- scenario: x\n  given: {at: fetch of P1, heap: []}\n  expect: {asked: P2}  # whose\n", "utf-8"
    )
    ended = run("test", "quay", "--update")
    assert ended.code == 0
    assert "-  expect: {asked: P2}  # whose\n" in ended.out
    assert "+  expect: {asked: P1}  # whose\n" in ended.out
    assert "quay/scenarios/03.yaml: 1 scenario expects what is so now\n" in ended.out
    assert file.read_text("utf-8").endswith("  expect: {asked: P1}  # whose\n")
    assert run("test", "quay", "--update").out == ""


def test_update_leaves_what_cannot_be_so(run: Run, quay: Path) -> None:
    file = quay / "scenarios" / "03.yaml"
    text = "- scenario: x\n  given: {at: fetch of P1, heap: []}\n  play: [P1: from_heap]\n  expect: {asked: P2}\n"
    file.write_text(text, "utf-8")
    ended = run("test", str(file), "--update")
    assert ended.code == 1
    assert ended.out == "LEFT x: what it expects cannot be rewritten\n"
    assert file.read_text("utf-8") == text


def test_update_changes_only_what_is_selected(run: Run, quay: Path) -> None:
    file = quay / "scenarios" / "03.yaml"
    given = "  given: {at: fetch of P1, heap: []}\n"
    file.write_text("".join(f"- scenario: {n}\n{given}  expect: {{asked: P2}}\n" for n in ("one", "two")), "utf-8")
    ended = run("test", "quay", "--update", "-k", "03.yaml and two")
    assert ended.code == 1
    assert "LEFT one" in ended.out
    assert file.read_text("utf-8").count("asked: P1") == 1


def test_one_inquiry_at_a_time(run: Run, quay: Path) -> None:
    assert run("test", "quay", "--update", "--coverage").code == 2
    assert run("test", "quay", "--update", "--json").code == 2
