"""The dice tray: its link, its events and commands, and a simulated one. Starts nothing when imported."""

from companion.devices.tray.choice import ChosenTray, choose
from companion.devices.tray.commands import Buzz, Command, Flash, Lamps, Light, ReaderSwitch
from companion.devices.tray.driver import Tray, TrayStatus
from companion.devices.tray.events import TrayEvent
from companion.devices.tray.intents import CardIntent, IntentName, card_intent, intent_of
from companion.devices.tray.mood import Mood, Shown, shown_for
from companion.devices.tray.problems import Problem, ProblemCode

__all__ = [
    "Buzz",
    "CardIntent",
    "ChosenTray",
    "Command",
    "Flash",
    "IntentName",
    "Lamps",
    "Light",
    "Mood",
    "Problem",
    "ProblemCode",
    "ReaderSwitch",
    "Shown",
    "Tray",
    "TrayEvent",
    "TrayStatus",
    "card_intent",
    "choose",
    "intent_of",
    "shown_for",
]
