"""The rules of the log: plain values in, changes or a coded refusal out. No Django, no clock, no randomness."""
