"""Puts parts.csv and pins.csv as tables into the pages that show them, between their marks. `python parts_table.py`"""

import csv
from pathlib import Path

HERE = Path(__file__).resolve().parent
# page, table
PAGES = {"README.md": ("parts.csv", "pins.csv")}


def as_markdown(table: Path) -> str:
    with table.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def marks(table: str) -> tuple[str, str]:
    return f"<!-- {table} begins -->", f"<!-- {table} ends -->"


def with_tables(page: str, tables: tuple[str, ...]) -> str:
    for table in tables:
        begin, end = marks(table)
        before, rest = page.split(begin)
        _, after = rest.split(end)
        page = f"{before}{begin}\n{as_markdown(HERE / table)}\n{end}{after}"
    return page


if __name__ == "__main__":
    for name, tables in PAGES.items():
        page = HERE / name
        page.write_text(with_tables(page.read_text(encoding="utf-8"), tables), encoding="utf-8")
