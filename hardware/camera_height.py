"""How high the camera must hang, from lens and resolution to pixels per die and per tag module.

A camera with a horizontal angle of view A and W pixels across sees, at a distance D, a strip 2 * D * tan(A / 2) wide.
So a thing of s millimetres is W * s / (2 * D * tan(A / 2)) pixels wide. The top of a die is nearer by its own height.
A wide lens draws straight lines bent; away from the middle its figures are a little lower than these.
"""

import math
from dataclasses import dataclass
from pathlib import Path

DIE_MM = 16.0
FELT_MM = 180.0
TAG_MODULE_MM = 15 / 21  # a card's label: 21 modules on 15 mm
DIE_PIXELS = 40.0  # below this, readings are often unsure
MODULE_PIXELS = 3.0  # below this, QR tags are missed
HEIGHTS_MM = (220, 260, 300, 330, 360, 400, 450, 500)
PAGE = Path(__file__).resolve().parent / "camera-height.md"
BEGIN, END = "<!-- table begins -->", "<!-- table ends -->"


@dataclass(frozen=True)
class Camera:
    name: str
    across_degrees: float
    along_degrees: float
    width: int
    height: int

    def seen_mm(self, distance_mm: float) -> tuple[float, float]:
        """Width and depth of what is in the picture at this distance."""
        return _strip(distance_mm, self.across_degrees), _strip(distance_mm, self.along_degrees)

    def pixels(self, size_mm: float, distance_mm: float) -> float:
        return self.width * size_mm / _strip(distance_mm, self.across_degrees)

    def die_pixels(self, height_mm: float) -> float:
        return self.pixels(DIE_MM, height_mm - DIE_MM)

    def module_pixels(self, height_mm: float) -> float:
        return self.pixels(TAG_MODULE_MM, height_mm)

    def sees_felt(self, height_mm: float) -> bool:
        """The whole felt, at the height of a die's top, fits into the shorter side of the picture."""
        return min(self.seen_mm(height_mm - DIE_MM)) >= FELT_MM


def _strip(distance_mm: float, degrees: float) -> float:
    if distance_mm <= 0 or not 0 < degrees < 180:
        raise ValueError("the camera must hang above the dice and look at an angle between 0 and 180 degrees")
    return 2 * distance_mm * math.tan(math.radians(degrees) / 2)


def webcam(diagonal_degrees: float, width: int = 1280, height: int = 720) -> Camera:
    """Makers of webcams name the angle across the diagonal, where it is largest."""
    half = math.tan(math.radians(diagonal_degrees) / 2) / math.hypot(width, height)
    across, along = (2 * math.degrees(math.atan(half * side)) for side in (width, height))
    name = f"USB camera with {diagonal_degrees:.0f}° across the diagonal, {width} × {height}"
    return Camera(name, across, along, width, height)


# The sizes are those the companion asks for: 1280 pixels across, in the shape of the sensor, with the whole sensor in
# view. The angles of the modules are those of Raspberry Pi's table of camera hardware; those of the 6 mm lens follow
# from the sensor's 6.287 × 4.712 mm in the same table.
CAMERAS = (
    Camera("Camera Module 3, 1280 × 720", 66, 41, 1280, 720),
    Camera("Camera Module 3 Wide, 1280 × 720", 102, 67, 1280, 720),
    Camera("Camera Module 2, 1280 × 962", 62.2, 48.8, 1280, 962),
    Camera("HQ camera with 6 mm lens, 1280 × 960", 55, 43, 1280, 960),
    webcam(60),
    webcam(68),
    webcam(75),
    webcam(78),
)


def verdict(camera: Camera, height_mm: float) -> str:
    if not camera.sees_felt(height_mm):
        return "too low: felt is cut off"
    if camera.die_pixels(height_mm) < DIE_PIXELS:
        return "too high for dice"
    if camera.module_pixels(height_mm) < MODULE_PIXELS:
        return "dice yes, tags only close up"
    return "good"


def best_height(camera: Camera) -> int:
    """The lowest height, in steps of 10 mm, that shows the whole felt: there everything is largest."""
    return next(height for height in range(20, 2000, 10) if camera.sees_felt(height))


def table() -> str:
    lines = []
    for camera in CAMERAS:
        lines += [
            f"### {camera.name}",
            f"Lowest height that shows the whole felt: **{best_height(camera)} mm**.",
            "",
            "| lens above felt | seen at felt | pixels per die | pixels per tag module | |",
            "|---|---|---|---|---|",
        ]
        for height in HEIGHTS_MM:
            across, along = camera.seen_mm(height)
            lines.append(
                f"| {height} mm | {across:.0f} × {along:.0f} mm | {camera.die_pixels(height):.0f} "
                f"| {camera.module_pixels(height):.1f} | {verdict(camera, height)} |"
            )
        lines.append("")
    return "\n".join(lines)


def with_table(page: str) -> str:
    """The page with the table between its two marks made anew."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
