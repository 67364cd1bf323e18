"""The device's own authority: its certificate is put on a tablet once, and every certificate of the service follows.

The key never leaves the data folder, and can sign nothing but names and addresses of a home network.
"""

from __future__ import annotations

import datetime
import ipaddress
import logging
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.files import read_bytes, write_atomically

log = logging.getLogger("companion")

LARGEST = 20_000
DAY = datetime.timedelta(days=1)
AUTHORITY_LASTS = 3650 * DAY
# Tablets refuse certificates of a service that last longer than 825 days; a year has always been accepted.
LASTS = 365 * DAY
# Renewed when so much is left: a service that is used twice a year has always a good one.
RENEWED_BEFORE = 90 * DAY
# The clock of a Raspberry Pi without a network may be behind that of the tablet, or the other way round.
EARLIER = 2 * DAY
PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
LOCAL = "local"
AUTHORITY = "authority.pem"


class Authority:
    """Files of a folder: made where they are missing or damaged, then the tablets have to be told anew."""

    def __init__(self, folder: Path, service: str) -> None:
        """`service` tells this one from others in the tablet's list of authorities."""
        self._folder = folder
        self._service = service
        self._key, self.certificate = self._load()

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.certificate)

    @property
    def file(self) -> bytes:
        """The certificate for tablets. It holds no secret."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def chain_file(self) -> Path:
        """The certificate of the service with its key, for the TLS library."""
        return self._folder / "service.pem"

    def renew(self, names: Sequence[str], addresses: Sequence[str]) -> bool:
        """Make a certificate for these, unless there is a good one; True if it is new."""
        wanted = _alternatives(names, addresses)
        if self._is_good(wanted):
            return False
        key = ec.generate_private_key(ec.SECP256R1())
        now = _now()
        certificate = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Claustrophobia companion")]))
            .issuer_name(self.certificate.subject)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(max(now - EARLIER, self.certificate.not_valid_before_utc))
            .not_valid_after(min(now + LASTS, self.certificate.not_valid_after_utc))
            .add_extension(x509.SubjectAlternativeName(wanted), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        write_atomically(self.chain_file, _key_text(key) + certificate.public_bytes(serialization.Encoding.PEM))
        return True

    def _is_good(self, wanted: list[x509.GeneralName]) -> bool:
        """Ours, for all that is wanted, and for a while yet."""
        try:
            kept = x509.load_pem_x509_certificate(read_bytes(self.chain_file, LARGEST))
            kept.verify_directly_issued_by(self.certificate)
            named = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except Exception as error:  # noqa: BLE001 (whatever is wrong with the file: a new one is made)
            log.debug("no certificate of the service to go on with: %s", error)
            return False
        now = _now()
        return kept.not_valid_before_utc <= now < kept.not_valid_after_utc - RENEWED_BEFORE and set(wanted) <= set(
            named
        )

    # -- the authority itself ------------------------------------------------------------------------------------------

    def _load(self) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
        file = self._folder / AUTHORITY
        try:
            text = read_bytes(file, LARGEST)
            key = serialization.load_pem_private_key(text, password=None)
            certificate = x509.load_pem_x509_certificate(text)
            if isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == certificate.public_key():
                return key, certificate
            raise ValueError("key and certificate do not belong together")
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError) as error:
            log.warning("%s cannot be used (%s): tablets have to install the new certificate", file.name, error)
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = _authority_certificate(key, self._service)
        write_atomically(file, _key_text(key) + certificate.public_bytes(serialization.Encoding.PEM))
        return key, certificate


def fingerprint_of(certificate: x509.Certificate) -> str:
    """To compare by eye: pairs of letters and digits."""
    return certificate.fingerprint(hashes.SHA256()).hex(" ").upper()


def kept_fingerprint(folder: Path) -> str:
    """Of the authority in a folder; empty where there is none to be read."""
    try:
        return fingerprint_of(x509.load_pem_x509_certificate(read_bytes(folder / AUTHORITY, LARGEST)))
    except (OSError, ValueError):
        return ""


def _authority_certificate(key: ec.EllipticCurvePrivateKey, service: str) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Claustrophobia companion {service[:4]}")])
    now = _now()
    home: list[x509.GeneralName] = [x509.DNSName(LOCAL)]
    home += [x509.IPAddress(ipaddress.ip_network(network)) for network in PRIVATE]
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + AUTHORITY_LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=home, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _alternatives(names: Sequence[str], addresses: Sequence[str]) -> list[x509.GeneralName]:
    """What the certificate is good for: names and private addresses only, since the authority may sign no other."""
    kept: list[x509.GeneralName] = [x509.DNSName(name) for name in names if name.endswith(f".{LOCAL}")]
    networks = [ipaddress.ip_network(network) for network in PRIVATE]
    for text in addresses:
        address = ipaddress.ip_address(text)
        if any(address in network for network in networks):
            kept.append(x509.IPAddress(address))
    return kept


def _key_text(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
