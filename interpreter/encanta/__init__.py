"""A rules language for card and tabletop games, and its interpreter."""

__version__ = "0.1.0"
