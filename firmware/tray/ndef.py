"""The text on an NFC sticker: the first NDEF text record in the memory of an NTAG21x."""

FIRST_PAGE = 4
LAST_PAGE = 39  # of an NTAG213, the smallest sticker we recommend
_MESSAGE = 0x03
_END = 0xFE


def message(memory):
    """The NDEF message in `memory`, None if there is none, or the bytes still needed as a negative number."""
    at = 0
    while at < len(memory):
        tag = memory[at]
        if tag == _END:
            return None
        if tag == 0:
            at += 1
            continue
        if at + 1 >= len(memory):
            return -1
        length = memory[at + 1]
        if length == 0xFF:
            return None  # longer than any sticker we read
        end = at + 2 + length
        if tag == _MESSAGE:
            return memory[at + 2 : end] if end <= len(memory) else len(memory) - end
        at = end
    return -1


def text(record):
    """The text (UTF-8 bytes) of the first text record in an NDEF message, or None."""
    at = 0
    while at + 3 <= len(record):
        flags = record[at]
        type_length = record[at + 1]
        if flags & 0x10:
            length = record[at + 2]
            start = at + 3
        else:
            if at + 6 > len(record):
                return None
            length = int.from_bytes(record[at + 2 : at + 6], "big")
            start = at + 6
        if flags & 0x08:
            if start >= len(record):
                return None
            start += 1 + record[start]
        body = start + type_length
        if body + length > len(record):
            return None
        if flags & 0x07 == 1 and record[start:body] == b"T":
            return _utf8(record[body : body + length])
        at = body + length
    return None


def _utf8(payload):
    if not payload or payload[0] & 0x80:  # UTF-16 is never written by us
        return None
    return payload[1 + (payload[0] & 0x3F) :]
