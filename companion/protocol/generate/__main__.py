"""`python -m companion.protocol.generate` writes both files anew."""

from __future__ import annotations

from companion.protocol.generate import PAGE, TYPES, generate

if __name__ == "__main__":
    page, types = generate()
    PAGE.write_text(page)
    TYPES.write_text(types)
