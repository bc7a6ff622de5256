"""What a seat sees, in words: places with what lies in them, and variables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from encanta.machine.events import Event
    from encanta.machine.views import PlaceView

MOST_SHOWN = 12
"""Cards of a pile that are named, from the top."""
MOST_KINDS = 24
"""Different cards of an unordered place that are named."""


def contents(place: PlaceView) -> str:
    """What lies in a place, as far as its viewer knows: a pile from the top, anything else counted by name."""
    if not place.cards:
        return "empty"
    if place.place.form == "row":
        return _in_slots(place)
    if place.place.form == "pile":
        return _in_order(place.cards, place.backs)
    return _counted(place.cards, place.backs)


def _in_slots(place: PlaceView) -> str:
    """The slots of a row with their numbers: faces, `?` for what is not seen, `-` for gaps."""
    here = dict(zip(place.slots, place.cards, strict=True))
    shown = range(1, min(place.size, MOST_SHOWN) + 1)
    words = [f"{slot}: {'-' if slot not in here else here[slot] or '?'}" for slot in shown]
    rest = place.size - len(words)
    return "  ".join(words) + (f"  and {rest} more" if rest else "")


def _in_order(cards: Sequence[str | None], backs: Sequence[str]) -> str:
    if all(card is None for card in cards) and len(set(backs)) < 2:
        return _hidden(len(cards)) + (f" ({backs[0]})" if backs else "")
    unseen = [f"? ({back})" for back in backs] or ["?"] * len(cards)
    shown = [card if card is not None else unseen[at] for at, card in enumerate(cards[:MOST_SHOWN])]
    rest = len(cards) - len(shown)
    return ", ".join(shown) + (f", and {rest} more" if rest else "")


def _counted(cards: Sequence[str | None], backs: Sequence[str]) -> str:
    known = Counter(card for card in cards if card is not None)
    kinds = sorted(known.items())
    parts = [name if count == 1 else f"{count} {name}" for name, count in kinds[:MOST_KINDS]]
    rest = sum(count for _, count in kinds[MOST_KINDS:])
    parts += [f"and {rest} more"] if rest else []
    if backs:
        unseen = Counter(back for card, back in zip(cards, backs, strict=True) if card is None)
        return ", ".join([*parts, *(f"{_hidden(count)} ({back})" for back, count in sorted(unseen.items()))])
    hidden = len(cards) - sum(known.values())
    return ", ".join([*parts, *([_hidden(hidden)] if hidden else [])])


def _hidden(count: int) -> str:
    return "1 card face down" if count == 1 else f"{count} cards face down"


def heading(place: PlaceView) -> str:
    """The title of a place, with the number of things in it where there are several."""
    return f"{place.title} ({len(place.cards)})" if place.cards else place.title


def worth_showing(places: Sequence[PlaceView]) -> list[PlaceView]:
    """The places of a view without those that hold nothing for anybody just now; open places always count."""
    used = {place.place.name for place in places if place.cards or place.place.seen_by == "everyone"}
    return [place for place in places if place.place.name in used]


def event_line(event: Event, seat: int | None, *, causes: bool) -> str:
    """An event as a seat may know it (None: in full), with what caused it, from the nearest cause outwards."""
    text = event.text if seat is None else event.told_to(seat)
    return f"{text}  [{' < '.join(event.causes)}]" if causes and event.causes else text


def story(events: Iterable[Event], seat: int | None, *, causes: bool) -> list[str]:
    """Events in lines; that a turn goes on when its next part begins is not said again."""
    lines = []
    turn = ""
    for event in events:
        if event.kind == "begin":
            if event.text == turn:
                continue
            turn = event.text
        lines.append(event_line(event, seat, causes=causes))
    return lines
