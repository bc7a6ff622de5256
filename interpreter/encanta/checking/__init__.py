"""From rulebook text to a typed rulebook with every name bound, or diagnostics."""
