"""Texts are packed for whoever takes them packed; what has a hash in its name is packed once and kept by browsers."""

import gzip
from pathlib import Path

import pytest

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


def test_hashed_files_are_kept_for_ever_and_packed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assets = tmp_path / "app" / "assets"
    assets.mkdir(parents=True)
    (tmp_path / "app" / "index.html").write_text("<p>table</p>" * 500)
    (assets / "Map-D3adBeef.js").write_text("let map;" * 500)
    (assets / "inter-500-Cafe1234.woff2").write_bytes(bytes(5000))
    web = create_web(Settings(data=tmp_path / "data", static=tmp_path / "app"))
    client = web.app.test_client()
    packings: list[bytes] = []
    compress = gzip.compress

    def counted(data: bytes, compresslevel: int = 9) -> bytes:
        packings.append(data)
        return compress(data, compresslevel=compresslevel)

    monkeypatch.setattr(gzip, "compress", counted)

    for _ in range(3):
        with client.get("/assets/Map-D3adBeef.js", headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert gzip.decompress(answer.data) == (assets / "Map-D3adBeef.js").read_bytes()
    assert len(packings) == 1
    # Whoever takes no packed files gets them as they are, and fonts are small enough already.
    with client.get("/assets/Map-D3adBeef.js") as plain:
        assert plain.data == (assets / "Map-D3adBeef.js").read_bytes()
    with client.get("/assets/inter-500-Cafe1234.woff2", headers={"Accept-Encoding": "gzip"}) as font:
        assert font.headers["Cache-Control"].endswith("immutable")
        assert "Content-Encoding" not in font.headers
    # The page that names them is asked for every time.
    with client.get("/") as page:
        assert "immutable" not in page.headers.get("Cache-Control", "")
    assert client.get("/assets/gone-00000000.js").status_code == 404
    web.service.close()
