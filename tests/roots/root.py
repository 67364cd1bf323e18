"""A Debian in a folder, from nothing, with its own systemd: what comes nearest to a machine that nobody has set up."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

# A machine has these before anybody installs anything.
BASE = "systemd,systemd-sysv,dbus,udev,curl,ca-certificates"
TOOLS = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container", "nsenter": "util-linux"}
EMULATOR = {"qemu-aarch64-static": "qemu-user-static"}
BINFMT = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
PATIENCE_S = 240


def missing(arch: str) -> list[str]:
    """What this machine lacks for it, in words."""
    tools = TOOLS | (EMULATOR if arch == "arm64" else {})
    found = [f"{tool} (apt install {package})" for tool, package in tools.items() if not shutil.which(tool)]
    if os.geteuid() != 0:
        found.append("root: debootstrap and chroot need it")
    if arch == "arm64" and not BINFMT.exists():
        found.append(
            "binfmt_misc with qemu-aarch64 registered: mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc, "
            "then update-binfmts --import qemu-aarch64 or systemctl restart systemd-binfmt"
        )
    return found


class Root:
    """One root file system; booted it shares the network of this machine, or has none at all."""

    def __init__(self, work: Path, suite: str, arch: str) -> None:
        self.base = work / f"base-{suite}-{arch}"
        self.path = work / f"{suite}-{arch}"
        self._suite, self._arch = suite, arch
        self._nspawn: subprocess.Popen[bytes] | None = None
        self._leader = 0

    def make(self) -> None:
        if not (self.base / "usr").is_dir():
            command = ["debootstrap", "--variant=minbase", f"--arch={self._arch}", f"--include={BASE}", self._suite]
            # Under another name until it is whole: one that was interrupted must not count.
            half = self.base.with_suffix(".half")
            shutil.rmtree(half, ignore_errors=True)
            subprocess.run([*command, str(half)], check=True, stdout=subprocess.DEVNULL)
            half.rename(self.base)
        shutil.rmtree(self.path, ignore_errors=True)
        subprocess.run(["cp", "-a", str(self.base), str(self.path)], check=True)
        (self.path / "etc/hostname").write_text("debian\n")
        # A machine whose network has a certificate of its own: pip must know it too.
        own = os.environ.get("SSL_CERT_FILE", "")
        if own and Path(own).is_file():
            shutil.copy(own, self.path / "etc/ssl/own-network.crt")
            (self.path / "etc/pip.conf").write_text("[global]\ncert = /etc/ssl/own-network.crt\n")

    @property
    def megabytes(self) -> int:
        sizes = subprocess.run(["du", "-sm", "-x", str(self.path)], capture_output=True, text=True, check=True)
        return int(sizes.stdout.split()[0])

    def boot(self, networked: bool = True) -> None:
        command = ["systemd-nspawn", "-q", "-D", str(self.path), f"--machine={self.path.name}", "--register=no"]
        command += ["--keep-unit", "--boot", "--resolv-conf=copy-host", "--console=pipe"]
        command += [] if networked else ["--private-network"]
        # Debian 13 boots with the one hierarchy only, whatever this machine has.
        environment = {**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._nspawn = subprocess.Popen(command, env=environment, **quiet)  # type: ignore[call-overload]
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            self._leader = self._systemd_of(self._nspawn.pid)
            if self._leader and self.run("systemctl is-system-running", check=False).strip() in ("running", "degraded"):
                return
            time.sleep(0.5)
        raise RuntimeError(f"{self.path} does not boot")

    def _systemd_of(self, parent: int) -> int:
        children = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True, check=False).stdout
        return next((int(pid) for pid in children.split()), 0)

    def run(self, script: str, check: bool = True) -> str:
        """A shell inside, as root, with the environment of a login."""
        environment = ["env", "-i", "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"]
        command = ["nsenter", "-t", str(self._leader), "-a", *environment, "bash", "-c", script]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        if check and ran.returncode:
            raise RuntimeError(f"{script}: {ran.stdout[-1500:]}{ran.stderr[-1500:]}")
        return ran.stdout

    def chroot(self, script: str) -> str:
        """Without booting: where another processor is emulated, systemd does not run."""
        inside = "mount -t proc proc /proc 2>/dev/null; mount -t devpts devpts /dev/pts 2>/dev/null; " + script
        command = ["unshare", "--mount", "--uts", "--pid", "--fork", "chroot", str(self.path), "env", "-i"]
        command += ["PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8"]
        shutil.copy("/etc/resolv.conf", self.path / "etc/resolv.conf")
        ran = subprocess.run([*command, "bash", "-c", inside], capture_output=True, text=True, check=False)
        if ran.returncode:
            raise RuntimeError(f"{script}: {ran.stdout[-1500:]}{ran.stderr[-1500:]}")
        return ran.stdout

    def pull_the_plug(self) -> None:
        if self._nspawn is not None:
            if self._leader:
                os.kill(self._leader, signal.SIGKILL)
            self._nspawn.wait(timeout=60)
            self._nspawn = None
