"""What comes next: the one thing that a campaign's page has to say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from campaigns.rules.legacy import ROUNDS
from campaigns.rules.state import PlayStatus

if TYPE_CHECKING:
    from campaigns.models import Draft, Play


class Step(StrEnum):
    """The steps of a campaign evening."""

    TONIGHT = "tonight"
    """No game is under way: say who plays."""
    SET_UP = "set_up"
    ROUND = "round"
    """Play the round, then end it."""
    READ = "read"
    """A round is over and its reading is not written."""
    DRAFT = "draft"
    CLOSE = "close"
    RESTS = "rests"
    """The group laid the campaign aside, or ended it."""


@dataclass(frozen=True, slots=True)
class Next:
    """The next step; `round` is the one it concerns, `game` what the group calls the game."""

    step: Step
    game: int
    round: int = 0


def what_next(play: Play | None, opened: int, round_: int, draft: Draft | None, *, rests: bool = False) -> Next:
    """The next step after `opened` games; `play` is the one under way, `round_` as in its stream.

    A game that was played without the log has nothing left but its closing.
    """
    if play is None:
        return Next(Step.RESTS if rests else Step.TONIGHT, opened + 1)
    last = play.rounds
    if draft is not None and (
        not draft.after or (last if draft.after == ROUNDS else draft.after) < round_ or play.played_on
    ):  # its round may have been reopened since
        return Next(Step.DRAFT, play.game, draft.after)
    if play.played_on:
        return Next(Step.CLOSE, play.game, ROUNDS)
    if round_ == 0:
        return Next(Step.SET_UP, play.game)
    if play.status == PlayStatus.ASIDE:  # no story is read on an evening of its own
        return Next(Step.CLOSE, play.game, ROUNDS) if round_ > last else Next(Step.ROUND, play.game, round_)
    unread = next((after for after in range(1, min(round_, ROUNDS)) if after not in play.readings), None)
    if unread is not None:
        return Next(Step.READ, play.game, unread)
    return Next(Step.CLOSE, play.game, ROUNDS) if round_ > ROUNDS else Next(Step.ROUND, play.game, round_)
