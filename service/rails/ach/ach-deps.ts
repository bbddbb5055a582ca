import type { Sale } from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { AchSettings } from "./ach-settings.ts";
import type { AchStatus } from "./ach-states.ts";
import type { AchEntryRow } from "./tables.ts";

/** The domains that order entries. Each registers one listener. */
export type AchSource = AchEntryRow["source"];

export interface AchOutcome {
  readonly operatorId: string;
  readonly entryKey: string;
  /** `filed`: in a file. `settled`: not returned in time. `returned`: with its return code. */
  readonly status: Exclude<AchStatus, "queued">;
  /** `R01`, … (contract/connectors/nacha/return-codes.ts); null unless returned. */
  readonly returnCode: string | null;
}

/**
 * Gets each entry's outcomes at least once and in order; a later status can come without the earlier ones. If it
 * throws, it gets the outcome again.
 */
export type AchListener = (outcome: AchOutcome) => Promise<void>;

/** Payment id → sale, inside the transaction that moves the debits. The ledger needs the sales' parts. */
export type SaleReader = (
  tx: Tx,
  operatorId: string,
  paymentIds: readonly string[],
) => Promise<ReadonlyMap<string, Sale>>;

export interface AchDeps extends PlatformDeps<AchSettings> {
  readonly listeners: Map<AchSource, AchListener>;
  /** Set once the domain that orders debits is created. */
  readonly sales: { read: SaleReader | undefined };
}
