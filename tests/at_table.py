"""A game with its aids, played by the same use cases as the pages use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from campaigns import archive, endings, helm, journal, lists, log, plays, story
from campaigns.evenings import CAMPAIGN
from campaigns.journal import Tap
from campaigns.models import Draft, Play, Seat
from campaigns.rules.state import Piece, Place
from scenarios.table import SeatTonight
from tests import factories

if TYPE_CHECKING:
    from campaigns.access import Access
    from campaigns.aids.ending import Asked, Ending
    from campaigns.evenings import Choice
    from campaigns.models import Campaign, Entry
    from campaigns.rules.state import State

MARKERS = "2: 1, 9: 1, 14: 1"
"""A printed table with one marker of each nation."""


@dataclass
class Game:
    """A play of a campaign. `role` says whose phone taps."""

    campaign: Campaign
    number: int

    @classmethod
    def open(
        cls, key: str = CAMPAIGN, players: int = 3, choice: Choice | None = None, campaign: Campaign | None = None
    ) -> Game:
        """An evening with the seats of the campaign and as many guests as it takes."""
        campaign = campaign or factories.begin()
        access = factories.access_of(campaign)
        seats = [SeatTonight(seat.pk, "", "") for seat in Seat.objects.filter(campaign=campaign).order_by("position")]
        seats += [SeatTonight(None, f"Guest {at}", "") for at in range(players)]
        against = choice or (factories.JACQUES if key in factories.TOGETHER else factories.JEAN)
        tap = factories.tap_of(access)
        play = plays.open_tonight(access=access, tap=tap, seats=seats[:players], key=key, choice=against)
        return cls(campaign, play.number)

    @classmethod
    def by_twin(cls, card: str, players: int = 3) -> Game:
        """A game of a campaign in whose bag a twin lies."""
        campaign = factories.begin()
        access = factories.access_of(campaign)
        archive.go_on_here(access=access, tap=factories.tap_of(access), lies={Piece("card", card): Place.BAG})
        return cls.open(card, players, campaign=campaign)

    @property
    def play(self) -> Play:
        return Play.objects.get(campaign=self.campaign, number=self.number)

    @property
    def access(self) -> Access:
        return factories.access_of(self.campaign)

    @property
    def state(self) -> State:
        """What the play's stream has come to."""
        return journal.ground(self.campaign.pk, self.number).state

    @property
    def values(self) -> dict[str, Any]:
        return dict(self.state.values)

    @property
    def revision(self) -> int:
        return journal.ground(self.campaign.pk, self.number).revision

    def tap(self, role: str = "captain", seen: int | None = None, op: str | None = None) -> Tap:
        access = factories.access_of(self.campaign, role)
        return Tap(access.campaign, access.member, op or factories.op(), self.revision if seen is None else seen)

    def offered(self) -> tuple[str, ...]:
        return helm.offered(self.access, self.play)

    def do(self, aid: str, deed: str, /, *, tap: Tap | None = None, **fields: Any) -> Entry:
        """Does a deed of an aid as a page would."""
        typed = {name: str(value) for name, value in fields.items()}
        return helm.do(access=self.access, tap=tap or self.tap(), play=self.play, aid=aid, deed=deed, fields=typed)

    def end(self, ended: int) -> Entry:
        """Ends a round with what the opponents score."""
        scores = helm.scores(self.access, self.play)
        return plays.end_round(tap=self.tap(), play=self.number, ended=ended, scores=scores)

    def end_all(self) -> Game:
        """Ends what is left of the four rounds."""
        for ended in range(self.state.round(), 5):
            self.end(ended)
        return self

    def undo(self) -> Entry:
        """Takes the newest step at the table back."""
        newest = journal.newest_standing(self.campaign.pk, self.number)
        assert newest is not None
        return plays.take_back(tap=self.tap(), play=self.number, sequence=newest.sequence)

    def say(self, step: str, typed: str) -> None:
        """Types what only a card tells, or what the group chose, for a line of the list."""
        line = next(line for line in lists.lines(self.play) if line.step == step and line.printed)
        access = self.access
        tap = Tap(access.campaign, access.member, factories.op(), access.pulse)
        plays.say_printed(access=access, tap=tap, play=self.play, line=line, typed=typed)

    def draft(self, **fields: Any) -> Draft:
        """The draft of the closing; `points_0=150` stands for the field points:0."""
        draft = story.open_draft(access=self.access, play=self.play, after=4)
        tap = Tap(self.campaign.pk, self.access.member, factories.op(), draft.revision)
        named = {name.replace("_", ":", 1): value for name, value in fields.items()}
        return story.set_fields(tap=tap, draft=draft.pk, fields=named)

    def asked(self) -> Asked:
        return endings.asked(self.access, self.play)

    def ended(self, **fields: Any) -> Ending | None:
        """The verdict of a closing that holds these fields."""
        return endings.ended(self.access, self.play, self.draft(**fields).data)

    def close(self, **fields: Any) -> Entry:
        """Closes the game with these fields."""
        draft, access = self.draft(**fields), self.access
        return story.commit(access=access, tap=factories.tap_of(access), draft=draft.pk, draft_seen=draft.revision)

    def reopen(self, closing: Entry) -> None:
        """Takes the closing back."""
        log.take_back(tap=factories.tap_of(self.access), sequence=closing.sequence)


def begun() -> Campaign:
    """A campaign that is under way: card 152 waits in its bag."""
    campaign = factories.begin()
    access = factories.access_of(campaign)
    archive.go_on_here(access=access, tap=factories.tap_of(access), lies={Piece("card", "152"): Place.BAG})
    return campaign


def rescue(players: int = 3, markers: str = MARKERS, his: int = 150, campaign: Campaign | None = None) -> Game:
    """The Rescue with everything begun in round one; Jacques has `his` points."""
    game = Game.open("193", players, campaign=campaign)
    game.say("markers_of_card", markers)
    game.end(0)
    game.do("markers", "begin")
    game.do("search", "begin", greens=2, reds=2)
    game.do("jacques", "begin")
    if his:
        game.do("jacques", "count", name="points", by=his)
    return game


def free_all(game: Game) -> None:
    """Frees every marker, out of the game."""
    for subject, many in game.values.items():
        if subject.startswith("marker:"):
            _marker, space, nation = subject.split(":")
            for _ in range(int(many)):
                game.do("markers", "free", space=space, nation=nation, to="out")


def find(game: Game, how: str = "combat") -> None:
    """Turns clues up until Luysa is found, and frees her where `how` says so."""
    for space in ("6", "8", "10"):
        if not game.state["search:found"]:
            game.do("search", "turn-up", space=space, colour="green")
    if how:
        game.do("search", "free", how=how)
