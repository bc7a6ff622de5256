"""What authors do with the files of a rulebook: begin one, lay it out, compare, look again on every save."""
