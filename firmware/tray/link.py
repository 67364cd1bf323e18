"""The board's end of the link: hello, heartbeat, acknowledged delivery one frame at a time, and noticing a silent host."""

from time import ticks_diff

from tray import PROTOCOL
from tray.frame import Reader, encode

WAITING = "waiting"  # no host has said hello, or it is long gone
LIVE = "live"
SILENT = "silent"  # a host we know has not been heard for a second
MISMATCH = "mismatch"  # the host speaks another protocol version

BEAT_MS = 500
RESEND_MS = 80
SILENT_MS = 1000
GONE_MS = 5000
HELLO_GAP_MS = 200
QUEUE = 64
_SEQ_MASK = 0xFFFF


class Link:
    def __init__(self, write, run, about, on_command, on_host):
        """`write` takes text, `run` is this boot's id, `on_host` is called when a host we did not know takes over."""
        self._write = write
        self._run = run
        self.about = about  # what the board is and has, for the hello
        self._on_command = on_command
        self._on_host = on_host
        self._reader = Reader(self._take)
        self._now = 0
        self._host = ""
        self._link = 0  # how many hosts have taken over since power-up
        self._heard = 0
        self._queue = []
        self._seq = 1  # of the oldest event not yet acknowledged
        self._expected = 0
        self._sent = None  # when that event was last sent
        self._beat = 0
        self._beaten = 0
        self._greeted = None
        self.missed = 0
        self.state = WAITING

    def announce(self, now):
        """Says hello without being asked: after power-up, or to a host that talks as if it knew us."""
        # The difference turns negative when ticks wrap around after days, and then a hello is due as well.
        if self._greeted is None or not 0 <= ticks_diff(now, self._greeted) < HELLO_GAP_MS:
            self._greeted = now
            self._hello("")

    def receive(self, data, now):
        self._now = now
        self._reader.feed(data)

    def post(self, body):
        """Queues an event for the host. With nobody there it is dropped: a press from minutes ago must not act later."""
        if not self._host or len(self._queue) >= QUEUE:
            self.missed += 1
            return
        self._queue.append(body)

    def step(self, now):
        self._now = now
        if not self._host:
            return
        self._watch(now)
        if not self._host:
            return
        if self._queue and (self._sent is None or ticks_diff(now, self._sent) >= RESEND_MS):
            self._sent = now
            self._write(encode("D", self._seq, self._queue[0]))
        if ticks_diff(now, self._beaten) >= BEAT_MS:
            self._beaten = now
            self._beat = (self._beat + 1) & _SEQ_MASK
            self._write(encode("B", self._beat, "missed=%d" % self.missed))

    def _watch(self, now):
        quiet = ticks_diff(now, self._heard)
        if quiet >= GONE_MS:
            self._forget()
            self.state = WAITING
        elif quiet >= SILENT_MS:
            self.state = SILENT

    def _forget(self):
        self.missed += len(self._queue)
        self._queue.clear()
        self._sent = None
        self._host = ""

    def _take(self, kind, seq, words):
        if kind == "H":
            self._greet(seq, words)
            return
        if not self._host:
            self.announce(self._now)
            return
        self._heard = self._now
        self.state = LIVE
        if kind == "D":
            self._command(seq, words)
        elif kind == "A":
            self._acknowledged(seq)
        elif kind == "B":
            self._write(encode("b", seq))

    def _greet(self, seq, words):
        about = dict(word.split("=", 1) for word in words if "=" in word)
        run = about.get("run", "")
        if not run:
            return
        if about.get("proto") != str(PROTOCOL):
            self._forget()
            self.state = MISMATCH
            self._hello(run)
            return
        stranger = run != self._host
        if stranger:
            # What was meant for another host must not reach this one.
            self._forget()
            self._host = run
            self._link += 1
            self._expected = seq
        self._heard = self._beaten = self._now
        self._sent = None
        self.state = LIVE
        self._hello(run)
        if stranger:
            self._on_host()

    def _hello(self, to):
        who = "proto=%d run=%s link=%d to=%s missed=%d" % (PROTOCOL, self._run, self._link, to, self.missed)
        self._write(encode("H", self._seq, who + " " + self.about))

    def _command(self, seq, words):
        if seq == self._expected:
            self._expected = (seq + 1) & _SEQ_MASK
            self._write(encode("A", seq))
            self._on_command(words)
        elif seq == (self._expected - 1) & _SEQ_MASK:
            self._write(encode("A", seq))

    def _acknowledged(self, seq):
        if self._queue and self._sent is not None and seq == self._seq:
            self._queue.pop(0)
            self._seq = (self._seq + 1) & _SEQ_MASK
            self._sent = None
