"""A real browser in front of a running service: tablets with a touch screen, and what their console reported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright

from tests.web.raw_text import watcher

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run"),
)
SIZES = {"wide": (1280, 800), "tall": (820, 1180), "phone": (390, 844)}
# On a busy machine a page may take long; a test that waits in vain fails all the same.
PATIENCE_MS = 30_000

# What a browser says when the service is away on purpose; everything else on the console is a fault.
AWAY = ("ERR_CONNECTION_REFUSED", "WebSocket connection to", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET")
# A table code is tried as soon as it is typed; the browser tells of a wrong one though the page has said it.
CODE_TRIED = "/api/kept-games"


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


def is_answer(frame: str | bytes) -> bool:
    """An acknowledgement of Socket.IO: a message (4) of the kind ACK (3)."""
    return isinstance(frame, str) and frame.startswith("43")


class AnswerDropper:
    """A network that loses the service's answers while its events still come in."""

    def __init__(self) -> None:
        self.dropping = False
        self.dropped = 0

    def stand_between(self, tablet: WebSocketRoute) -> None:
        def pass_on(frame: str | bytes) -> None:
            if self.dropping and is_answer(frame):
                self.dropped += 1
            else:
                tablet.send(frame)

        tablet.connect_to_server().on_message(pass_on)


class Tablet:
    """One tablet: its own storage, a touch screen, and everything it complained about."""

    def __init__(
        self,
        browser: Browser,
        size: str = "wide",
        language: str = "en",
        introduced: bool = True,
        trusts: bool = False,
    ) -> None:
        """`trusts`: every certificate counts, as one does that its owner has installed."""
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            locale="en-GB",
            reduced_motion="reduce",
            ignore_https_errors=trusts,
        )
        if introduced:
            kept = f'{{"language":"{language}","introduced":true,"sound":false}}'
            self.context.add_init_script(
                f"if(!localStorage['claustrophobia.settings'])localStorage['claustrophobia.settings']='{kept}'"
            )
        self.context.add_init_script(watcher())
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.complaints: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _console(self, message: Any) -> None:
        text = f"{message.text} {message.location.get('url', '')}"
        if message.type in ("error", "warning") and not any(away in text for away in (*AWAY, CODE_TRIED)):
            self.complaints.append(text)

    def sit(self, address: str, game: str, code: str, seat: str = "both") -> None:
        """By the address of the QR code, then the seat."""
        self.page.goto(f"{address}/?game={game}&code={code}&seat={seat}")
        self.page.click("[data-sit]")
        self.page.wait_for_selector("[data-version]")

    def drop_answers(self) -> AnswerDropper:
        """Stands between tablet and service from the next page on; drops nothing until it is told to."""
        dropper = AnswerDropper()
        self.page.route_web_socket("**/socket.io/**", dropper.stand_between)
        return dropper

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def touch_map(self, selector: str) -> None:
        """A tap on a thing of the map, wherever it lies under others."""
        self.page.locator(selector).first.dispatch_event("click")

    def shows(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def wait_version(self, version: int) -> None:
        self.page.wait_for_function(
            "v => Number(document.querySelector('[data-version]')?.dataset.version ?? -1) >= v", arg=version
        )

    def close(self) -> None:
        self.context.close()
