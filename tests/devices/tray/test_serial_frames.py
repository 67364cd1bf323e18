import random

from hypothesis import given
from hypothesis import strategies as st

from companion.devices.tray.messages import event_from_words
from companion.devices.tray.serial_frames import SerialFrame, SerialFrameReader, decode, encode, escape, unescape

words = st.text(st.characters(min_codepoint=33, max_codepoint=125, exclude_characters="*"), min_size=1, max_size=12)
frames = st.builds(
    SerialFrame, st.sampled_from("HDABb"), st.integers(0, 0xFFFF), st.lists(words, max_size=6).map(tuple)
)


def on_wire(frame: SerialFrame) -> bytes:
    return encode(frame.kind, frame.seq, " ".join(frame.words))


@given(st.lists(frames, max_size=8), st.data())
def test_frames_survive_any_cutting(sent: list[SerialFrame], data: st.DataObject) -> None:
    stream = b"".join(map(on_wire, sent))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=10)))
    reader = SerialFrameReader()
    received = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        received += reader.feed(stream[start:end])
    assert received == sent
    assert reader.bad == 0


@given(st.binary(max_size=2000), frames)
def test_noise_before_a_frame_costs_nothing(noise: bytes, frame: SerialFrame) -> None:
    assert SerialFrameReader().feed(noise + on_wire(frame))[-1] == frame


@given(frames, st.integers(0, 10**6), st.integers(1, 255))
def test_one_wrong_byte_never_makes_another_frame(frame: SerialFrame, place: int, flip: int) -> None:
    line = bytearray(on_wire(frame))
    line[place % len(line)] ^= flip
    assert SerialFrameReader().feed(bytes(line)) in ([], [frame])


@given(st.text(max_size=60))
def test_any_text_is_one_word(text: str) -> None:
    word = escape(text)
    assert word
    assert not set(word) & set(" ~*=\n")
    assert unescape(word) == text


@given(st.lists(words, max_size=6).map(tuple))
def test_any_words_are_an_event_or_nothing(said: tuple[str, ...]) -> None:
    event_from_words(said)
    event_from_words(("button", *said))
    event_from_words(("card", "present", *said))


def test_a_huge_line_is_dropped_and_the_next_frame_read() -> None:
    reader = SerialFrameReader()
    assert reader.feed(b"~" + b"x" * 100_000) == []
    assert reader.feed(b"yyy\n" + encode("A", 5)) == [SerialFrame("A", 5)]
    assert reader.bad == 1


def test_a_line_end_with_carriage_return_is_accepted() -> None:
    assert SerialFrameReader().feed(encode("A", 5).replace(b"\n", b"\r\n")) == [SerialFrame("A", 5)]


def test_random_bytes_are_never_a_frame() -> None:
    generator = random.Random(1)
    reader = SerialFrameReader()
    assert [frame for _ in range(300) for frame in reader.feed(generator.randbytes(1000))] == []
    assert len(reader.noise) <= 64


def test_decode_refuses_what_is_nearly_a_frame() -> None:
    good = encode("D", 7, "button accept down")[1:-1]
    assert decode(good) == SerialFrame("D", 7, ("button", "accept", "down"))
    for bad in (good[:-1], good.upper(), b"", b"*", good.replace(b"7", b"8"), b"D  7*00000000"):
        assert decode(bad) is None
