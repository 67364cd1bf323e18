"""Cuts the fonts down to what three languages of an interface need; run after a new version of the font packages.

Needs fonttools and brotli. The cut files are kept in src/fonts, so that a build needs neither.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font, parse_unicodes, save_font
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
PACKAGES = HERE / "node_modules" / "@fontsource"
RANGES = {
    # Signs and figures stand in every language; Latin letters hardly ever in Russian headings.
    "signs": (
        "latin",
        "U+0020-0040,U+005B-0060,U+007B-007E,U+00A0,U+00B0,U+00B7,U+00D7,U+2013-2014,U+2019,U+201C-201D,U+2026,U+2212",
    ),
    "letters": ("latin", "U+0041-005A,U+0061-007A"),
    # What French needs, and the rest for names that players type in.
    "french": (
        "latin",
        "U+00AB,U+00BB,U+00C0,U+00C2,U+00C7-00CB,U+00CE,U+00D4,U+00E0,U+00E2,U+00E7-00EB,U+00EE-00EF,"
        "U+00F4,U+00F9,U+00FB,U+0153,U+202F",
    ),
    "accents": (
        "latin",
        "U+00A1-00AA,U+00AC-00AF,U+00B1-00B6,U+00B8-00BA,U+00BC-00BF,U+00C1,U+00C3-00C6,U+00CC-00CD,"
        "U+00CF-00D3,U+00D5-00D6,U+00D8-00DF,U+00E1,U+00E3-00E6,U+00EC-00ED,U+00F0-00F3,U+00F5-00F8,"
        "U+00FA,U+00FC-00FF,U+0152,U+20AC",
    ),
    "cyrillic": ("cyrillic", "U+0401,U+0410-044F,U+0451,U+2116"),
}
FILES = (("vollkorn", 600, ("lnum",)), ("inter", 500, ("lnum", "tnum")), ("inter", 700, ("lnum", "tnum")))


def cut() -> None:
    for family, weight, figures in FILES:
        for name, (script, unicodes) in RANGES.items():
            source = PACKAGES / family / "files" / f"{family}-{script}-{weight}-normal.woff2"
            options = Options(flavor="woff2", layout_features=["kern"], hinting=False, desubroutinize=True)
            font = load_font(str(source), options)
            for feature in figures:
                put_first(font, feature)
            subsetter = Subsetter(options)
            subsetter.populate(unicodes=parse_unicodes(unicodes))
            subsetter.subset(font)
            save_font(font, str(HERE / "src" / "fonts" / f"{family}-{name}-{weight}.woff2"), options)


def put_first(font: TTFont, feature: str) -> None:
    """The forms of a feature become those of the letters themselves: the tablet never shows the others."""
    layout = font["GSUB"].table
    records = [one.Feature for one in layout.FeatureList.FeatureRecord if one.FeatureTag == feature]
    forms: dict[str, str] = {}
    for at in {at for record in records for at in record.LookupListIndex}:
        for part in layout.LookupList.Lookup[at].SubTable:
            # Some are wrapped, to be reached over longer distances in the file.
            forms |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    for table in font["cmap"].tables:
        table.cmap = {code: forms.get(glyph, glyph) for code, glyph in table.cmap.items()}


if __name__ == "__main__":
    cut()
