"""Whether the tests of a rulebook test it: what they reach, and which changes of its rules they notice."""
