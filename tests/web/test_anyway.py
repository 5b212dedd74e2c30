""" "Do it anyway" is offered only where it has a meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import factories

if TYPE_CHECKING:
    from tests.cast import Cast


def test_a_round_that_somebody_else_has_ended_is_not_ended_anyway(cast: Cast) -> None:
    play = factories.open_play(cast.campaign)
    factories.end_rounds(cast.campaign, play, 0)
    address = f"/c/{cast.campaign.code}/p/{play.number}/round/"
    form = {"seen": "1", "round": "1"}
    assert cast.captain.post(address, form | {"op": factories.op()}).status_code == 303
    answer = cast.crew.post(address, form | {"op": factories.op()})
    assert answer.status_code == 409
    assert "Ines was first" in answer.content.decode()
    assert "Do it anyway" not in answer.content.decode()


def test_a_game_that_somebody_else_has_opened_is_told_with_the_name(cast: Cast) -> None:
    address = f"/c/{cast.campaign.code}/tonight/campaign/"
    seat = cast.campaign.seats.all()[0].pk
    form = {"seen": "1", "who1": str(seat), "opponent": "jean:3"}
    assert cast.captain.post(address, form | {"op": factories.op()}).status_code == 303
    answer = cast.crew.post(address, form | {"op": factories.op()})
    assert answer.status_code == 409
    assert "Ines opened the game" in answer.content.decode()
