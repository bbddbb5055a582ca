/**
 * Hands files over to the bank, each at most once (ach-file-states.ts):
 *
 *   1. write the whole file to the disk under a hidden name
 *   2. commit `handing_over` with a token of this attempt
 *   3. rename the file into the outbox; from here on the bank may collect it
 *   4. commit `handed_over`
 *
 * A crash or a failed commit leaves `handing_over`. Only the process with the token continues, because it knows whether
 * it did step 3, which it may still do for {@link attemptLimitMs}. Otherwise the file waits for staff or the bank.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { inTransaction } from "../../platform/database/transaction.ts";
import { randomToken } from "../../platform/randomness.ts";
import type { Origination } from "../../providers/nacha/index.ts";
import type { AchDeps } from "./ach-deps.ts";
import { transitionOf } from "./ach-file-states.ts";
import { takeOutLateCredits } from "./late-credits.ts";
import { moveFile } from "./move-file.ts";
import { prepareFile } from "./outbox.ts";
import { fileName, renderFile } from "./render-file.ts";
import type { AchFileRow } from "./tables.ts";

/** An older attempt publishes nothing. Must be far shorter than {@link decisionAfterMs}. */
export const attemptLimitMs = 60_000;
/** Staff can decide about a file that has been `handing_over` for this long. */
export const decisionAfterMs = 10 * 60_000;

/** Attempts of this process by file. */
export type OwnAttempts = Map<string, OwnAttempt>;

interface HandOverOptions {
  /** False: refunds of debits go back into the queue, because unread returns may cancel them. */
  readonly refunds: boolean;
}

interface OwnAttempt {
  readonly token: string;
  /** Two clocks: one can be set, the other stops while the machine sleeps. */
  readonly begunAtMs: number;
  readonly begunAfterMs: number;
  /** A failed `publishing` is as unknown as a crash during it, so the attempt ends there. */
  stage: "begun" | "publishing" | "published";
}

/** Hands over new files, and finishes this process's own attempts. */
export async function handOverFiles(
  deps: AchDeps,
  origination: Origination,
  own: OwnAttempts,
  options: HandOverOptions,
): Promise<void> {
  const files = await deps.database.kysely
    .selectFrom("ach_files")
    .selectAll()
    .where("status", "in", ["made", "handing_over"])
    .orderBy("created_at")
    .execute();
  dropClosed(own, files);
  const failures: unknown[] = [];
  for (const file of files) {
    try {
      if (file.status === "made") await handOver(deps, origination, own, file, options);
      else await finishOwn(deps, origination, own, file);
    } catch (error) {
      deps.log.errorHourly("an ACH file could not be handed over", { name: fileName(file), error });
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function handOver(
  deps: AchDeps,
  origination: Origination,
  own: OwnAttempts,
  file: AchFileRow,
  options: HandOverOptions,
): Promise<void> {
  const attempt: OwnAttempt = {
    token: randomToken(deps.random, 16),
    begunAtMs: deps.machineClock.nowMs(),
    begunAfterMs: performance.now(),
    stage: "begun",
  };
  const text = await renderFile(deps, origination, file);
  // Its credits are held since the list of files was read (hold-entry.ts).
  if (text === undefined) return;
  const prepared = await prepareFile(outboxOf(deps), fileName(file), attempt.token, text);
  try {
    // Recorded before the commit, which can take effect although its response is lost.
    own.set(file.ach_file_id, attempt);
    const result = await begin(deps, file, { token: attempt.token, text, options });
    if (result === "begun") {
      await publish(deps, file, attempt, prepared.publish);
      return;
    }
    own.delete(file.ach_file_id);
    if (result === "taken") return;
  } finally {
    await prepared.discard();
  }
  const shorter = await readMade(deps, file.ach_file_id);
  if (shorter) await handOver(deps, origination, own, shorter, options);
}

function readMade(deps: AchDeps, achFileId: string): Promise<AchFileRow | undefined> {
  return deps.database.kysely
    .selectFrom("ach_files")
    .selectAll()
    .where("ach_file_id", "=", achFileId)
    .where("status", "in", transitionOf("began").from)
    .executeTakeFirst();
}

/** Continues after a failed commit. */
async function finishOwn(
  deps: AchDeps,
  origination: Origination,
  own: OwnAttempts,
  file: AchFileRow,
): Promise<void> {
  const attempt = own.get(file.ach_file_id);
  if (!attempt || attempt.token !== file.hand_over_token) return;
  if (attempt.stage === "published") await recordHandedOver(deps, file, attempt.token);
  if (attempt.stage !== "begun") return;
  const text = await renderFile(deps, origination, file);
  if (text === undefined) throw new Error("a file that is being handed over has no entries");
  const prepared = await prepareFile(outboxOf(deps), fileName(file), attempt.token, text);
  try {
    await publish(deps, file, attempt, prepared.publish);
  } finally {
    await prepared.discard();
  }
}

/**
 * Commits `handing_over` (`begun`). `taken`: another attempt has the file. `shortened`: it lost entries that must not
 * go out, so `text` is out of date.
 */
function begin(
  deps: AchDeps,
  seen: AchFileRow,
  { token, text, options }: { token: string; text: string; options: HandOverOptions },
): Promise<"begun" | "taken" | "shortened"> {
  const { from, to } = transitionOf("began");
  return inTransaction(deps.database, async (tx) => {
    const file = await tx
      .selectFrom("ach_files")
      .selectAll()
      .where("ach_file_id", "=", seen.ach_file_id)
      .where("status", "in", from)
      .forUpdate()
      .executeTakeFirst();
    if (!file) return "taken";
    // Another process may have shortened it since.
    if (file.entry_count !== seen.entry_count) return "shortened";
    if (await takeOutLateCredits(deps, tx, file, options)) return "shortened";
    await tx
      .updateTable("ach_files")
      .set({
        status: to,
        written_at: new Date(deps.clock.nowMs()),
        hand_over_token: token,
        content_hash: createHash("sha256").update(text, "latin1").digest("hex"),
      })
      .where("ach_file_id", "=", file.ach_file_id)
      .execute();
    return "begun";
  });
}

async function publish(
  deps: AchDeps,
  file: AchFileRow,
  attempt: OwnAttempt,
  putIntoOutbox: () => Promise<void>,
): Promise<void> {
  const name = fileName(file);
  // Staff may have decided in the meantime, so a process after a long pause publishes nothing.
  if (ageMs(deps, attempt) > attemptLimitMs) {
    deps.log.error("an ACH file was not handed over in time and needs a decision", { name });
    return;
  }
  attempt.stage = "publishing";
  await putIntoOutbox();
  attempt.stage = "published";
  await recordHandedOver(deps, file, attempt.token);
  deps.log.info("an ACH file was handed over", {
    name,
    entryCount: file.entry_count,
    debitMinor: file.debit_minor,
    creditMinor: file.credit_minor,
  });
}

function recordHandedOver(deps: AchDeps, file: AchFileRow, token: string): Promise<boolean> {
  return inTransaction(deps.database, (tx) =>
    moveFile(deps, tx, file.ach_file_id, "published", { token }),
  );
}

function ageMs(deps: AchDeps, { begunAtMs, begunAfterMs }: OwnAttempt): number {
  return Math.max(deps.machineClock.nowMs() - begunAtMs, performance.now() - begunAfterMs);
}

function dropClosed(own: OwnAttempts, open: readonly AchFileRow[]): void {
  const ids = new Set(open.map(({ ach_file_id }) => ach_file_id));
  for (const id of own.keys()) if (!ids.has(id)) own.delete(id);
}

export function outboxOf(deps: Pick<AchDeps, "config">): string {
  return join(deps.config.ach.folder, "outbox");
}
