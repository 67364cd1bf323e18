"""The import table of the design: rules stand on nothing, vision knows no game, and so on."""

from pathlib import Path

from importlinter.cli import lint_imports


def test_import_table_holds() -> None:
    assert lint_imports(config_filename=str(Path(__file__).parents[1] / "pyproject.toml"), no_cache=True) == 0
