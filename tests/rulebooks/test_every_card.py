"""Every card of Enchanters at least once, in a position built around it, against what its data says."""

from __future__ import annotations

import pytest

from encanta.machine.table import State

from .every_card import (
    ACTING,
    CARDS,
    PILES,
    SPOTS,
    Board,
    Data,
    Laid,
    Sums,
    is_plain,
    listed,
    parts_of,
    spans_of,
    sums_of,
    texts_of,
)

YOU, ANOTHER, LAST = 0, 1, 2


@pytest.fixture(scope="module")
def board() -> Board:
    return Board()


def active(board: Board, title: str, seat: int = YOU, but: tuple[int, ...] = ()) -> Laid:
    """A position in which all of a card is active for a player: on top, or in its spot."""
    card, data = board.copies[title][0], CARDS[title]
    if data["type"] in SPOTS:
        return board.laid({(SPOTS[data["type"]], -1): [card]}, but)
    place = PILES.get(data["type"], "trophies")
    base = board.laid({}, (card, *but))
    return base | {(place, seat): [card, *base.get((place, seat), [])]}


def rewarded(board: Board, title: str) -> Laid:
    """A position in which the first player has the reward of an overlord."""
    tokens = board.copies["reward_token"]
    return board.laid(
        {("overlord", -1): board.copies[title][:1], ("rewards", YOU): tokens[3:4], ("overlord_rewards", -1): tokens[:3]}
    )


def test_every_card_of_the_file_is_in_the_game(board: Board) -> None:
    assert set(board.copies) - set(CARDS) == {"reward_token", "attack token", "health token"}
    assert set(CARDS) <= set(board.copies)
    assert len(CARDS) > 200


# ------------------------------------------------------------------------------------------------ symbols


def worth(text: object, numbers: dict[str, int]) -> int | None:
    """A printed number: `8 + 1 per 5 crystals`; None where it is something else."""
    total = 0
    for term in str(text).split(" + "):
        first, _, per = term.strip().partition(" per ")
        each, _, name = per.partition(" ") if per[:1].isdigit() else ("1", "", per)
        if per and name not in numbers:
            return None
        if not first.lstrip("-").isdigit():
            if first not in numbers or per:
                return None
            total += numbers[first]
        else:
            # What is left of a division does not count.
            times = numbers[name] // int(each) if per else 1
            total += int(first) * times
    return total


SYMBOLS = ("attack", "defense", "undead", "slime", "glory")


@pytest.mark.parametrize("covered", [False, True])
def test_symbols_add_what_is_printed(board: Board, covered: bool) -> None:
    looked = 0
    for title, data in CARDS.items():
        if data["type"] in SPOTS or any("copy" in text for text in texts_of(data)):
            continue
        place = PILES.get(data["type"], "trophies")
        card = board.copies[title][0]
        state = board.begun[:]
        base = board.laid({}, (card,))
        over = base.get((place, YOU), []) or [board.plain("item", [c for cs in base.values() for c in cs])[0]]
        before = base | {(place, YOU): over[:1] if covered else []}
        after = base | {(place, YOU): [*over[:1], card] if covered else [card]}
        board.lay(state, before)
        was = board.shown(state)
        board.lay(state, after)
        now = board.shown(state)
        numbers = counted(board, state, after, now)
        for symbol in SYMBOLS:
            texts = [
                text for text in parts_of(data, *(("lower",) if covered else ("upper", "lower"))) if symbol in text
            ]
            expected = [worth(text[symbol], numbers) for text in texts if "while" not in text]
            if None in expected or moved_by_formulas(base, board, symbol, card):
                continue
            looked += len(expected)
            wounds = 0
            assert now[symbol] - was[symbol] == sum(n or 0 for n in expected) + wounds, (title, symbol, covered)
    assert looked > 150


def counted(board: Board, state: State, laid: Laid, shown: dict[str, int]) -> dict[str, int]:
    """What printed numbers may count, for the first player."""
    sums = board.numbers(state)
    monsters = [c for c in laid["trophies", YOU] if board.types[c] == "monster"]
    return {
        "crystals": sums.crystal[0],
        "total_wounds": sums.wound[0],
        "monsters": len(monsters),
        "items": len(laid["items", YOU]),
        "enchantments": len(laid["enchantments", YOU]),
        "undead": shown["undead"],
        "slime": shown["slime"],
        "attack": shown["attack"],
        "defense": shown["defense"],
    }


def moved_by_formulas(base: Laid, board: Board, symbol: str, card: int) -> bool:
    """Whether another card that lies there shows a number that the new card changes: only plain ones lie there."""
    titles = {t for t, cards in board.copies.items() for key in base if key[1] == YOU for c in base[key] if c in cards}
    return not all(is_plain(CARDS[t]) for t in titles if t in CARDS)


def test_a_village_adds_to_the_glory(board: Board) -> None:
    looked = 0
    for title, data in CARDS.items():
        if data["type"] != "village_card" or "glory" not in data:
            continue
        state = board.begun[:]
        laid = board.laid({("village", -1): []})
        board.lay(state, laid)
        was = board.shown(state)
        board.lay(state, laid | {("village", -1): board.copies[title][:1]})
        expected = worth(data["glory"], counted(board, state, laid, was))
        if expected is not None:
            looked += 1
            assert board.shown(state)["glory"] - was["glory"] == expected, title
    assert looked > 8


def test_a_copy_shows_what_is_copied(board: Board) -> None:
    copying = [t for t, data in CARDS.items() for text in parts_of(data, "upper") if "copy" in text]
    assert copying
    for title in copying:
        card, state = board.copies[title][0], board.begun[:]
        base = board.laid({}, (card,))
        top = base["enchantments", YOU][0]
        data = next(CARDS[t] for t, cards in board.copies.items() if top in cards)
        board.lay(state, base | {("items", YOU): []})
        was = board.shown(state)
        board.lay(state, base | {("items", YOU): [card]})
        now = board.shown(state)
        for symbol in SYMBOLS:
            own = sum(text.get(symbol, 0) for text in parts_of(CARDS[title], "upper", "lower"))
            copied = sum(text.get(symbol, 0) for text in parts_of(data, "upper", "lower"))
            assert now[symbol] - was[symbol] == own + copied, (title, symbol)


# ------------------------------------------------------------------------------------------------ actions


def printed(data: Data) -> list[tuple[str, int, str, str]]:
    """The actions that a card prints: kind, number (0: the only one), part, text."""
    found = []
    for part, texts in (
        ("upper", parts_of(data, "upper")),
        ("lower", parts_of(data, "lower")),
        ("reward", parts_of(data, "reward")),
    ):
        for text in texts:
            found += [(kind, 0, part, text[kind]) for kind in ACTING if kind in text]
    for kind in ACTING:
        several = listed(data.get(kind))
        found += [(kind, n + 1 if len(several) > 1 else 0, "text", text) for n, text in enumerate(several)]
    return found


def test_every_printed_action_can_be_used_and_does_what_it_says(board: Board) -> None:
    used = exact = 0
    for title, data in CARDS.items():
        row = board.row_of[title].name
        actions = printed(data)
        assert len(actions) == len(board.row_of[title].actions), title
        for kind, number, part, text in actions:
            name = f"{kind} {row}{f' {number}' if number else ''}"
            laid = rewarded(board, title) if part == "reward" else active(board, title)
            state = board.at("major_action" if kind in ("rest", "challenge") else "opening", laid)
            assert name in board.offered(state), (title, text)
            before, lying = board.numbers(state), board.lying(state)
            board.act(state, name)
            found, expected = board.numbers(state).less(before), sums_of(text)
            # Nobody heals more than there is.
            expected.wound[YOU] = max(expected.wound[YOU], -before.wound[YOU])
            if kind in ("rest", "challenge"):
                # What was gained is gone with the turn.
                expected.open |= {"attack", "defense"}
            assert expected.agrees(found), (title, text, found)
            assert found != Sums() or board.lying(state) != lying, (title, text)
            used += 1
            exact += not expected.open
    assert used >= 150
    assert exact > 40


# ------------------------------------------------------------------------------------------------ effects


def test_every_immediate_effect_happens(board: Board) -> None:
    done = exact = 0
    for title, data in CARDS.items():
        if "immediate" not in data:
            continue
        card = board.copies[title][0]
        base = board.laid({}, (card,))
        state = board.at("major_action", base | {("track", -1): [card, *base["track", -1][:5]]})
        board.program.clear()
        before = board.numbers(state)
        board.travel(state, card)
        found, expected = board.numbers(state).less(before), sums_of(data["immediate"])
        expected.open |= {"attack", "defense"}
        assert board.reached(spans_of(board.row_of[title].effects["immediate"])), title
        assert expected.agrees(found), (title, data["immediate"], found)
        done += 1
        exact += not expected.open & {"crystal", "wound"}
    assert done == sum("immediate" in data for data in CARDS.values())
    assert exact > 20


def quiet_village(board: Board) -> tuple[int, str, str]:
    """A village with a rest that only takes crystals: the card, the action, its text."""
    for title, data in CARDS.items():
        for kind, number, _, text in printed(data):
            if data["type"] == "village_card" and kind == "rest" and number and not sums_of(text).open:
                return board.copies[title][0], f"rest {board.row_of[title].name} {number}", text
    raise AssertionError("there is no such village")


def test_every_invasion_happens(board: Board) -> None:
    village, rest, text = quiet_village(board)
    done = 0
    for title, data in CARDS.items():
        for type_, effect in data.get("invasion", {}).items():
            base = board.laid({("village", -1): [village], ("overlord", -1): board.copies[title][:1]})
            intruder = next(c for c in base["track", -1] if board.types[c] == type_)
            track = [intruder, *(c for c in base["track", -1] if c != intruder)]
            state = board.at("major_action", base | {("track", -1): track})
            board.program.clear()
            before = board.numbers(state)
            board.act(state, rest)
            found, expected = board.numbers(state).less(before), sums_of(text, effect)
            expected.open |= {"attack", "defense"}
            assert board.reached(spans_of(board.row_of[title].effects[f"invasion.{type_}"])), (title, type_)
            assert expected.agrees(found), (title, effect, found)
            done += 1
    assert done == sum(len(data.get("invasion", {})) for data in CARDS.values()) > 30


# -------------------------------------------------------------------------------------- what is set off


def hurting(board: Board) -> int:
    """A card that gives you wounds when you take it."""
    return next(board.copies[t][0] for t, d in CARDS.items() if str(d.get("immediate", "")).startswith("take 2 wounds"))


def situations(board: Board, laid: Laid, own: int) -> list[tuple[str, int, Laid, int | str]]:
    """Where something may be set off: the phase, whose it is, the position, and what is taken or done."""
    track = laid["track", -1]
    villages = [
        c for t, cards in board.copies.items() if CARDS.get(t, {}).get("type") == "village_card" for c in cards[:1]
    ]
    resting: list[tuple[str, int, Laid, int | str]] = []
    if laid["village", -1] == [board.village]:
        for village in villages[:2]:
            name = next(t for t, cards in board.copies.items() if village in cards)
            actions = [f"rest {board.row_of[name].name} {n}" for n in (1, 2)]
            resting += [("major_action", YOU, laid | {("village", -1): [village]}, action) for action in actions]
    found: list[tuple[str, int, Laid, int | str]] = [
        ("major_action", LAST, laid, track[0]),
        *(
            ("major_action", YOU, laid | {("track", -1): [card, *[c for c in track if c != card]]}, card)
            for card in track[:3]
        ),
        ("major_action", YOU, laid | {("track", -1): [hurting(board), *track[1:]]}, hurting(board)),
        ("major_action", YOU, laid | {("track", -1): [*track[3:], *track[:3]]}, track[5]),
        *resting,
    ]
    if board.types[own] in ("monster", "dragon"):
        found.insert(0, ("major_action", YOU, laid | {("track", -1): [own, *track[1:]], ("trophies", YOU): []}, own))
    return found


def played(board: Board, phase: str, seat: int, laid: Laid, deed: int | str) -> Sums:
    """What changes of the numbers in a situation, until the first player is asked."""
    state = board.at(phase, laid, seat)
    before = board.numbers(state)
    if isinstance(deed, str):
        board.act(state, deed)
    else:
        board.travel(state, deed)
    board.wait_for(state, YOU)
    return board.numbers(state).less(before)


def test_every_ability_is_set_off(board: Board) -> None:
    done = 0
    for title, data in CARDS.items():
        card = board.copies[title][0]
        for ability in board.row_of[title].abilities:
            if ability.part == "reward":
                laid = rewarded(board, title)
            else:
                laid = active(board, title, YOU, (hurting(board),))
            spans, reached = spans_of(ability), False
            if any(value.name == "start_crystals" for value in (c.value for c in ability.changes) if value):
                continue
            for situation in situations(board, laid, card):
                board.program.clear()
                found = played(board, *situation)
                reached = board.reached(spans)
                if reached and ability.stmts and ability.part != "combat":
                    # Nothing is changed where nothing is lost or gained anyway.
                    reached = makes_a_difference(board, title, ability.part or "", found, situation)
                if reached:
                    break
            assert reached or any("forbid" in text or "protect" in text for text in texts_of(data)), (
                title,
                ability.name,
            )
            done += 1
    assert done > 30


def makes_a_difference(
    board: Board, title: str, part: str, found: Sums, situation: tuple[str, int, Laid, int | str]
) -> bool:
    """Whether the same situation without an ability differs; if so, by what the ability says."""
    phase, seat, position, deed = situation
    cards = set(board.copies[title]) | (set(board.copies["reward_token"]) if part == "reward" else set())
    kept = {key: [c for c in lying if key[0] == "track" or c not in cards] for key, lying in position.items()}
    kept["village", -1] = kept["village", -1] or [board.village]
    if part == "reward":
        kept["overlord_rewards", -1] = position["overlord_rewards", -1]
        kept["overlord", -1] = position["overlord", -1]
    without = played(board, phase, seat, kept, deed)
    texts = [text for text in texts_of(CARDS[title]) if "do" in text]
    expected = sums_of(*(text["do"] for text in texts))
    difference = found.less(without)
    if difference == Sums():
        return False
    # What was gained for the turn may be gone with it.
    expected.open |= {"attack", "defense"}
    assert expected.agrees(difference), (title, difference)
    return True


def test_what_holds_changes_numbers(board: Board) -> None:
    """A text `NAME is N` or `NAME + N` about a number of the game."""
    looked = 0
    for title, data in CARDS.items():
        for text in (t["value"] for t in texts_of(data) if isinstance(t.get("value"), str)):
            words = text.split()
            value = board.values.get((None, words[0]))
            if value is None:
                continue
            state = board.begun[:]
            board.lay(state, active(board, title))
            assert words[1] == "is"
            assert board.asides.value(state, value, -1) == int(words[2]), title
            looked += 1
    assert looked


# ------------------------------------------------------------------------------------------ forbidding


def deeds(board: Board, laid: Laid) -> set[str]:
    """What the first player may do: actions, and the types of cards that may be taken."""
    found = set(board.offered(board.at("opening", laid)))
    state = board.at("major_action", laid)
    found |= set(board.offered(state))
    if "journey" in found:
        board.program.advance(state, board.offered(state)["journey"])
        options = board.program.options(state)
        found |= {f"take {board.types[options.component(v)]}" for v in options}
    return found


def with_actions(board: Board, type_: str, kind: str) -> int:
    """A card of a type with an action of a kind that costs crystals or nothing."""
    for title, data in CARDS.items():
        if data["type"] == type_ and any(
            k == kind and ("crystal" in t.split(" -> ")[0] or "->" not in t) for k, _, _, t in printed(data)
        ):
            return board.copies[title][0]
    raise AssertionError(f"there is no {type_} with {kind}")


def test_what_is_forbidden_cannot_be_done(board: Board) -> None:
    lively = {
        ("items", YOU): [with_actions(board, "item", "minor")],
        ("enchantments", YOU): [with_actions(board, "enchantment", "minor")],
        ("village", -1): [with_actions(board, "village_card", "minor")],
        ("overlord", -1): [with_actions(board, "overlord_card", "challenge")],
    }
    base = board.laid(lively)
    for key in (("items", YOU), ("enchantments", YOU)):
        lively[key] = [*base[key], *board.plain(board.types[base[key][0]], [c for cs in base.values() for c in cs])[:2]]
    base = base | lively
    row = {key: board.layout.rows[board.layout.row_of[cards[0]]] for key, cards in lively.items()}
    bodies = {key: {body.name: body.kinds for body in one.actions} for key, one in row.items()}
    meant = {
        "minor actions of village": {n for n, kinds in bodies["village", -1].items() if "minor" in kinds},
        "actions of top of items": set(bodies["items", YOU]),
        "actions of top of enchantments": set(bodies["enchantments", YOU]),
        "journey_to an item": {"take item"},
        "journey_to an enchantment": {"take enchantment"},
        "challenge actions": {n for n, kinds in bodies["overlord", -1].items() if "challenge" in kinds},
        "heal": set(),
    }
    free = deeds(board, base)
    seen = set()
    for title, data in CARDS.items():
        for text in (t["forbid"] for t in texts_of(data) if "forbid" in t):
            place = PILES.get(data["type"], "trophies")
            laid = base | {(place, YOU): [board.copies[title][0]]}
            assert free - deeds(board, laid) == meant[text], (title, text)
            assert meant[text] <= free, title
            seen.add(text)
    assert seen == set(meant)


def test_who_may_not_heal_does_not(board: Board) -> None:
    healing = next(
        (board.copies[t][0], f"rest {board.row_of[t].name} {n}")
        for t, d in CARDS.items()
        for k, n, _, text in printed(d)
        if k == "rest" and n and text.startswith("heal")
    )
    titles = [t for t, d in CARDS.items() if any(x.get("forbid") == "heal" for x in texts_of(d))]
    assert titles
    for title in titles:
        laid = active(board, title) | {("village", -1): [healing[0]]}
        with_it = played(board, "major_action", YOU, laid, healing[1])
        cards = board.copies[title]
        plain = {key: [c for c in lying if c not in cards] for key, lying in laid.items()}
        without = played(board, "major_action", YOU, plain, healing[1])
        assert with_it.wound[0] == 0, title
        assert without.wound[0] < 0


def test_who_is_protected_is_not_chosen(board: Board) -> None:
    giving = next(
        (t, f"{k} {board.row_of[t].name}")
        for t, d in CARDS.items()
        for k, _, part, text in printed(d)
        if part == "upper" and text.endswith("give 1 wound to another player")
    )
    titles = [t for t, d in CARDS.items() if any("protect" in x for x in texts_of(d))]
    assert titles
    for title in titles:
        for shielded in (ANOTHER, LAST):
            laid = active(board, giving[0], YOU, (board.copies[title][0],))
            laid["items", shielded] = [board.copies[title][0], *laid["items", shielded]]
            state = board.at("opening", laid)
            board.act(state, giving[1])
            wounds = [state[board.variables["player", "wounds"] + seat] for seat in (ANOTHER, LAST)]
            assert wounds == ([5, 6] if shielded is ANOTHER else [6, 5]), title
