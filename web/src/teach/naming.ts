/** Pieces in words: a tile by its number, a card by its name, a back by what it is the back of. */

import { kindName, nameOf } from "../i18n/names.svelte";
import { t } from "../i18n/catalogue.svelte";
import { shapeOf } from "../map/geometry";
import type { SightPieceJson } from "../wire/protocol";

export function pieceName(piece: SightPieceJson): string {
  if (piece.kind === "tile") return t("teach.tile", { tile: piece.name });
  return piece.kind === "card" ? nameOf("card", piece.name) : t(`teach.back.${piece.sort}`);
}

/** What it is, so that hands find it: "Lair, a bend". */
export function pieceKind(piece: SightPieceJson): string {
  if (piece.kind === "tile")
    return t("teach.shaped", { kind: kindName(piece.sort), shape: t(`shape.${shapeOf(piece.openings)}`) });
  return piece.kind === "card" ? t(`teach.deck.${piece.sort}`) : t("teach.face_down");
}
