/*
 * Which account each processor's name leads to.
 *
 * Guarantee: while an order under a name is in flight, no process sends or looks up anything through that name with
 * another account. The other account would not know the order, and the money would move a second time.
 *
 * - The first process that uses a name stores its account: the vendor and a fingerprint, without secrets.
 * - Before each call, a process compares its account with the stored one. If they differ, it does not call.
 * - An order is stored as in flight before its first call. A process that changes the account first locks out all
 *   writers of orders, and changes it only if no order is in flight. An order that is stored later finds the change.
 * - Only a starting process changes an account. A running one that finds another account has older settings, or
 *   somebody changed them elsewhere; it does not take the name back.
 */
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { VendorAccount } from "./vendor-account.ts";

/** The settings of the names: `PROCESSORS` and `PAYOUT_PROCESSOR`. */
export type GuardedParty = "processor" | "payout";

export interface ConnectorAccount extends VendorAccount {
  readonly party: GuardedParty;
  readonly name: string;
}

/** One domain's orders that a vendor may have without a final outcome. */
export interface OrdersInFlight {
  readonly party: GuardedParty;
  /** Tables that are locked so that no order begins, in the same order everywhere. */
  readonly tables: readonly string[];
  exist(tx: Tx, name: string): Promise<boolean>;
  /** Deletes what the domain knows about the earlier account, when the account changes. */
  forget?(tx: Tx, name: string): Promise<void>;
}

export interface ConnectorAccounts {
  /** Adds a domain's orders. Call it before {@link ConnectorAccounts.claim}. */
  addOrders(orders: OrdersInFlight): void;
  /** Stores new accounts, and changed ones if nothing is in flight. Reports names that must not be used. */
  claim(): Promise<void>;
  /** Whether this process may call through the name now. Ask when the order is stored as in flight. */
  mayCall(party: GuardedParty, name: string): Promise<boolean>;
  /**
   * Records that a staff member confirmed that a name leads to the same account as before. False if the settings lack
   * the name.
   */
  confirm(party: GuardedParty, name: string): Promise<boolean>;
  /** Names that this process must not use. */
  refused(): Promise<readonly Pick<ConnectorAccount, "party" | "name">[]>;
  readonly jobs: readonly Job[];
}

export const accountChanged = "connector_account_changed";

type Deps = Pick<PlatformDeps, "database" | "log" | "metrics">;

const retryMs = 60_000;
/** Tries at startup. Each can time out behind long writes. */
const tries = 3;

export function createConnectorAccounts(
  { database, log, metrics }: Deps,
  accounts: readonly ConnectorAccount[],
): ConnectorAccounts {
  const sources: OrdersInFlight[] = [];
  const mine = new Map(accounts.map((account) => [keyOf(account), account]));
  const waiting = new Set<string>();
  const reported = new Set<string>();
  const gauge = metrics.gauge(
    "tessera_connector_account_changed",
    "1 while a processor is not used, because its account changed while orders are in flight.",
    ["party", "connector"],
  );

  function report({ party, name, type }: ConnectorAccount, isOurs: boolean): boolean {
    const key = keyOf({ party, name });
    gauge.set({ party, connector: name }, isOurs ? 0 : 1);
    if (isOurs && reported.delete(key)) log.info("a processor is used again", { party, name });
    if (!isOurs && !reported.has(key)) {
      reported.add(key);
      log.error(
        "a processor is not used: its type or account differs from the one whose orders may be in flight. Restore its settings, and give the new account a new name",
        { code: accountChanged, party, name, type },
      );
    }
    return isOurs;
  }

  async function isOurs(account: ConnectorAccount): Promise<boolean> {
    return (await storedValue(database, account)) === textOf(account);
  }

  async function claimOne(account: ConnectorAccount): Promise<void> {
    await insert(database, account);
    let isClaimed = await isOurs(account);
    for (let attempt = 0; !isClaimed && attempt < tries; attempt += 1) {
      const result = await takeOver(database, account, sources);
      isClaimed = result === "taken";
      if (result === "in_flight") break;
    }
    if (isClaimed) waiting.delete(keyOf(account));
    else waiting.add(keyOf(account));
    report(account, isClaimed);
  }

  return {
    addOrders: (orders) => sources.push(orders),
    async claim() {
      for (const account of mine.values()) await claimOne(account);
    },
    async mayCall(party, name) {
      const account = mine.get(keyOf({ party, name }));
      return account !== undefined && report(account, await isOurs(account));
    },
    async confirm(party, name) {
      const account = mine.get(keyOf({ party, name }));
      if (!account) return false;
      await database.kysely
        .updateTable("service_settings")
        .set({ value: textOf(account) })
        .where("name", "=", keyOf(account))
        .execute();
      waiting.delete(keyOf(account));
      log.info("a person confirmed the account of a processor", { party, name });
      return report(account, true);
    },
    async refused() {
      const accounts: ConnectorAccount[] = [];
      for (const account of mine.values()) if (!(await isOurs(account))) accounts.push(account);
      return accounts;
    },
    jobs: [
      createJob({
        name: "connectors.accounts",
        everyMs: retryMs,
        isTechnical: true,
        async run() {
          for (const key of [...waiting]) {
            const account = mine.get(key);
            if (account) await claimOne(account);
          }
          return undefined;
        },
      }),
    ],
  };
}

function keyOf({ party, name }: Pick<ConnectorAccount, "party" | "name">): string {
  return `connector_account:${party}:${name}`;
}

function textOf({ type, fingerprint }: VendorAccount): string {
  return `${type} ${fingerprint}`;
}

async function storedValue(
  { kysely }: Pick<Database, "kysely">,
  account: ConnectorAccount,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom("service_settings")
    .select("value")
    .where("name", "=", keyOf(account))
    .executeTakeFirst();
  return row?.value;
}

async function insert(
  { kysely }: Pick<Database, "kysely">,
  account: ConnectorAccount,
): Promise<void> {
  await kysely
    .insertInto("service_settings")
    .values({ name: keyOf(account), value: textOf(account) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Changes the stored account if no order is in flight. The locks let no writer of orders commit between count and
 * change. `busy` if they are not free soon: waiting longer would delay the writers behind.
 */
async function takeOver(
  database: Database,
  account: ConnectorAccount,
  sources: readonly OrdersInFlight[],
): Promise<"taken" | "in_flight" | "busy"> {
  const relevant = sources.filter(({ party }) => party === account.party);
  const tables = [...new Set(relevant.flatMap((ordersInFlight) => ordersInFlight.tables))].sort();
  try {
    return await inTransaction(database, async (tx) => {
      // Shorter than PostgreSQL's wait for a deadlock, which could end the other transaction.
      await sql`set local lock_timeout = '500ms'`.execute(tx);
      for (const table of tables)
        await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
      for (const orders of relevant)
        if (await orders.exist(tx, account.name)) return "in_flight" as const;
      await tx
        .updateTable("service_settings")
        .set({ value: textOf(account) })
        .where("name", "=", keyOf(account))
        .execute();
      for (const orders of relevant) await orders.forget?.(tx, account.name);
      return "taken" as const;
    });
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === lockNotAvailable) return "busy";
    throw error;
  }
}

const lockNotAvailable = "55P03";
