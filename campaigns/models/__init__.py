"""What happened at the table. `journal.py` is the only writer of entries and of the four projections."""

from campaigns.models.copies import PrintedTable, Ruling
from campaigns.models.entries import Entry
from campaigns.models.people import Campaign, Copy, Device, Invitation, Member, Opened, Seat
from campaigns.models.plays import Draft, Part, Play, Tick
from campaigns.models.states import CardState, PlayResult, PlayState, TileState

__all__ = [
    "Campaign",
    "CardState",
    "Copy",
    "Device",
    "Draft",
    "Entry",
    "Invitation",
    "Member",
    "Opened",
    "Part",
    "Play",
    "PlayResult",
    "PlayState",
    "PrintedTable",
    "Ruling",
    "Seat",
    "Tick",
    "TileState",
]
