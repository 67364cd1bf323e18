"""Which card lies on the reader, kept across board resets: a card that stays must not count as laid down again."""

from companion.devices.tray.events import CardPresent, CardRemoved, PartEvent

DOUBT_S = 2.0  # a board that has started anew finds a card well within this time


class CardMemory:
    def __init__(self) -> None:
        self._uid: str | None = None
        self._doubt_until: float | None = None

    def board_forgot(self, now: float) -> None:
        """The board will announce its card anew; until then we do not know whether ours still lies there."""
        if self._uid is not None:
            self._doubt_until = now + DOUBT_S

    def passed(self, event: PartEvent) -> list[PartEvent]:
        """What of the event is news to the game."""
        if isinstance(event, CardPresent):
            return self._laid_down(event)
        if isinstance(event, CardRemoved):
            self._uid = self._doubt_until = None
        return [event]

    def overdue(self, now: float) -> list[PartEvent]:
        """The removal of a card that was taken away while the board was down."""
        if self._doubt_until is None or now < self._doubt_until:
            return []
        return self._gone()

    def _laid_down(self, card: CardPresent) -> list[PartEvent]:
        if card.uid == self._uid and self._doubt_until is not None:
            self._doubt_until = None
            return []
        earlier = self._gone() if self._uid is not None else []
        self._uid = card.uid
        return [*earlier, card]

    def _gone(self) -> list[PartEvent]:
        uid, self._uid, self._doubt_until = self._uid, None, None
        return [] if uid is None else [CardRemoved(uid)]
