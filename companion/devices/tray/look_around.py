"""Looking for trays at once because somebody asks, and telling them when that look is over."""

import threading


class LookAround:
    """Asked from any thread; the tray's own thread begins and ends the looks."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._asked = 0
        self._over = 0
        self._begun = 0
        self._ended = False

    def ask(self, timeout: float) -> bool:
        """Waits for a look that began after this moment; False if none ended in time."""
        with self._changed:
            self._asked += 1
            mine = self._asked
            self._changed.notify_all()
            return self._changed.wait_for(lambda: self._over >= mine, timeout)

    @property
    def wanted(self) -> bool:
        """Whether somebody has asked since the last look began."""
        return self._asked > self._begun

    def begin(self) -> None:
        with self._changed:
            self._begun = self._asked

    def postpone(self) -> None:
        """The look that has begun leads to another one, whose end counts."""
        with self._changed:
            self._begun = self._over

    def over(self) -> None:
        with self._changed:
            self._over = self._begun
            self._changed.notify_all()

    def pause(self, seconds: float) -> None:
        """Between two looks: shorter if somebody asks, or at the end of everything."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or self.wanted, seconds)

    def end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()
