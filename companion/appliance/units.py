"""Units of the system besides the service's own: what updates, what shows sticks, and a screen on the machine."""

from __future__ import annotations

from pathlib import Path

from companion.appliance.accounts import SCREEN
from companion.appliance.places import InstalledPlaces, InstallSettings
from companion.appliance.spool import ASKED
from companion.data_folder import UPDATE as SPOOL

UPDATE = "companion-update"
KIOSK = "companion-kiosk.service"
RULES = Path("/etc/udev/rules.d/70-companion-stick.rules")
# Where sticks are shown to the service, to be read only.
STICKS = Path("/run/companion-sticks")

PATH_UNIT = """[Unit]
Description=Claustrophobia companion: a tablet asks for an update

[Path]
PathExists={asked}

[Install]
WantedBy=multi-user.target
"""

# As root, since it changes what is installed. It reads what the service left, checks a copy, and runs nothing of it.
UPDATE_UNIT = """[Unit]
Description=Claustrophobia companion: update
# A wish that cannot be read must not start it for ever.
StartLimitIntervalSec=60
StartLimitBurst=10

[Service]
Type=oneshot
# At every start of the machine: what was under way when the power went is not any more.
ExecStartPre={python} -m companion.appliance ended
ExecStart={python} -m companion.appliance asked
ExecStopPost={python} -m companion.appliance ended
WorkingDirectory=/
UMask=0022
Nice=10
IOSchedulingClass=idle
ProtectSystem=strict
ReadWritePaths={root} /run /var/lib
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
NoNewPrivileges=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes

[Install]
WantedBy=multi-user.target
"""

KIOSK_UNIT = """[Unit]
Description=Claustrophobia companion: a screen on this machine
After=companion.service systemd-user-sessions.service
Wants=companion.service
Conflicts=getty@tty1.service

[Service]
User={screen}
PAMName=login
TTYPath=/dev/tty1
StandardInput=tty
StandardOutput=journal
UtmpIdentifier=tty1
UtmpMode=user
StateDirectory={screen}
StateDirectoryMode=0700
Environment=HOME=%S/{screen}
ExecStart=/usr/bin/cage -s -- /usr/bin/chromium --kiosk --no-first-run --noerrdialogs --disable-infobars \\
  --ozone-platform=wayland --user-data-dir=%S/{screen} http://127.0.0.1:{port}/
Restart=always
RestartSec=5
ProtectSystem=full
ProtectHome=tmpfs

[Install]
WantedBy=multi-user.target
"""

STICK_RULE = (
    'ACTION=="add", SUBSYSTEM=="block", ENV{{ID_BUS}}=="usb", ENV{{ID_FS_USAGE}}=="filesystem", '
    'RUN+="/usr/bin/systemd-mount --no-block --collect --options=ro,nosuid,nodev,noexec '
    '/dev/%k {sticks}/%k"\n'
)


def unit_files(
    places: InstalledPlaces, settings: InstallSettings, units: Path, rules: Path, kiosk: bool
) -> dict[Path, str]:
    """Every file of the system that belongs to the appliance, besides the service's unit."""
    python = places.current / "bin" / "python"
    asked = settings.data / SPOOL / ASKED
    files = {
        units / f"{UPDATE}.path": PATH_UNIT.format(asked=asked),
        units / f"{UPDATE}.service": UPDATE_UNIT.format(python=python, root=places.root),
        rules: STICK_RULE.format(sticks=STICKS),
    }
    if kiosk:
        files[units / KIOSK] = KIOSK_UNIT.format(screen=SCREEN, port=settings.ports[-1])
    return files
