"""Watches every text a tablet shows, from its first moment on, for what no player should read."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]

_WATCH = """(() => {
  const raw = new RegExp(String.raw`%s`);
  const SAID = ['aria-label', 'title', 'alt', 'placeholder'];
  const told = new Set();
  const look = text => {
    const found = raw.exec(text ?? '');
    if (!found || told.has(found[0])) return;
    told.add(found[0]);
    console.error(`raw text: ${found[0].trim()} in “${text.trim().slice(0, 80)}”`);
  };
  const walk = node => {
    if (node.nodeType === 3) return look(node.data);
    if (node.nodeType !== 1 || ['SCRIPT', 'STYLE'].includes(node.tagName)) return;
    SAID.forEach(name => look(node.getAttribute(name)));
    node.childNodes.forEach(walk);
  };
  new MutationObserver(changes => changes.forEach(change => {
    if (change.type === 'childList') change.addedNodes.forEach(walk);
    else if (change.type === 'attributes') look(change.target.getAttribute(change.attributeName));
    else look(change.target.data);
  })).observe(document, {subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: SAID});
})()"""


def beginnings() -> set[str]:
    """The first words of all keys: "putback" of "putback.done"."""
    folder = ROOT / "web" / "src" / "i18n" / "en"
    files = [*folder.glob("*.json"), ROOT / "companion" / "rules" / "sentences" / "en.json"]
    return {key.split(".")[0] for file in files for key in json.loads(file.read_text())}


def watcher() -> str:
    """A script that complains on the console of keys, holes that were not filled, and things that are no text."""
    # "companion.local" is no key but where the service is.
    keys = rf"(?:^|[\s(“«:])(?!companion\.local)(?:{'|'.join(sorted(beginnings()))})\.[a-z_][a-zA-Z_.:-]*"
    return _WATCH % rf"{keys}|\{{\w+[#?}}]|\bundefined\b|\bNaN\b|\[object "
