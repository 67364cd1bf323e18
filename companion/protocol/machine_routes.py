"""Routes of the machine: backups, setting up, the network, updates, the support bundle."""

from __future__ import annotations

from typing import Final

from companion.protocol import answers, backups, first_run, network, support, update
from companion.protocol.route import Route

MACHINE_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/backups", "The backups of the data folder. These routes are the host's.", backups.BackupsAnswer),
    Route("POST", "/api/backups", "Makes a backup now.", backups.BackupAnswer),
    Route(
        "POST",
        "/api/backups/import",
        "Takes in the file of a backup; it is restored like any other.",
        backups.BackupAnswer,
        "the zip file",
    ),
    Route("GET", "/api/backups/<name>", "The file of a backup. It holds every hand of every game.", "application/zip"),
    Route(
        "POST",
        "/api/backups/<name>/restore",
        "Checks the backup to its last game; then the service starts anew with it. Today becomes a backup itself.",
        answers.OkAnswer,
    ),
    Route("POST", "/api/backups/<name>/delete", "Throws a backup away.", answers.OkAnswer),
    Route("GET", "/api/first-run", "How far setting up has come.", first_run.FirstRunAnswer),
    Route(
        "POST",
        "/api/first-run/step",
        "What became of a step of setting up.",
        first_run.FirstRunAnswer,
        first_run.FirstStepRequest,
    ),
    Route(
        "POST",
        "/api/first-run/practice",
        "Rolls go to the practice and not to the game, or to the game again.",
        first_run.FirstRunAnswer,
        first_run.PracticeRequest,
    ),
    Route(
        "POST",
        "/api/first-run/roll",
        "How a practice roll truly lay: a wrong reading teaches.",
        first_run.FirstRunAnswer,
        first_run.PracticeRollRequest,
    ),
    Route("GET", "/api/here", "Which service this is, for a tablet that looks for it again.", network.HereAnswer),
    Route("GET", "/api/secure", "The secure address and its authority.", network.SecureAnswer),
    Route("GET", "/api/companion-ca.crt", "The certificate of the authority.", "application/x-x509-ca-cert"),
    Route("GET", "/api/secure/qr.svg", "The way to the page about it, as a QR code.", "image/svg+xml"),
    Route("GET", "/api/network", "How tablets reach the service; `?scan` looks for Wi-Fi.", network.NetworkAnswer),
    Route(
        "POST",
        "/api/network/join",
        "Tries a Wi-Fi network, and takes it back if it fails. This and the next two are the host's.",
        answers.OkAnswer,
        network.JoinNetworkRequest,
    ),
    Route("POST", "/api/network/hotspot", "The hotspot, now or by itself.", answers.OkAnswer, network.HotspotRequest),
    Route("POST", "/api/network/name", "Another name in the network.", answers.OkAnswer, network.NetworkNameRequest),
    Route(
        "GET",
        "/api/update",
        "The version that runs, releases to be had, and how far an update is. These routes are the host's.",
        update.UpdateAnswer,
    ),
    Route("POST", "/api/update/file", "Brings a release as a zip file.", update.UpdateAnswer, "the zip file"),
    Route(
        "POST",
        "/api/update/place",
        "Brings a release from a stick or from the network.",
        update.UpdateAnswer,
        update.PlaceRequest,
    ),
    Route(
        "POST",
        "/api/update/prepare",
        "Backs up, then has the release that was brought made ready beside the one that runs.",
        update.UpdateAnswer,
    ),
    Route("POST", "/api/update/switch", "Switches to the version that is ready.", update.UpdateAnswer),
    Route("POST", "/api/update/stop", "The update is not wanted any more.", update.UpdateAnswer),
    Route("POST", "/api/update/back", "Back to the version before.", update.UpdateAnswer),
    Route(
        "POST",
        "/api/reset",
        "Forgets everything that was played and told; then the service starts anew.",
        answers.OkAnswer,
        update.ResetRequest,
    ),
    Route("GET", "/api/support.json", "The support bundle, without codes, tokens and hands.", support.SupportBundle),
)
