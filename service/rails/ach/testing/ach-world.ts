import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRecord, writeRecord } from "#contract/connectors/nacha/record-layouts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import type { AchOutcome } from "../ach-deps.ts";
import type { AchOrder } from "../order-entry.ts";

/** A service with the ACH rail, a settable clock, and a listener that records outcomes. */
export interface AchWorld extends TestService {
  reported: AchOutcome[];
  /** The listener throws it once, for the next outcome. */
  failNext: Error | undefined;
  order(changes?: Partial<AchOrder>): Promise<string>;
  /** Sets the clock to an ISO time in UTC. */
  setTime(iso: string): void;
  /** Runs the jobs for files, returns, settlement and outcomes once each. */
  runJobs(): Promise<void>;
  /** The outbox's files by name. */
  outbox(): Record<string, string>;
  emptyOutbox(): void;
  /** Makes a file whose hand-over was interrupted fifteen minutes ago. Returns its id. */
  interruptHandOver(): Promise<string>;
  receive(name: string, text: string): void;
  inboxHas(folder: "done" | "refused", name: string): boolean;
}

/** 10:00 in New York; Thursday is Thanksgiving. */
export const mondayMorning = "2026-11-23T15:00:00Z";

/** Creates the world. Close it in `afterAll`. */
export async function createAchWorld(): Promise<AchWorld> {
  const service = await createTestService();
  const { deps } = service.service;
  const { folder } = deps.config.ach;
  let orders = 0;
  const world: AchWorld = {
    ...service,
    reported: [],
    failNext: undefined,
    async order(changes = {}) {
      orders += 1;
      const entryKey = changes.entryKey ?? `key-${orders}`;
      await inTransaction(deps.database, (tx) =>
        deps.ach.order(tx, {
          operatorId: service.operator.operatorId,
          source: "disbursement",
          direction: "credit",
          accountType: "checking",
          routingNumber: "021000021",
          accountNumber: "000123456789",
          holderName: "Ada Winner",
          amountMinor: 250_000,
          companyName: "Lucky Bingo Hall",
          ...changes,
          entryKey,
        }),
      );
      return entryKey;
    },
    setTime: (iso) => service.clock.set(Date.parse(iso)),
    async runJobs() {
      for (const name of ["ach.files", "ach.returns", "ach.settle", "ach.report_outcomes"]) {
        await service.runJob(name);
      }
    },
    outbox() {
      const files = listed(join(folder, "outbox"));
      return Object.fromEntries(
        files.map((name) => [name, readFileSync(join(folder, "outbox", name), "latin1")]),
      );
    },
    emptyOutbox: () => rmSync(join(folder, "outbox"), { recursive: true, force: true }),
    async interruptHandOver() {
      await deps.ach.closeFile();
      world.emptyOutbox();
      const nowMs = service.clock.nowMs();
      const { ach_file_id } = await deps.database.kysely
        .updateTable("ach_files")
        .set({ status: "handing_over", written_at: new Date(nowMs - 15 * 60_000) })
        .where("created_at", "=", new Date(nowMs))
        .returning("ach_file_id")
        .executeTakeFirstOrThrow();
      return ach_file_id;
    },
    receive(name, text) {
      mkdirSync(join(folder, "inbox"), { recursive: true });
      writeFileSync(join(folder, "inbox", name), text);
    },
    inboxHas: (place, name) => listed(join(folder, "inbox", place)).includes(name),
  };
  deps.ach.listen("disbursement", async (outcome) => {
    const refusal = world.failNext;
    world.failNext = undefined;
    if (refusal) throw refusal;
    world.reported.push(outcome);
  });
  return world;
}

export function entriesOf(text: string) {
  return text
    .split("\n")
    .filter((line) => line.startsWith("6"))
    .map((line) => readRecord("entryDetail", line));
}

/** The file with which the receiving bank returns one entry. */
export function returnFileOf(
  original: ReturnType<typeof entriesOf>[number],
  returnReasonCode: string,
): string {
  const amount = Number(original.amount);
  const receivingDfi = original.traceNumber.slice(0, 8);
  const shared = { companyIdentification: "1000000001", originatingDfi: original.receivingDfi };
  const counts = { entryCount: 2, entryHash: receivingDfi.padStart(10, "0"), totalDebit: 0 };
  return [
    writeRecord("fileHeader", {
      immediateDestination: " 120000003",
      immediateOrigin: " 021000021",
      fileCreationDate: "261125",
      fileCreationTime: "0600",
      fileIdModifier: "A",
    }),
    writeRecord("batchHeader", {
      ...shared,
      serviceClassCode: "220",
      standardEntryClassCode: "PPD",
      batchNumber: 1,
      effectiveEntryDate: "261125",
      originatorStatusCode: "1",
    }),
    writeRecord("entryDetail", {
      transactionCode: "21",
      receivingDfi,
      checkDigit: 3,
      amount,
      accountNumber: original.accountNumber,
      individualId: original.individualId,
      addendaIndicator: 1,
      traceNumber: `${original.receivingDfi}0000001`,
    }),
    writeRecord("returnAddenda", {
      returnReasonCode,
      originalTraceNumber: original.traceNumber,
      originalReceivingDfi: original.receivingDfi,
      traceNumber: `${original.receivingDfi}0000001`,
    }),
    writeRecord("batchControl", {
      ...shared,
      ...counts,
      serviceClassCode: "220",
      totalCredit: amount,
      batchNumber: 1,
    }),
    writeRecord("fileControl", { ...counts, batchCount: 1, blockCount: 1, totalCredit: amount }),
  ].join("\n");
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
