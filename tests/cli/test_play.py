"""`encanta play` and `encanta replay`: bots alone, people at a terminal, kept games, and what people get wrong."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from encanta.resources import shipped_games

from .conftest import Ended, Run
from .typing import Terminal

SHORE = str(Path(__file__).parents[1] / "corpus" / "shore")
REEF = str(Path(__file__).parents[1] / "corpus" / "reef")
"""A game with a window in which bots pass unasked where they have nothing to lay."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games that are left are kept in the folder one is in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Gives the program lines to read, without a terminal."""

    def lines(*words: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{word}\n" for word in words)))

    return lines


def kept(path: str | Path) -> dict[str, Any]:
    data = json.loads(Path(path).read_text())
    assert isinstance(data, dict)
    return data


# ------------------------------------------------------------------------------------------------ bots alone


@pytest.mark.parametrize("game", shipped_games())
def test_bots_play_every_shipped_game(run: Run, game: str) -> None:
    ended = run("play", game, "--seed", "1")
    assert (ended.code, ended.err) == (0, "")
    assert re.search(r" after \d+ decisions \(.+\)\n\Z", ended.out)


def test_without_a_terminal_bots_play_and_log_and_scores_are_printed(run: Run) -> None:
    ended = run("play", SHORE, "--seed", "4", "--players", "3")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("Shore, seed 4: P1 random, P2 random, P3 random\n")
    assert "P1: pick\n" in ended.out
    assert re.search(r"^worth +P1 +P2 +P3$", ended.out, re.MULTILINE)
    assert re.search(r"^wall +\d+ +\d+ +\d+$", ended.out, re.MULTILINE)
    assert re.search(r"^sum( +-?\d+){3}$", ended.out, re.MULTILINE)
    assert re.search(r"^P\d.* wins? .*after \d+ decisions \(sea empty\)$", ended.out, re.MULTILINE)
    assert list(Path().iterdir()) == []


def test_the_same_seed_is_the_same_game(run: Run) -> None:
    first, second, other = (run("play", SHORE, "--seed", seed).out for seed in ("7", "7", "8"))
    assert first == second
    assert first != other


def test_without_a_seed_the_game_says_which_it_took(run: Run) -> None:
    out = run("play", SHORE).out
    seed = re.match(r"Shore, seed (\d+):", out)
    assert seed is not None
    assert run("play", SHORE, "--seed", seed[1]).out == out


def test_settings_and_variants_change_the_game(run: Run) -> None:
    short = run("play", SHORE, "--seed", "4", "--set", "tides=2").out
    assert "a draw after" in short
    assert "(round)" in short
    assert "tide" in run("play", SHORE, "--seed", "4").out
    assert "tide" not in run("play", SHORE, "--seed", "4", "--variant", "calm").out


def test_json_holds_recording_scores_and_events(run: Run) -> None:
    ended = run("play", SHORE, "--seed", "4", "--json")
    data = json.loads(ended.out)
    assert set(data) == {"recording", "scores", "events"}
    assert data["recording"]["outcome"]["kind"] == "won"
    assert [row["owner"] for row in data["scores"]["worth"]] == ["P1", "P2"]
    assert all(row["total"] == sum(row["lines"].values()) for row in data["scores"]["worth"])
    decided = [event for event in data["events"] if event["kind"] == "decision"]
    assert len(decided) == len(data["recording"]["decisions"])
    assert all(event["rule"]["line"] > 0 for event in decided)


# ---------------------------------------------------------------------------------------------- recordings


def test_a_recorded_game_is_replayed(run: Run) -> None:
    played = run("play", SHORE, "--seed", "4", "--record", "game.json")
    replayed = run("replay", "game.json")
    assert (replayed.code, replayed.err) == (0, "")
    assert replayed.out.splitlines()[1:] == played.out.splitlines()[1:]


def test_a_trace_shows_causes_and_rules(run: Run) -> None:
    run("play", SHORE, "--seed", "4", "--record", "game.json")
    out = run("replay", "game.json", "--trace").out
    assert re.search(r"^ +\d+  P1: pick +\[turn\b.*\] +\(.*rulebook\.yaml:\d+\)$", out, re.MULTILINE)
    data = json.loads(run("replay", "game.json", "--trace", "--json").out)
    assert {"recording", "scores", "events"} == set(data)
    assert "events" not in json.loads(run("replay", "game.json", "--json").out)


def test_a_game_that_was_cut_off_goes_on_to_the_same_end(run: Run) -> None:
    whole = run("play", SHORE, "--seed", "4", "--record", "game.json").out
    data = kept("game.json")
    data["decisions"] = data["decisions"][:9]
    data["outcome"] = None
    Path("half.json").write_text(json.dumps(data))
    unfinished = run("replay", "half.json")
    assert (unfinished.code, unfinished.out.splitlines()[-1]) == (0, "unfinished after 9 decisions")
    assert run("play", "--resume", "half.json").out == whole
    assert kept("half.json") == kept("game.json")


def test_bots_are_quiet_and_people_are_always_asked(run: Run, typed: Any) -> None:
    run("play", REEF, "--seed", "4", "--players", "3", "--record", "game.json")
    data = kept("game.json")
    assert data["quiet"] == [1, 2, 3]
    assert run("replay", "game.json").code == 0
    data["decisions"] = data["decisions"][:12]
    data["outcome"] = None
    Path("half.json").write_text(json.dumps(data))
    events = [event["text"] for event in replayed(run, "half.json") if event["kind"] != "decision"]
    # A person who takes a seat over is asked from then on, and has passed where the bot was not asked.
    typed("quit")
    run("play", "--resume", "half.json", "--seats", "2=human", "--record", "other.json")
    taken = kept("other.json")
    assert taken["quiet"] == [1, 3]
    assert taken["seats"] == ["random", "human", "random"]
    passes = [[d["seat"] for d in one["decisions"] if d["value"] == -1].count(2) for one in (data, taken)]
    assert passes[0] < passes[1]
    there = [event["text"] for event in replayed(run, "other.json") if event["kind"] != "decision"]
    assert there[: len(events)] == events
    typed("quit")
    run("play", REEF, "--seed", "4", "--players", "3", "--seats", "2=human", "--record", "new.json")
    assert kept("new.json")["quiet"] == [1, 3]


def replayed(run: Run, file: str) -> list[dict[str, Any]]:
    events = json.loads(run("replay", file, "--trace", "--json").out)["events"]
    assert isinstance(events, list)
    return events


def test_a_card_that_was_looked_at_is_shown_once_if_memory_fades(run: Run, typed: Any) -> None:
    shown = []
    for memory in ("keep", "fade"):
        typed("peek", "1", "pass", "pass", "peek", "2", "table", "log 60", "why lay", "quit")
        ended = run("play", REEF, "--seed", "4", "--seats", "1=human", "--memory", memory)
        assert ended.err == ""
        shown.append(re.findall(r"P1's row of shells \(3\) +(1: \S+  2: \S+  3: \S+)", ended.out))
        assert ("P1 saw a card" in ended.out or "P1 saw 1 cards" in ended.out) is (memory == "fade")
    kept, faded = shown
    assert kept[0] == faded[0] == "1: ?  2: ?  3: ?"
    assert kept[-1].count("?") == 1
    assert any(row.count("?") == 2 for row in faded)
    assert all(row.count("?") >= 2 for row in faded)


def test_a_memory_that_is_not_there_gets_a_near_name(run: Run) -> None:
    ended = run("play", REEF, "--memory", "fad")
    assert (ended.code, ended.err) == (2, "error: there is no memory `fad`\nhelp: did you mean `fade`?\n")


def test_thinking_bots_sit_down(run: Run) -> None:
    first, second = (run("play", REEF, "--seed", "3", "--seats", f"1={kind}") for kind in ("thinking", "thinking:20"))
    assert (first.code, second.code) == (0, 0)
    assert first.out.startswith("Reef, seed 3: P1 thinking, P2 random\n")
    wrong = run("play", REEF, "--seats", "1=thinkin")
    assert (wrong.code, wrong.err) == (2, "error: `thinkin` is nobody who can play\nhelp: did you mean `thinking`?\n")


def complaint(ended: Ended, code: int) -> str:
    assert ended.code == code
    assert "Traceback" not in ended.err
    assert ended.out == ""
    return ended.err


def test_a_broken_recording_is_explained(run: Run) -> None:
    run("play", SHORE, "--seed", "4", "--record", "game.json")
    text = Path("game.json").read_text()
    Path("cut.json").write_text(text[:300])
    assert "error[recording-broken]: the recording ends too early" in complaint(run("replay", "cut.json"), 1)
    assert "error[recording-broken]" in complaint(run("play", "--resume", "cut.json"), 1)
    Path("other.json").write_text(re.sub('"fingerprint": "..', '"fingerprint": "zz', text))
    assert "error[recording-other-rules]" in complaint(run("replay", "other.json"), 1)
    data = json.loads(text)
    data["decisions"][6]["value"] = 17
    Path("illegal.json").write_text(json.dumps(data))
    assert "error[recording-illegal]: decision 7 (" in complaint(run("replay", "illegal.json"), 1)


def test_a_recording_that_is_not_there_is_a_usage_error(run: Run) -> None:
    assert "there is no file `none.json`" in complaint(run("replay", "none.json"), 2)


def test_a_recording_whose_game_has_moved(run: Run) -> None:
    run("play", SHORE, "--seed", "4", "--record", "game.json")
    text = Path("game.json").read_text().replace(json.dumps(SHORE), '"elsewhere"')
    Path("game.json").write_text(text)
    err = complaint(run("replay", "game.json"), 2)
    assert "there is no game or folder `elsewhere`, with which the recording was made" in err
    assert "--game" in err
    assert run("replay", "game.json", "--game", SHORE).code == 0


def test_a_kept_game_is_not_overwritten_by_another(run: Run, typed: Any) -> None:
    run("play", SHORE, "--seed", "4", "--record", "game.json")
    before = Path("game.json").read_text()
    assert "there is a file `game.json` already" in complaint(run("play", SHORE, "--record", "game.json"), 2)
    typed("pick", "save game", "save other", "quit")
    out = run("play", SHORE, "--seed", "1", "--seats", "1=human").out
    assert "there is a file game.json already; take another name" in out
    assert Path("game.json").read_text() == before
    assert len(kept("other.json")["decisions"]) == 1


def test_texts_of_a_rulebook_cannot_steer_the_terminal(run: Run) -> None:
    shutil.copytree(SHORE, "evil")
    rules = Path("evil/rulebook.yaml")
    rules.write_text(rules.read_text().replace("title: Shore", 'title: "Sh\\eore"'))
    Path("evil/labels").mkdir(exist_ok=True)
    Path("evil/labels/en.yaml").write_text('cowrie: "\\e]0;gone\\a"\n')
    for command in (
        ["play", "evil", "--seed", "4"],
        ["simulate", "evil", "--games", "2", "--jobs", "1"],
        ["show", "evil"],
    ):
        ended = run(*command)
        assert (ended.code, ended.err) == (0, "")
        assert "\x1b" not in ended.out
        assert "\a" not in ended.out


def test_a_folder_that_is_not_there_loses_no_game(run: Run) -> None:
    ended = run("play", SHORE, "--seed", "4", "--record", "nowhere/game.json")
    assert ended.err == "error: the game cannot be kept in nowhere/game.json: no such file or directory\n"
    assert "wins" in ended.out


# --------------------------------------------------------------------------------------- people, line by line


def test_a_person_plays_without_a_terminal(run: Run, typed: Any) -> None:
    typed("pick", "1", "pass", "quit")
    ended = run("play", SHORE, "--seed", "1", "--seats", "1=human,2=first")
    assert ended.code == 0
    assert "P1: turn" in ended.out
    assert "P2's pouch (3)" in ended.out
    assert "3 cards face down" in ended.out
    assert [decided["seat"] for decided in kept("shore-1.json")["decisions"][:3]] == [1, 1, 1]


def test_the_end_of_input_keeps_the_game(run: Run, typed: Any) -> None:
    typed("pick", "1")
    ended = run("play", SHORE, "--seed", "1", "--seats", "1=human")
    assert ended.code == 130
    assert "kept in shore-1.json" in ended.out
    assert len(kept("shore-1.json")["decisions"]) == 2
    typed("pass")
    again = run("play", "--resume", "shore-1.json")
    assert again.code == 130
    assert len(kept("shore-1.json")["decisions"]) > 3


def test_nothing_is_kept_of_a_game_in_which_nothing_was_decided(run: Run, typed: Any) -> None:
    typed()
    assert run("play", SHORE, "--seats", "1=human").code == 130
    assert list(Path().iterdir()) == []


def test_an_older_game_is_not_overwritten(run: Run, typed: Any) -> None:
    for name in ("shore-1.json", "shore-1-2.json"):
        typed("pick")
        assert f"kept in {name}" in run("play", SHORE, "--seed", "1", "--seats", "1=human").out


def test_the_file_is_written_after_each_decision_of_a_person(
    run: Run, typed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import encanta.play.human as human

    seen: list[int] = []
    ask = human.HumanSeat.choose

    def spying(*arguments: Any) -> Any:
        seen.append(len(kept("game.json")["decisions"]) if Path("game.json").exists() else -1)
        return ask(*arguments)

    monkeypatch.setattr(human.HumanSeat, "choose", spying)
    typed("pick", "1")
    run("play", SHORE, "--seed", "1", "--seats", "1=human", "--record", "game.json")
    assert seen == [-1, 1, 2]


def test_questions_at_the_table(run: Run, typed: Any) -> None:
    typed("? dig", "? cowrie", "? nonsense", "pick", "log", "undo", "quit")
    out = run("play", SHORE, "--seed", "1", "--seats", "1=human").out
    assert "actions: dig: take the top shell of the sea" in out
    assert "from SH-1" in out
    assert "SH-1: an empty sea gives nothing" in out
    assert "  dig now:\n    yes sea not empty\n" in out
    assert "cowrie (shell): shines" in out
    assert "nothing in these rules is called `nonsense`" in out
    assert re.search(r"^P1: pick  \[turn", out, re.MULTILINE)
    assert kept("shore-1.json")["decisions"] == []


def test_what_has_been_seen_cannot_be_taken_back(run: Run, typed: Any) -> None:
    typed("dig", "undo", "quit")
    out = run("play", SHORE, "--seed", "1", "--seats", "1=human").out
    assert "that cannot be taken back: something hidden has been seen since" in out


def test_nobody_reads_in_the_log_what_is_hidden_from_them(run: Run, typed: Any) -> None:
    typed("pick", "1", "pass", "log 99", "quit")
    out = run("play", SHORE, "--seed", "1", "--seats", "1=human,2=first").out
    assert re.search(r"^(  )?a card from sea to P2's pouch", out, re.MULTILINE)
    assert not re.search(r"(cowrie|whelk|conch|cockle) from sea to P2's pouch", out)


# --------------------------------------------------------------------------------------------- usage errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no game is named"),
        (["nonsense"], "there is no game or folder `nonsense`"),
        ([SHORE, "--seats", "1=hooman"], "`hooman` is nobody who can play"),
        ([SHORE, "--seats", "3=human", "--players", "2"], "`--seats` names seat 3, but 2 play"),
        ([SHORE, "--seats", "5=human"], "the game is for 2 to 4 players, not for 5"),
        ([SHORE, "--players", "9"], "the game is for 2 to 4 players, not for 9"),
        ([SHORE, "--set", "tide=3"], "`tide` is no option of this rulebook"),
        ([SHORE, "--set", "walls=three"], "`three` is no reading of `walls`"),
        ([SHORE, "--set", "tides=0"], "`tides` is at least 1, not 0"),
        ([SHORE, "--variant", "clam"], "`clam` is no variant of this rulebook"),
        ([SHORE, "--preset", "x"], "`x` is no preset of this rulebook"),
        ([SHORE, "--json", "--seats", "1=human"], "`--json` is for games without people"),
        (["--resume", "x.json", "--players", "3"], "a kept game goes on as it was set up"),
    ],
)
def test_what_cannot_be_played_is_a_usage_error(run: Run, arguments: list[str], message: str) -> None:
    assert message in complaint(run("play", *arguments), 2)


def test_a_rulebook_with_errors_is_a_finding(run: Run) -> None:
    Path("odd").mkdir()
    Path("odd/rulebook.yaml").write_text("encanta: 1\ntitle: Odd\nplayers: 2\nphases: {game: do nothing_known}\n")
    err = complaint(run("play", "odd"), 1)
    assert "odd/rulebook.yaml:4" in err


# ----------------------------------------------------------------------------------------------- a terminal


def test_at_a_terminal_one_sits_on_the_first_seat(elsewhere: Path) -> None:
    terminal = Terminal(["play", SHORE, "--seed", "1"], elsewhere)
    first = terminal.wait()
    assert "Shore, seed 1: P1 human, P2 random" in first
    assert re.search(r"P1: turn\n +1  dig\n +2  pick\n", first)
    assert "P1: pick: choose found" in terminal.type("2")
    assert "nothing here is called `kowrie`; did you mean `cowrie`?" in terminal.type("kowrie")
    assert "P1: turn" in terminal.type("undo")
    terminal.type("quit")
    assert terminal.close() == 0
    assert "\x1b[1m" in terminal.raw, "a terminal is shown colours"


def test_hands_are_hidden_between_people(elsewhere: Path) -> None:
    terminal = Terminal(["play", SHORE, "--seed", "1", "--seats", "1=human,2=human"], elsewhere)
    terminal.wait()
    assert "pass to P1, then press enter" in terminal.shown
    assert "pouch" not in terminal.shown
    terminal.type("")
    terminal.type("pick")
    terminal.type("1")
    before = len(terminal.raw)
    curtain = terminal.type("pass")
    assert "pass to P2, then press enter" in curtain
    assert "P1's pouch" not in curtain
    assert "\x1b[2J" in terminal.raw[before:], "the screen is cleared"
    assert "\x1b[3J" in terminal.raw[before:], "what has scrolled away is cleared too"
    # The shell that was picked was seen by all; the others were not.
    assert re.search(r"P1's pouch \(4\) +\w+, 3 cards face down", terminal.type(""))
    terminal.type("quit")
    assert terminal.close() == 0


def test_ctrl_c_at_the_terminal_keeps_the_game(elsewhere: Path) -> None:
    terminal = Terminal(["play", SHORE, "--seed", "1"], elsewhere)
    terminal.wait()
    terminal.type("pick")
    terminal.press(b"\x03")
    assert terminal.close() == 130
    assert "kept in shore-1.json" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert len(kept(elsewhere / "shore-1.json")["decisions"]) == 1


def test_ctrl_d_at_the_terminal_ends_quietly(elsewhere: Path) -> None:
    terminal = Terminal(["play", SHORE, "--seed", "1"], elsewhere)
    terminal.wait()
    terminal.press(b"\x04")
    assert terminal.close() == 130
    assert "Traceback" not in terminal.shown
