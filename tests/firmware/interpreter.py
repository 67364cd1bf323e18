"""The firmware on the MicroPython interpreter, with a way to run Python in it."""

from companion.devices.tray.firmware_board import FirmwareBoard


class MicroPythonBoard(FirmwareBoard):
    def python(self, source: str) -> list[str]:
        """Runs the source in the interpreter and returns the lines it printed."""
        return list(self._ask({"python": source}))

    def refuse(self, calls: int) -> None:
        """The next calls to the card reader fail, as when it is busy or a wire is loose."""
        self._call("refuse", calls)
