"""A campaign in the middle of things, so that every address has something behind it and every form a sensible body."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.urls import reverse

from campaigns import archive, journal, log, plays, story
from campaigns.journal import Tap
from campaigns.models import Campaign, Draft, Invitation, Member, Play
from campaigns.rules.effects import Effect, Wanted
from campaigns.rules.state import Piece, Place, Spot
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet
    from django.test import Client

    from campaigns.models import Entry
    from tests.cast import Cast

Body = dict[str, Any]
OF_THE_CREW = {"invitation", "withdraw", "role", "hand-over", "remove"}
HTMX = {"HX-Request": "true"}
LINE = "base_board"
"""A line of every set-up list of a campaign game."""

ASKS = "quest_tiles_first:150"
"""A line of the first game's list that leaves the places to the printed card."""


@dataclass
class Evening:
    """A cast with addresses and bodies for each named route. `play` and `draft` are 1 where there are none."""

    cast: Cast
    play: int = 1
    draft: int = 1
    undo: int = 1
    again: int = 1
    round_undo: int = 1
    round_again: int = 1
    key: str = "campaign"
    asks: str = ASKS
    elsewhere: tuple[int, int] | None = None
    """Ids of a member and an invitation to use instead of this campaign's."""

    @property
    def member(self) -> int:
        """Tomas of the crew, or whoever is the first one in it."""
        if self.elsewhere:
            return self.elsewhere[0]
        return Member.objects.filter(campaign=self.cast.campaign, role="crew").order_by("pk")[0].pk

    @property
    def invitation(self) -> int:
        """The open invitation to the crew."""
        if self.elsewhere:
            return self.elsewhere[1]
        return Invitation.objects.filter(campaign=self.cast.campaign, ends=None).order_by("pk")[0].pk

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands now."""
        self.cast.campaign.refresh_from_db()
        return self.cast.campaign

    def url(self, name: str, who: Client | None = None) -> str:
        """The address of a named route in this campaign; `who` came late has the address of another invitation."""
        sequence = {
            "undo": self.undo,
            "again": self.again,
            "round-undo": self.round_undo,
            "round-again": self.round_again,
        }
        values: Body = {
            "code": self.cast.campaign.code,
            "number": self.play,
            "pk": self.draft,
            "key": self.key,
            "column": 1,
            "place": 1,
            "kind": "tile",
            "box": "endeavor",
            "aid": "markers",
            "name": "begin",
            "typed": self.cast.late_code if who is self.cast.late else self.cast.code,
        }
        if name == "aid":
            values["key"] = "rescue"
        elif name in ("answer", "campaign-answer", "ruling"):
            values["key"] = "L30"
        if name in OF_THE_CREW:  # looked up only where needed: tests count the queries
            values["member"], values["invitation"] = self.member, self.invitation
        asks = f"?line={self.asks}" if name == "printed" else ""
        return reverse(name, kwargs=_wanted(name, values | {"sequence": sequence.get(name, 1)})) + asks

    def body(self, name: str, who: Client | None = None) -> Body:
        """What somebody who has just loaded the page would send, with a fresh operation id."""
        bodies: dict[str, Body] = {
            "new": {"name": "Leeward", "captain": "Ada", "player1": "Ada", "line": "uprising:uprising"},
            "recover": {"code": "AAAA-BBBB-CCCC"},
            "light": {"mode": "dark", "back": "/"},
            "tonight": {"who1": "guest", "guest1": "Ada", "opponent": "jean:3"},
            "without": {"who1": "guest", "guest1": "Ada", "key": "campaign", "played_on": "2026-11-02"},
            "rest": {"how": "aside"},
            "join": {"code": self.cast.late_code if who is self.cast.late else self.cast.code},
            "join-code": {"name": "Ada"},
            "invite": {"role": "crew", "lasts": "tonight"},
            "role": {"role": "lookout"},
            "hand-over": {"sure": "yes"},
            "remove": {"sure": "yes", "withdraw": "yes"},
            "leave": {"sure": "yes"},
            "seat": {"seat": ""},
            "peek": {"number": "L1", "sure": "yes"},
            "ruling": {"words": "the jump is free"},
            "middle": {"cards": "152 163", "tiles": "L1 L31", "read": "150"},
            "correct": {"kind": "tile", "number": "L7", "place": "board", "space": "9", "reason": "so it lies"},
            "round": {"round": "2"},
            "phase": {"round": "2", "phase": "0"},
            "tick": {"tick": f"set {LINE}"},
            "lot": {"lot": "crown"},
            "deal": {"member": list(Member.objects.values_list("pk", flat=True)) if name == "deal" else []},
            "part": {"area": "board-0"},
            "draft-propose": {"card": "150", "words": "south"},
            "draft-reader": {"reading": "yes"},
            "printed": {"line": self.asks, "said": "3, 8, 9a"},
            "draw": {"number": "L31"},
            "arrow": {"space": "7", "beside": "9", "joined": "yes"},
            "read": {"after": "1"},
            "draft-card": {"card": "150", "outcome": "read", "words": "north"},
            "draft-points": {"0-points": "101", "1-points": "99"},
            "draft-score": {"track": "7"},
            "draft-weight": {"weight": "city", "points": "2"},
            "draft-effect": {"effect": "tile_on_board", "number": "L12"},
            "draft-drop": {"piece": "tile:L31"},
            "commit": {"draft_seen": self._revision(Draft.objects.filter(pk=self.draft)) if name == "commit" else 0},
        }
        return {"op": factories.op(), "seen": self._seen(name)} | bodies.get(name, {})

    def _seen(self, name: str) -> int:
        """The revision that the page of a form was rendered from: of the draft, of the play, or of the legacy."""
        if name.startswith("draft"):
            return self._revision(Draft.objects.filter(pk=self.draft))
        if name.startswith("round"):
            return self._revision(Play.objects.filter(campaign=self.cast.campaign, number=self.play))
        field = "pulse" if name in ("tick", "deal", "part", "printed", "ruling") else "revision"
        return self._revision(Campaign.objects.filter(pk=self.cast.campaign.pk), field)

    def _revision(self, rows: QuerySet[Any], field: str = "revision") -> int:
        return rows.values_list(field, flat=True).first() or 0

    def post(self, who: Client, route: str, /, *, htmx: bool = False, **changed: Any) -> Any:
        """Posts the sensible body of a route with some fields changed; `None` leaves a field out."""
        body = {key: value for key, value in (self.body(route, who) | changed).items() if value is not None}
        target = {"HX-Target": "_rounds"} if route.startswith("round") else {}
        return who.post(self.url(route, who), body, headers=HTMX | target if htmx else {})

    def get(self, who: Client, name: str, *, htmx: bool = False, query: str = "") -> Any:
        """Loads a page."""
        address = self.url(name, who)
        return who.get(address + (query.replace("?", "&") if "?" in address else query), headers=HTMX if htmx else {})


def at_the_start(cast: Cast) -> Evening:
    """A campaign in which nothing has happened yet."""
    return Evening(cast)


def during_game_one(cast: Cast) -> Evening:
    """Round 2 of the first game; the draft after round 1 puts L31 on the board. A step of each stream was undone."""
    campaign = cast.campaign
    play = factories.open_play(campaign)
    kept = correct(campaign, "L5", Spot(Place.BOARD, "3"))
    undone = correct(campaign, "L6", Spot(Place.BOARD, "4"))
    log.take_back(tap=legacy_tap(campaign), sequence=undone.sequence)
    factories.end_rounds(campaign, play, 2)
    access = factories.access_of(campaign)
    back = journal.newest_standing(access.campaign, play.number)
    assert back is not None
    plays.take_back(tap=factories.tap_of(access, play.number), play=play.number, sequence=back.sequence)
    draft = story.open_draft(access=access, play=play, after=1)
    draft_tap = Tap(access.campaign, access.member, factories.op(), draft.revision)
    story.add_effect(access=access, tap=draft_tap, draft=draft.pk, wanted=Wanted(Effect.TILE_ON_BOARD, "L31"))
    return Evening(cast, play.number, draft.pk, kept.sequence, undone.sequence, back.sequence - 1, back.sequence)


def correct(campaign: Campaign, tile: str, spot: Spot) -> Entry:
    """ "Our box differs", for a tile."""
    access = factories.access_of(campaign)
    tap = factories.tap_of(access)
    return archive.correct(access=access, tap=tap, piece=Piece("tile", tile), spot=spot, reason="so it lies")


def close(evening: Evening) -> None:
    """Makes the draft that of the closing, which alone asks for points."""
    Draft.objects.filter(pk=evening.draft).update(after=4)


def legacy_tap(campaign: Campaign) -> Tap:
    """A tap of the captain who has just loaded the log."""
    return factories.tap_of(factories.access_of(campaign))


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written inside is rolled back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def dump() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with connection.cursor() as cursor:
        rows = {}
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} ORDER BY 1")
            rows[table] = cursor.fetchall()
        return rows


def _wanted(name: str, values: Body) -> Body:
    from tests.web.routes import parameters

    return {key: values[key] for key in parameters(name)}
