import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import type { BuiltFile, BuiltFiles } from "./built-files.ts";

/**
 * Files of other builds: for pages that pin an SDK version, or were opened before an upgrade or by an upgraded process.
 */
export interface ReleasedFiles {
  /** Finds a file by URL path; undefined if no process stored it, or too long ago. */
  find(path: string): Promise<BuiltFile | undefined>;
  /** Stores this process's files at startup, then daily. */
  readonly job: Job;
  /** Resolves when the files are stored, so that other processes can serve them. */
  readonly stored: Promise<void>;
}

/** An asset is deleted this long after the last service with it ran. SDK versions stay forever. */
const assetRetentionMs = 30 * 86_400_000;
const everyMs = 86_400_000;
/** Until the files are stored once, `/readyz` waits for them. */
const firstRetryMs = 2_000;
const rowsAtOnce = 16;
/** Pages request pinned files often. */
const maxInMemory = 64;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** @param own this build's files by URL path */
export function createReleasedFiles(
  { database, machineClock }: { database: Database; machineClock: Clock },
  own: BuiltFiles,
): ReleasedFiles {
  const { kysely } = database;
  const inMemory = new Map<string, BuiltFile>();

  let resolveStored = () => {};
  const stored = new Promise<void>((resolve) => {
    resolveStored = resolve;
  });
  let isStored = false;

  const storeOwnFiles = async (): Promise<void> => {
    const last_run_at = new Date(machineClock.nowMs());
    const inStore = await kysely.selectFrom("released_files").select(["path", "digest"]).execute();
    const known = new Map(inStore.map(({ path, digest }) => [path, digest]));
    const files = [...own];
    const missing = files.filter(([path, { digest }]) => known.get(path) !== digest);
    for (let from = 0; from < missing.length; from += rowsAtOnce) {
      const rows = await Promise.all(
        missing.slice(from, from + rowsAtOnce).map(async ([path, file]) => ({
          path,
          content_type: file.contentType,
          digest: file.digest,
          last_run_at,
          content: (file.br ?? (await compressed(file.plain))).toString("base64"),
        })),
      );
      await kysely
        .insertInto("released_files")
        .values(rows)
        .onConflict((conflict) =>
          conflict.column("path").doUpdateSet((row) => ({
            content_type: row.ref("excluded.content_type"),
            digest: row.ref("excluded.digest"),
            content: row.ref("excluded.content"),
          })),
        )
        .execute();
    }
    if (files.length > 0) {
      await kysely
        .updateTable("released_files")
        .set({ last_run_at })
        .where(
          "path",
          "in",
          files.map(([path]) => path),
        )
        .execute();
    }
    isStored = true;
    resolveStored();
    await kysely
      .deleteFrom("released_files")
      .where("path", "like", "assets/%")
      .where("last_run_at", "<", new Date(machineClock.nowMs() - assetRetentionMs))
      .execute();
  };

  const job = createJob({
    name: "frames.note_released",
    isTechnical: true,
    everyMs,
    async run() {
      try {
        await storeOwnFiles();
      } catch (error) {
        if (!isStored) setTimeout(() => job.wake(), firstRetryMs).unref();
        throw error;
      }
      return undefined;
    },
  });

  return {
    stored,
    job,
    async find(path) {
      const kept = inMemory.get(path);
      if (kept) return kept;
      if (!/^[\w./+-]{1,200}$/.test(path)) return undefined;
      const row = await kysely
        .selectFrom("released_files")
        .select(["content_type", "digest", "content"])
        .where("path", "=", path)
        .executeTakeFirst();
      if (!row) return undefined;
      const br = Buffer.from(row.content, "base64");
      const file: BuiltFile = {
        contentType: row.content_type,
        digest: row.digest,
        plain: await decompress(br),
        br,
        gzip: undefined,
      };
      if (inMemory.size >= maxInMemory) inMemory.clear();
      inMemory.set(path, file);
      return file;
    },
  };
}

/** The build leaves some files alone because they are compressed, such as the package. */
function compressed(plain: Buffer): Promise<Buffer> {
  return compress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}
