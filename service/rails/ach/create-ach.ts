import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { Domain } from "../../platform/domain.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Origination } from "../../providers/nacha/index.ts";
import { achCommands } from "./ach-commands.ts";
import type { AchDeps, AchListener, AchSource, SaleReader } from "./ach-deps.ts";
import type { AchSettings } from "./ach-settings.ts";
import { decideFile, type FileDecision, type FileForStaff, listOpenFiles } from "./decide-file.ts";
import { deleteOldFiles } from "./delete-old-files.ts";
import { handOverFiles, type OwnAttempts } from "./hand-over.ts";
import { holdEntry, releaseEntry } from "./hold-entry.ts";
import { makeFile } from "./make-file.ts";
import { cancelEntry, reportOutcomes, settleEntries } from "./move-entries.ts";
import {
  type AchOrder,
  type AchRefundOrder,
  findEntriesByTrace,
  findEntry,
  isReversible,
  orderEntry,
  orderRefund,
  reversibleUntil,
} from "./order-entry.ts";
import { readInbox, type UnreadFiles } from "./read-inbox.ts";
import type { AchEntryRow } from "./tables.ts";

export interface Ach extends Domain {
  readonly isConfigured: boolean;
  /** See {@link AchListener}. */
  listen(source: AchSource, listener: AchListener): void;
  /** Registers the {@link SaleReader}. */
  readSales(reader: SaleReader): void;
  /** See {@link orderEntry}. Throws when no bank is configured. */
  order(tx: Tx, order: AchOrder): Promise<void>;
  /** See {@link orderRefund}. Throws when no bank is configured. */
  refund(tx: Tx, order: AchRefundOrder): ReturnType<typeof orderRefund>;
  /** See {@link reversibleUntil}; null also when it is too late. `debitKey`: of the operator's debit. */
  reversibleUntil(operatorId: string, debitKey: string): Promise<string | null>;
  /** Cancels a queued entry; false when it is no longer queued. */
  cancel(operatorId: string, entryKey: string, tx?: Tx): Promise<boolean>;
  /** See {@link holdEntry}. */
  hold(operatorId: string, entryKey: string, tx: Tx): ReturnType<typeof holdEntry>;
  /** See {@link releaseEntry}. */
  release(operatorId: string, entryKey: string, tx: Tx): Promise<void>;
  find(operatorId: string, entryKey: string): Promise<AchEntryRow | undefined>;
  /** See {@link findEntriesByTrace}. */
  findEntries(operatorId: string, traceNumber: string): ReturnType<typeof findEntriesByTrace>;
  findPayments(operatorId: string, traceNumber: string): Promise<string[]>;
  /** Makes a file of all queued entries before the cut-off. False if the queue is empty. */
  closeFile(): Promise<boolean>;
  /** See {@link listOpenFiles}. */
  listOpenFiles(operatorId?: string): Promise<FileForStaff[]>;
  /** See {@link decideFile}. */
  decideFile(decision: FileDecision): Promise<void>;
}

export function createAch(platform: PlatformDeps<AchSettings>): Ach {
  const deps: AchDeps = { ...platform, listeners: new Map(), sales: { read: undefined } };
  const { origination } = deps.config.ach;
  const isConfigured = origination !== undefined;
  const own: OwnAttempts = new Map();
  const closeFile = async (bank: Origination, everything: boolean) => {
    let refunds = false;
    try {
      // Returns are read first: they cancel refunds that would go into this file. Only the job moves unreadable files
      // away, which the bank may still be writing.
      const unread: UnreadFiles = new Map();
      refunds = await readInbox(deps, unread).then(
        () => unread.size === 0,
        (error: unknown) => {
          if (isStoreLost(error)) throw error;
          // One file that cannot be applied must not hold other money of all operators. readInbox has logged it.
          return false;
        },
      );
      return await makeFile(deps, bank, { everything, refunds });
    } finally {
      // Finished files reach the bank even if no other file can be made today.
      await handOverFiles(deps, bank, own, { refunds });
    }
  };
  const functions: Omit<Ach, keyof Domain> = {
    isConfigured,
    listen: (source, listener) => void deps.listeners.set(source, listener),
    readSales(reader) {
      deps.sales.read = reader;
    },
    order(tx, order) {
      if (!isConfigured) throw new Error("no bank is configured for ACH files");
      return orderEntry(deps, tx, order);
    },
    refund(tx, order) {
      if (!isConfigured) throw new Error("no bank is configured for ACH files");
      return orderRefund(deps, tx, order);
    },
    async reversibleUntil(operatorId, debitKey) {
      const debit = await findEntry(deps, operatorId, debitKey);
      return debit && isReversible(deps, debit) ? reversibleUntil(debit) : null;
    },
    cancel: (operatorId, entryKey, tx) => cancelEntry(deps, operatorId, entryKey, tx),
    hold: (operatorId, entryKey, tx) => holdEntry(deps, tx, operatorId, entryKey),
    release: (operatorId, entryKey, tx) => releaseEntry(deps, tx, operatorId, entryKey),
    find: (operatorId, entryKey) => findEntry(deps, operatorId, entryKey),
    findEntries: (operatorId, traceNumber) => findEntriesByTrace(deps, operatorId, traceNumber),
    async findPayments(operatorId, traceNumber) {
      const found = await findEntriesByTrace(deps, operatorId, traceNumber);
      return found.flatMap(({ source, entryKey }) => (source === "payment" ? entryKey : []));
    },
    listOpenFiles: (operatorId) => listOpenFiles(deps, operatorId),
    decideFile: (decision) => decideFile(deps, decision),
    closeFile: async () => origination !== undefined && closeFile(origination, true),
  };
  return {
    ...functions,
    jobs: origination === undefined ? [] : achJobs(deps, () => closeFile(origination, false)),
    commands: [achCommands(functions)],
  };
}

function achJobs(deps: AchDeps, closeFile: () => Promise<boolean>): Job[] {
  const unread: UnreadFiles = new Map();
  return [
    createJob({
      name: "ach.files",
      everyMs: 15_000,
      run: async () => ((await closeFile()) ? "more" : undefined),
    }),
    createJob({
      name: "ach.returns",
      everyMs: 5_000,
      async run() {
        await readInbox(deps, unread);
        return undefined;
      },
    }),
    createJob({
      name: "ach.forget_files",
      everyMs: 60 * 60_000,
      async run() {
        await deleteOldFiles(deps);
        return undefined;
      },
    }),
    createJob({
      name: "ach.settle",
      everyMs: 60_000,
      run: (signal) => settleEntries(deps, signal),
    }),
    createJob({
      name: "ach.report_outcomes",
      followsStore: true,
      everyMs: 2_000,
      run: (signal) => reportOutcomes(deps, signal),
    }),
  ];
}
