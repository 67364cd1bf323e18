"""What WIRE.md says of the routes of the owner's box."""

ABOUT_BOX_ROUTES = {
    "`GET /api/box`": ": the chosen box, every value `{is, from, note}`; also of a game: `/api/games/<name>/box`",
    "`GET /api/boxes`": ": `{chosen, boxes: [{id, name, content, owner_values, cards, scenarios, trouble}]}`",
    "`POST /api/boxes`": ": takes `name` and `copy_of` (or left out); answers `{box}`",
    "`POST /api/boxes/import`": ": takes the text of a box's file; answers `{box}`",
    "`GET /api/box/check/<scenario>`": ": `{to_check, checked, minutes, items: [{id, kind, name, state, seconds, "
    "values: [{path, field, of, is, from, note, form}]}]}`, the weightiest open item first",
    "`POST /api/box/values`": ": takes `values` by path, `confirm` and `forget` (paths or items), `scenario`; all or "
    "nothing; answers `{content, check}`",
    "`GET /api/box/palette`": ": every verb and piece with what it is told, and the names of the box",
    "`GET /api/box/cards/<name>`": ": `{sheet, preview, tags}`",
    "`POST /api/box/cards`": ": takes a sheet, keeps the card; `…/check` answers its preview, `…/rehearse` every way "
    "it can be played on a small table and what that does",
    "`POST /api/box/cards/<name>/bind`": ": takes `tag` (`card-51`) or `uid` of a sticker",
    "`GET /api/box/scan`": ": `{scan: {kind, value, at}}`: the label or sticker shown last that is on no card yet",
    "`GET /api/box/scenarios`": ": `{scenarios: [{id, number, name, own, open}], recipes, reasons, parts}`; `parts` "
    "are ready-made special rules and conditions of victory",
    "`GET /api/box/scenarios/<name>`": ": `{sheet, from, preview, setup, trouble}`; `setup` is what to lay out",
    "`POST /api/box/scenarios`": ": takes a sheet, keeps the scenario; `…/check` answers its set-up only",
    "`POST /api/box/scenarios/<name>/trial`": ": random games to the end in the background; takes `games` (200)",
    "`POST /api/box/scenarios/trial`": ": the same for a `sheet` that is not kept yet",
    "`GET /api/box/trials/<name>`": ": `{scenario, state, done, of, winners, rounds, faulty, faults}`",
}
