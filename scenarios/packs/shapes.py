"""The small shapes that all content files are made of: keys, numbers, words, and the strictness they share."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

BoxId = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=30)]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)]
LineKey = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=30)]
TileKey = Annotated[str, StringConstraints(pattern=r"^L[1-9][0-9]?$")]
Space = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}[a-z]?$")]
FactId = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,2}[0-9]{2,3}$")]
LevelKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_]*$", max_length=30)]
Words = Annotated[str, StringConstraints(pattern=r"^\S(.*\S)?$", max_length=800)]
Word = Annotated[str, StringConstraints(pattern=r"^[^\W_]+$", max_length=30)]
Choice = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}$")]
Number = Annotated[int, Field(ge=1, le=999)]
Count = Annotated[int, Field(ge=0, le=999)]
Facts = tuple[FactId, ...]


class Content(BaseModel):
    """What every part of a content file has in common: no unknown keys, no guessed types, never changed."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Naming(Content):
    """`name` is short; `summary` is understood alone; `open` says what the sources leave open."""

    name: Annotated[Words, StringConstraints(max_length=80)]
    summary: Words
    open: Words | None = None

    def said(self) -> dict[str, str]:
        """The texts by the name of their field."""
        return dict(self.model_dump(exclude_none=True))
