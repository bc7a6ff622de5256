"""Long chains and deep formulas end in a model or a diagnostic, never in an error of Python."""

from __future__ import annotations

from pathlib import Path

from .models import CARDS, HEAD, elaborated, model_of

PLAIN = CARDS.replace(", trick: take 1", "")
GAME = "phases: {game: shuffle deck}\n"


def test_values_that_need_each_other_in_a_long_chain(tmp_path: Path) -> None:
    lines = "".join(f"    v{n}: v{n + 1} + 1\n" for n in range(600))
    model = model_of(tmp_path, f"{HEAD}{GAME}values:\n  game:\n{lines}    v600: 1\n", PLAIN)
    assert len(model.values) == 601


def test_a_circle_of_many_values_is_one_mistake(tmp_path: Path) -> None:
    lines = "".join(f"    v{n}: v{(n + 1) % 30} + 1\n" for n in range(30))
    _, found = elaborated(tmp_path, f"{HEAD}{GAME}values:\n  game:\n{lines}", PLAIN)
    assert [problem.code for problem in found] == ["value-cycle"]


def test_deep_formulas_are_read_as_far_as_the_parser_reads_them(tmp_path: Path) -> None:
    for count in (20, 30, 40, 80, 500):
        deep = " + ".join("1" for _ in range(count))
        text = f"{HEAD}{GAME}checks: {{deep: {deep} > 3}}\n"
        model, found = elaborated(tmp_path, text, PLAIN)
        assert (model is None) == bool(found)
        assert {problem.code for problem in found} <= {"cannot-read"}
    assert found


def test_many_mistakes_are_all_reported(tmp_path: Path) -> None:
    lines = "".join(f"    c{n}: nonsense{n} > 1\n" for n in range(200))
    _, found = elaborated(tmp_path, f"{HEAD}{GAME}checks:\n{lines}", PLAIN)
    assert len(found) == 200
