import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** A complete file on the disk, beside the outbox. Nobody collects it yet. */
export interface PreparedFile {
  /** Gives the file its name. From here on the bank may have it. */
  publish(): Promise<void>;
  /** Deletes the file unless it was published. */
  discard(): Promise<void>;
}

/** Writes the file under a hidden name. All disk errors happen here, before the file can reach the bank. */
export async function prepareFile(
  folder: string,
  name: string,
  token: string,
  text: string,
): Promise<PreparedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hidden = join(folder, `.${name}.${token}`);
  const handle = await open(hidden, "w", 0o600);
  try {
    await handle.writeFile(text, "latin1");
    await handle.sync();
  } finally {
    await handle.close();
  }
  return {
    async publish() {
      await rename(hidden, join(folder, name));
      await syncFolder(folder);
      await removeLeftovers(folder, name);
    },
    discard: () => rm(hidden, { force: true }),
  };
}

/** Takes a file out of the outbox. Does nothing if it is not there. */
export async function withdrawFile(folder: string, name: string): Promise<void> {
  try {
    await rm(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  await syncFolder(folder);
}

/** Makes a rename durable before the store records it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes hidden files of processes that died, because they hold account numbers. */
async function removeLeftovers(folder: string, name: string): Promise<void> {
  for (const each of await readdir(folder))
    if (each.startsWith(`.${name}.`)) await rm(join(folder, each), { force: true });
}
