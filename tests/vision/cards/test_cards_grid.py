"""The table of a warrior's card and the row of a demon's, found among digits without any image."""

from __future__ import annotations

import numpy as np

from vision.cards.digits import CardDigits
from vision.cards.layout import boxes_beyond, find_grid, find_row, grid_boxes
from vision.images import floats


def digits_at(places: list[tuple[float, float]], height: float = 30) -> CardDigits:
    boxes = [(x - height / 3, y - height / 2, height / 1.5, height) for x, y in places]
    sure = floats(np.full(len(places), 0.99))
    return CardDigits(floats(boxes).reshape(-1, 4), sure, sure)


def table(columns: int, lean: float = 0.0) -> list[tuple[float, float]]:
    return [(100 + 70 * c + lean * line, 80 + 50 * line + 0.6 * lean * c) for line in range(6) for c in range(columns)]


def test_a_leaning_table_with_strays_elsewhere() -> None:
    grid = find_grid(digits_at([*table(3, lean=4), (400, 500), (480, 90), (30, 300)]))
    assert grid is not None
    assert grid.rows.tolist() == np.arange(18).reshape(6, 3).tolist()
    assert not grid.strays


def test_holes_are_filled_from_the_neighbours() -> None:
    places = table(3)
    digits = digits_at([place for k, place in enumerate(places) if k not in (4, 17)])
    grid = find_grid(digits)
    assert grid is not None
    assert (grid.rows[1, 1], grid.rows[5, 2]) == (-1, -1)
    boxes = grid_boxes(grid, digits)
    for hole, (line, column) in ((places[4], (1, 1)), (places[17], (5, 2))):
        x, y, width, height = boxes[line, column]
        assert np.allclose((x + width / 2, y + height / 2), hole, atol=1)


def test_half_a_column_more_is_noticed() -> None:
    places = [*table(3), (310, 80), (310, 130), (310, 180)]
    grid = find_grid(digits_at(places))
    assert grid is not None
    assert grid.strays


def test_a_seventh_line_is_noticed() -> None:
    places = [*table(3), (100, 380), (170, 380), (240, 380)]
    grid = find_grid(digits_at(places))
    assert grid is None or grid.strays


def test_no_table_in_a_heap_of_digits() -> None:
    rng = np.random.default_rng(3)
    heap = [(float(x), float(y)) for x, y in rng.uniform(0, 800, (14, 2))]
    assert find_grid(digits_at(heap)) is None
    assert find_grid(digits_at([])) is None


def test_lines_beyond_the_table() -> None:
    digits = digits_at(table(3))
    grid = find_grid(digits)
    assert grid is not None
    above, below = boxes_beyond(grid_boxes(grid, digits))
    middles = [[(round(float(x + w / 2)), round(float(y + h / 2))) for x, y, w, h in line] for line in (above, below)]
    assert middles == [[(x, 30) for x in (100, 170, 240)], [(x, 380) for x in (100, 170, 240)]]


def test_rows_lying_and_standing() -> None:
    lying = find_row(digits_at([(300, 200), (100, 200), (200, 203), (500, 700)]))
    assert lying is not None
    assert (lying.rows, lying.others) == ((1, 2, 0), (3,))
    standing = find_row(digits_at([(100, 400), (100, 100), (103, 200), (100, 300)]))
    assert standing is not None
    assert standing.rows == (1, 2, 3, 0)
    assert find_row(digits_at([(100, 100), (200, 100), (390, 100)])) is None
