"""From a typed rulebook through an intermediate form to generated Python."""
