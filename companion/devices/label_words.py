"""What stands at the top of the sheets of labels, in every language: how to cut and stick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vision.tags.sheet import SheetWords

SHEETS: Final[Mapping[str, SheetWords]] = {
    "en": SheetWords(),
    "fr": SheetWords(
        heading="Étiquettes des tuiles et des cartes",
        scale="Imprimer à 100 %, sans ajuster à la page. Cette ligne mesure 100 mm :",
        steps=(
            "1. Imprimez sur papier mat. Coupez sur les pointillés ; gardez le bord blanc autour de chaque code.",
            "2. Tuile : tournez-la comme sur le dessin de son étiquette. Collez-la au milieu, texte à l’endroit.",
            "3. Carte : glissez-la dans une pochette, collez l’étiquette devant. Les dos restent identiques.",
            "4. K1 à K4 : aux coins du plateau à dés, comme indiqué sur chacune.",
        ),
        corners=("fond gauche", "fond droit", "devant droit", "devant gauche"),
    ),
    "ru": SheetWords(
        heading="Метки для плиток и карт",
        scale="Печатайте в масштабе 100 %, не по размеру листа. Эта линия — 100 мм:",
        steps=(
            "1. Печатайте на матовой бумаге. Режьте по пунктиру; белое поле вокруг кода оставьте.",
            "2. Плитка: поверните её, как на рисунке метки. Клейте метку в середину, чтобы текст не был перевёрнут.",
            "3. Карта: вложите её в протектор и наклейте метку спереди. Рубашки остаются одинаковыми.",
            "4. K1–K4: на углы лотка, как написано на каждой.",
        ),
        corners=("дальний левый", "дальний правый", "ближний правый", "ближний левый"),
    ),
}
