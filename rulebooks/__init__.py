"""The shipped rulebooks, one folder a game, as data."""
