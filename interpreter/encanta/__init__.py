"""A rules language for card and tabletop games, and its interpreter."""
