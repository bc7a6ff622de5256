"""The places where a program can stop: decisions, and the points where it is gone on with."""

from __future__ import annotations

from dataclasses import dataclass

from encanta.checking import model as m
from encanta.text.source import Span


@dataclass(frozen=True, slots=True)
class Site:
    """A decision of the rulebook. `kind`: action, choose, may.

    `name` is the local that is chosen or the ability that may be used, `body` the phase, procedure, action or ability
    it stands in. `element` is the kind of one element (component, player, side, enum, place, integer, flag), `of` the
    name of its component or enumeration; without `single` the answer is a set. `actions` are the names of what is
    offered; its index is the answer, -1 stops.
    """

    id: int
    kind: str
    name: str
    body: str
    about: str
    element: str
    of: str | None
    single: bool
    actions: tuple[str, ...]
    span: Span


class Sites:
    """Numbers for decisions, resume points and causes."""

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.resumes: list[str] = ["run_queue"]
        self.bodies: list[str] = [""]
        self.live: list[tuple[str, ...]] = [("waiting",)]
        self.decisions: dict[int, tuple[Site, str]] = {}
        self.reasons: list[str] = []
        self.places: list[tuple[Span, str]] = []
        self._places: dict[tuple[int, int, str, str], int] = {}

    def new(
        self,
        kind: str,
        name: str,
        body: str,
        span: Span,
        type_: m.Type,
        single: bool,
        about: str = "",
        actions: tuple[str, ...] = (),
    ) -> Site:
        """A decision that the program can stop at."""
        # What is chosen may be typed as the set that the local becomes; a site tells what its elements are.
        element = type_.of if type_.kind in ("set", "list") and type_.of is not None else type_
        # A block that stands for several players names the locals of each apart, by what follows a point.
        written = name.partition(".")[0]
        site = Site(len(self.sites), kind, written, body, about, element.kind, element.name, single, actions, span)
        self.sites.append(site)
        return site

    def resume(self, name: str, body: str, live: tuple[str, ...] = ()) -> int:
        """The number of a resume function that stands in a body; `live` are the locals in its frames."""
        self.resumes.append(name)
        self.bodies.append(body)
        self.live.append(live)
        return len(self.resumes) - 1

    def decision(self, site: Site, resume: str, options: str, live: tuple[str, ...]) -> int:
        """The number of the resume function of a decision; `options` is the function that makes its options."""
        number = self.resume(resume, site.body, live)
        self.decisions[number] = (site, options)
        return number

    def reason(self, text: str) -> int:
        """The number of the reason why a game ended."""
        if text not in self.reasons:
            self.reasons.append(text)
        return self.reasons.index(text)

    def place(self, span: Span, body: str) -> int:
        """The number of a place in the rulebook, as a cause of what happens there."""
        key = (span.start, span.end, span.source.name, body)
        if key not in self._places:
            self._places[key] = len(self.places)
            self.places.append((span, body))
        return self._places[key]
