"""The chest: what lies in the boxes. Definitions only; it knows no campaign, no member and no spoiler wall."""
