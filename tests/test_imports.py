"""The import table of the design: rules stand on nothing, vision knows no game, and nothing imports in a circle."""

from pathlib import Path

import grimp
from importlinter.cli import lint_imports


def test_import_table_holds() -> None:
    assert lint_imports(config_filename=str(Path(__file__).parents[1] / "pyproject.toml"), no_cache=True) == 0


def test_no_module_imports_itself_through_others() -> None:
    """Modules are taken away whose imports are all gone already; what is left at the end imports in a circle."""
    graph = grimp.build_graph("companion", "vision", exclude_type_checking_imports=True, cache_dir=None)
    left = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(left) > 150
    while free := [module for module, imports in left.items() if not imports & left.keys()]:
        for module in free:
            del left[module]
    assert sorted(left) == []
