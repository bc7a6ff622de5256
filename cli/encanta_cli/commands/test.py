"""`encanta test`: run the scenarios of rulebooks, and the tests that every rulebook gets."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from encanta_cli import exits
from encanta_cli.common import GamesArgument, JsonOption, SeedOption, fail, locate_game

if TYPE_CHECKING:
    from encanta.scenarios.moves import Move
    from encanta.scenarios.session import Session
    from encanta.scenarios.testing import Examination, Plan, Select
    from encanta.trust.benches import Order

SelectOption = Annotated[
    str | None,
    typer.Option("-k", metavar="EXPR", help="Only scenarios with these words: `draw and not (two or three)`."),
]
GamesOption = Annotated[
    int | None,
    typer.Option("--games", metavar="N", min=0, help="Random games for each number of players; with -k none."),
]
CoverageOption = Annotated[
    bool,
    typer.Option("--coverage", help="Say which rules, abilities and branches the tests reach, and why not others."),
]
MutantsOption = Annotated[
    bool, typer.Option("--mutants", help="Take out or bend one rule at a time; list what no scenario notices.")
]
JobsOption = Annotated[int | None, typer.Option("--jobs", metavar="N", min=1, max=256, help="How many processes.")]
LimitOption = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="With --mutants: so many changes, by lot of --seed.")
]
PartOption = Annotated[
    str | None, typer.Option("--part", metavar="NAME", help="With --mutants: only of things named so: `actions.draw`.")
]
UpdateOption = Annotated[
    bool, typer.Option("--update", help="Rewrite what failing scenarios expect, and show what changes.")
]


def command(
    games: GamesArgument = None,
    select: SelectOption = None,
    as_json: JsonOption = False,
    seed: SeedOption = None,
    count: GamesOption = None,
    coverage: CoverageOption = False,
    mutants: MutantsOption = False,
    jobs: JobsOption = None,
    limit: LimitOption = None,
    part: PartOption = None,
    update: UpdateOption = False,
) -> None:
    """Run the scenarios of rulebooks, and look at the laws of every game in random games.

    Without arguments, the rulebook of this folder or those in it; a scenario file may be named too.
    """
    chosen = _selection(select)
    if coverage + mutants + update > 1:
        fail("`--coverage`, `--mutants` and `--update` are different things to do", "ask for one of them")
    if update and as_json:
        fail("`--update` writes files, and no JSON", "leave `--json` out")
    if update:
        from encanta_cli.updating import update as rewrite

        rewrite([_target(name) for name in games or _here()], chosen, seed)
        return
    if coverage:
        _show_coverage(games or _here(), select, seed, count, jobs, as_json)
        return
    if mutants:
        _try_changes(games or _here(), select, seed, (limit, part), jobs, as_json)
        return
    _run_tests(games or _here(), select is not None, chosen, as_json, seed, count)


def _show_coverage(
    names: list[str], select: str | None, seed: int | None, count: int | None, jobs: int | None, as_json: bool
) -> None:
    from encanta.scenarios.testing import GAMES
    from encanta_cli.trusting import show_coverage

    show_coverage(_orders(names, select, seed), GAMES if count is None else count, jobs, as_json)


def _try_changes(
    names: list[str],
    select: str | None,
    seed: int | None,
    which: tuple[int | None, str | None],
    jobs: int | None,
    as_json: bool,
) -> None:
    from encanta.trust.mutation import Sample
    from encanta_cli.trusting import try_changes

    limit, part = which
    try_changes(_orders(names, select, seed), Sample(limit, seed if seed is not None else 1, part), jobs, as_json)


def _orders(names: list[str], select: str | None, seed: int | None) -> list[Order]:
    from encanta.trust.benches import Order

    targets = [_target(name) for name in names]
    return [Order(root, files, select, seed) for root, files in targets]


def _run_tests(
    names: list[str], selected: bool, chosen: Select | None, as_json: bool, seed: int | None, count: int | None
) -> None:
    from encanta.scenarios.testing import GAMES, Plan

    number = count if count is not None else GAMES if not selected else 0
    tested = []
    for name in names:
        root, files = _target(name)
        plan = Plan(chosen, 0 if files is not None and count is None else number, seed, files, _why)
        tested.append(_test(root, plan))
        if not as_json:
            _write(tested[-1])
        if tested[-1].stopped:
            break
    if as_json:
        _write_json(tested)
    _exit(tested)


def _why(session: Session, move: Move) -> list[str]:
    """Why a move of a scenario cannot be made."""
    from encanta.explain.verdicts import judge
    from encanta.explain.wording import verdict_lines
    from encanta.machine.names import Names

    return list(verdict_lines(judge(session, move, None, Names(session.layout))))


def _selection(text: str | None) -> Select | None:
    if text is None:
        return None
    from encanta.scenarios.selecting import BadSelection, selection

    try:
        return selection(text)
    except BadSelection as problem:
        fail(f"`-k {text}` cannot be read: {problem}", "join words by `and`, `or` and `not`")


def _here() -> list[str]:
    from encanta_cli.commands.validate import _here as rulebooks_here

    return rulebooks_here()


def _target(name: str) -> tuple[str, tuple[Path, ...] | None]:
    """The rulebook that is meant, and the scenario files if only some of them are."""
    from encanta.resources import is_rulebook
    from encanta.scenarios.reading import FOLDER

    path = Path(name)
    inside = next((parent for parent in path.parents if is_rulebook(parent) and FOLDER in path.parts), None)
    if inside is not None and path.is_file():
        return str(inside), (path,)
    if inside is not None and path.is_dir():
        return str(inside), tuple(sorted(path.rglob("*.yaml")))
    locate_game(name)
    return name, None


def _test(name: str, plan: Plan) -> Examination:
    """Run the tests of a rulebook. Ctrl-C ends them, and what is done is kept."""
    from encanta.scenarios.testing import carry_out, prepare
    from encanta_cli.output import progress

    preparation = prepare(name, plan)
    with progress(preparation.pieces, "tests") as advance:
        try:
            carry_out(preparation, advance)
        except KeyboardInterrupt:
            preparation.tested.stopped = True
    if preparation.tested.findings and not preparation.tested.stopped:
        from encanta_cli.breaking import save_findings

        save_findings(preparation)
    return preparation.tested


def _write(tested: Examination) -> None:
    from encanta.scenarios.report import as_text
    from encanta_cli.output import wants_color

    sys.stdout.write(as_text(tested, wants_color(sys.stdout)))


def _write_json(tested: list[Examination]) -> None:
    from encanta.scenarios.report import as_json
    from encanta_cli.output import emit_json

    emit_json({"passed": all(one.passed for one in tested), "rulebooks": [as_json(one) for one in tested]})


def _exit(tested: list[Examination]) -> None:
    if any(one.stopped for one in tested):
        raise typer.Exit(exits.INTERRUPTED)
    if not all(one.passed for one in tested):
        raise typer.Exit(exits.FINDINGS)
