"""The authority of the device: what it signs, what it may not sign, and when it signs anew."""

from __future__ import annotations

import datetime
import ssl
import subprocess
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from companion.network import authority as authority_module
from companion.network.authority import LASTS, RENEWED_BEFORE, Authority
from companion.network.reach import ServiceReach
from companion.network.secure import SecureAddress

SERVICE = "0123456789abcdef"


def leaf(authority: Authority) -> x509.Certificate:
    return x509.load_pem_x509_certificate(authority.chain_file.read_bytes())


def verifies(folder: Path, authority: Authority, certificate: x509.Certificate) -> bool:
    """By OpenSSL, as tablets do it: name constraints and all."""
    (folder / "ca.pem").write_bytes(authority.certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "leaf.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    command = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "ca.pem", "leaf.pem"]
    return subprocess.run(command, cwd=folder, capture_output=True).returncode == 0


def test_it_signs_its_own_names_and_private_addresses(tmp_path: Path) -> None:
    authority = Authority(tmp_path / "secure", SERVICE)
    assert authority.renew(["companion.local", "raspberrypi", ""], ["192.168.1.57", "8.8.8.8"])
    named = leaf(authority).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert named.get_values_for_type(x509.DNSName) == ["companion.local"]
    assert [str(one) for one in named.get_values_for_type(x509.IPAddress)] == ["192.168.1.57"]
    assert verifies(tmp_path, authority, leaf(authority))


@pytest.mark.parametrize("name", ["bank.example", "local.example", "8.8.8.8"])
def test_nothing_else_that_it_signs_is_believed(tmp_path: Path, name: str) -> None:
    """Whoever steals the key cannot pose as a bank."""
    import ipaddress

    authority = Authority(tmp_path / "secure", SERVICE)
    key = ec.generate_private_key(ec.SECP256R1())
    other: x509.GeneralName = x509.IPAddress(ipaddress.ip_address(name)) if name[0].isdigit() else x509.DNSName(name)
    now = datetime.datetime.now(datetime.UTC)
    forged = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "forged")]))
        .issuer_name(authority.certificate.subject)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([other]), critical=False)
        .sign(authority._key, hashes.SHA256())
    )
    assert not verifies(tmp_path, authority, forged)


def test_keys_are_for_the_service_alone(tmp_path: Path) -> None:
    authority = Authority(tmp_path / "secure", SERVICE)
    authority.renew(["companion.local"], [])
    files = list((tmp_path / "secure").iterdir())
    assert len(files) == 2
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert b"PRIVATE" not in authority.file


def test_it_stays_the_same_authority(tmp_path: Path) -> None:
    first = Authority(tmp_path, SERVICE)
    first.renew(["companion.local"], ["10.0.0.5"])
    again = Authority(tmp_path, SERVICE)
    assert again.fingerprint == first.fingerprint
    assert not again.renew(["companion.local"], ["10.0.0.5"])
    # Another address, and it signs anew.
    assert again.renew(["companion.local"], ["10.0.0.6"])


def test_it_signs_anew_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = Authority(tmp_path, SERVICE)
    begin = datetime.datetime.now(datetime.UTC)
    authority.renew(["companion.local"], [])
    monkeypatch.setattr(authority_module, "_now", lambda: begin + LASTS - RENEWED_BEFORE - datetime.timedelta(days=1))
    assert not authority.renew(["companion.local"], [])
    monkeypatch.setattr(authority_module, "_now", lambda: begin + LASTS - RENEWED_BEFORE + datetime.timedelta(days=1))
    assert authority.renew(["companion.local"], [])
    # A clock that was set back after a power cut.
    monkeypatch.setattr(authority_module, "_now", lambda: begin)
    assert authority.renew(["companion.local"], [])


@pytest.mark.parametrize("file", ["authority.pem", "service.pem"])
def test_damaged_files_are_made_anew(tmp_path: Path, file: str) -> None:
    Authority(tmp_path, SERVICE).renew(["companion.local"], [])
    (tmp_path / file).write_bytes(b"-----BEGIN CERTIFICATE-----\njunk\n-----END CERTIFICATE-----\n")
    again = Authority(tmp_path, SERVICE)
    assert again.renew(["companion.local"], [])
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(again.chain_file)


def test_a_new_address_gets_a_new_certificate_at_once(tmp_path: Path) -> None:
    now = ("192.168.1.57",)
    reach = ServiceReach("0.0.0.0", (80,), read=lambda: now)
    secure = SecureAddress(tmp_path, SERVICE, reach, 8443)
    secure.renew()
    assert secure.origins == ["https://192.168.1.57:8443"]
    now = ("192.168.1.60",)
    reach.look()
    named = leaf(secure.authority).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "192.168.1.60" in [str(one) for one in named.get_values_for_type(x509.IPAddress)]
    assert secure.origins == ["https://192.168.1.60:8443"]
