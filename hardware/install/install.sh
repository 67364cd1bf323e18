#!/bin/bash
# Installs the Claustrophobia companion on a Raspberry Pi (64-bit) or any Debian 12 or 13, or updates it. As root:
#
#   curl -fsSL ADDRESS/install.sh | sudo bash            from the network
#   sudo bash install.sh                                 from the folder this file lies in (a stick, an unpacked zip)
#
# Options: --port N, --keep-hostname, --kiosk (a screen on this machine), -- further words for `companion serve`.
# What it does: packages of the system, an environment in /opt/companion, units of systemd, the name `companion` for a
# machine that nobody has named. Games and boxes are in /var/lib/companion and are never touched by it.
set -euo pipefail

# Where this release lies in the network; filled in when it is made.
ADDRESS="@ADDRESS@"

say() { echo "install.sh: $*" >&2; }
fail() { say "$*"; exit 1; }

packages() {
    local wanted="python3-venv libzbar0 fonts-dejavu-core ca-certificates openssl" missing="" name
    if grep -qs "Raspberry Pi" /proc/device-tree/model; then wanted="$wanted python3-picamera2"; fi
    # cage does not start without Xwayland, which its package does not bring.
    case " $* " in *" --kiosk "*) wanted="$wanted cage xwayland chromium libpam-systemd" ;; esac
    for name in $wanted; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q "ok installed" || missing="$missing $name"
    done
    [ -n "$missing" ] || return 0
    say "packages of the system:$missing"
    apt-get update -qq
    # shellcheck disable=SC2086 (a list of words)
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

# The folder of the release: where this file lies, or a copy of what lies in the network.
fetch() {
    local here="" name
    if [ -f "${BASH_SOURCE[0]:-}" ]; then here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"; fi
    if [ -n "$here" ] && [ -f "$here/SHA256SUMS" ]; then echo "$here"; return; fi
    case "$ADDRESS" in http*) ;; *) fail "no release beside this file, and it knows no address to fetch one from" ;; esac
    command -v curl >/dev/null || apt-get install -y -qq --no-install-recommends curl >/dev/null
    say "fetching $ADDRESS"
    for name in SHA256SUMS SHA256SUMS.sig; do curl -fsSL -o "$work/$name" "$ADDRESS/$name" || true; done
    [ -s "$work/SHA256SUMS" ] || fail "$ADDRESS has no release"
    while read -r _ name; do
        case "$name" in */* | .* | *" "*) fail "a list of checksums with the name $name" ;; esac
        curl -fsSL -o "$work/$name" "$ADDRESS/$name"
    done <"$work/SHA256SUMS"
    echo "$work"
}

main() {
    [ "$(id -u)" = 0 ] || fail "this needs root: sudo bash install.sh"
    case "$(uname -m)" in aarch64 | x86_64) ;; *) fail "64-bit systems only: this one is $(uname -m)" ;; esac
    command -v apt-get >/dev/null || fail "a Debian or Raspberry Pi OS is needed"
    work="$(mktemp -d)"
    trap 'rm -rf "$work"' EXIT
    packages "$@"
    local release wheel
    release="$(fetch)"
    (cd "$release" && sha256sum --quiet --strict -c SHA256SUMS) || fail "the release is damaged: fetch it again"
    wheel="$(ls "$release"/claustrophobia_companion-*.whl)"
    local address=()
    case "$ADDRESS" in http*) address=(--address "$ADDRESS") ;; esac
    # The wheel is not installed yet: Python reads it as it is.
    PYTHONPATH="$wheel" PYTHONDONTWRITEBYTECODE=1 python3 -m companion.appliance install --release "$release" "${address[@]}" "$@"
}

main "$@"
