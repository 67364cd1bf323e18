"""Texts are packed for whoever takes them packed."""

import gzip
from pathlib import Path

from companion.server.app import create_web
from companion.server.service import Settings


def test_texts_are_packed_and_pictures_are_not(tmp_path: Path) -> None:
    static = tmp_path / "app"
    static.mkdir()
    (static / "index.html").write_text("<p>table</p>" * 500)
    (static / "small.js").write_text("1")
    (static / "icon.png").write_bytes(b"\x89PNG" + bytes(5000))
    web = create_web(Settings(data=tmp_path / "data", static=static))
    client = web.app.test_client()

    def get(path: str, encodings: str = "") -> tuple[bytes, str]:
        with client.get(path, headers={"Accept-Encoding": encodings}) as answer:
            return answer.data, answer.headers.get("Content-Encoding", "")

    page = (static / "index.html").read_bytes()
    packed, encoding = get("/", "gzip, br")
    assert encoding == "gzip"
    assert gzip.decompress(packed) == page
    assert len(packed) < 300
    assert get("/") == (page, "")
    for name in ("small.js", "icon.png"):
        assert get(f"/{name}", "gzip") == ((static / name).read_bytes(), "")
    assert gzip.decompress(get("/api/box", "gzip")[0]).startswith(b"{")
    web.service.close()
