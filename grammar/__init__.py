"""The grammar of the small language and the schema of the YAML around it, as data."""
