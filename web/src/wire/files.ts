/** Files of the service that the tablet saves. Asked for with the seat's token, which no link could carry. */

import { credentials, refusedWith } from "./api";
import { asHost } from "./backups";

async function fetchFile(path: string, headers: Record<string, string>): Promise<Blob> {
  const answer = await fetch(path, { headers });
  if (!answer.ok) throw refusedWith(answer.status, await answer.json());
  return answer.blob();
}

/** Into the tablet's downloads, to be kept or passed on. */
export function saveBlob(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers fetch what is saved a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function save(path: string, name: string, headers = credentials()): Promise<void> {
  saveBlob(await fetchFile(path, headers), name);
}

export const saveGame = (game: string): Promise<void> =>
  save(`/api/games/${encodeURIComponent(game)}/export`, `${game}.jsonl`);
export const saveKeptGame = (id: string): Promise<void> =>
  save(`/api/kept-games/${encodeURIComponent(id)}/export`, `${id}.jsonl`);
/** `host` is the host's token. */
export const saveBackup = (host: string, name: string): Promise<void> =>
  save(`/api/backups/${encodeURIComponent(name)}`, `claustrophobia-${name}`, asHost(host));
export const saveBox = (id: string): Promise<void> => save(`/api/boxes/${encodeURIComponent(id)}/export`, `${id}.toml`);
/** The sheets of labels as a PDF. */
export const saveLabels = (paper: string, language: string): Promise<void> =>
  save(`/api/labels.pdf?paper=${paper}&language=${language}`, `labels-${paper}.pdf`);
