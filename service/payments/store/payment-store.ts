import { CompiledQuery } from "kysely";
import { eventParameters, sealEvent } from "../../events/index.ts";
import { postingParameters } from "../../ledger/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Database, isUniqueViolation } from "../../platform/database/database.ts";
import type { MachineLease } from "../../platform/database/machine-lease.ts";
import { createRowCount } from "../../platform/database/row-count.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import type {
  FinishParameters,
  LeaseParameters,
} from "../../platform/http/idempotency-statements.ts";
import { type Lane, laneParameters } from "../../platform/jobs/lanes.ts";
import type { Randomness } from "../../platform/randomness.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import type { IntentChange } from "../attempt-changes.ts";
import type { Price } from "../pricing/index.ts";
import type { IntentRecord } from "../records.ts";
import { endDebts } from "../refunds/refund-debts.ts";
import { recordSale, taxEventOf } from "../sales-tax/record-documents.ts";
import { ChargeOfOtherPayment } from "./charge-of-other-payment.ts";
import { newIntentColumns, values } from "./columns.ts";
import { isUndone, postingOf } from "./payment-posting.ts";
import { createRecentIntents } from "./recent-intents.ts";
import { type IntentRow, toIntentRecord } from "./rows.ts";
import {
  beginAttempt,
  changeAttempt,
  changeAttemptAndLease,
  changeAttemptWithEvent,
  changeAttemptWithPosting,
  changeIntentWithEvent,
  changeParameters,
  claimDue,
  countIntents,
  findByPayment,
  findByThreeDS,
  findExpired,
  insertIntent,
  listIntents,
  noAnswer,
  readIntent,
  release,
} from "./statements.ts";

/** How a write changes the request's idempotency key. */
export type KeyPart =
  | { readonly type: "begin"; readonly parameters: LeaseParameters }
  | { readonly type: "finish"; readonly parameters: FinishParameters };

export interface DueAttempt {
  readonly paymentId: string;
  readonly paymentIntentId: string;
  readonly operatorId: string;
}

/**
 * A write is one statement. It takes effect only if the intent still has the version that the change was decided from.
 * So a change may be decided from memory: at worst it is decided again from the store.
 */
export interface PaymentStore {
  /** Reads an intent, always from the store. */
  read(paymentIntentId: string): Promise<IntentRecord | undefined>;
  /** Reads memory or else the store. Use it only to decide a write. */
  recall(paymentIntentId: string): Promise<IntentRecord | undefined>;
  /**
   * Stores an intent with its `created` event, with `shown` as data. `no_customer`: the operator has no such customer.
   * `duplicate`: the operator has used its external id before.
   */
  insert(
    intent: IntentRecord,
    shown: object,
    answered: readonly unknown[],
  ): Promise<"stored" | "no_customer" | "duplicate">;
  /**
   * False, with the intent dropped from memory, if the intent has changed in the meantime. Throws {@link
   * ChargeOfOtherPayment} if the attempt's charge is another payment's.
   */
  write(change: IntentChange, key?: KeyPart): Promise<boolean>;
  /**
   * Like `write`, but in one transaction with `alsoWrite`. If `alsoWrite` throws, nothing is written. `first` runs first,
   * for locks that precede the intent's.
   */
  writeWith(
    change: IntentChange,
    alsoWrite: (tx: Tx) => Promise<void>,
    options?: { readonly first?: ((tx: Tx) => Promise<unknown>) | undefined },
  ): Promise<boolean>;
  /** Lists intents, newest first, with their total number. */
  list(
    operatorId: string,
    page: { readonly page: number; readonly size: number },
  ): Promise<{ intents: IntentRecord[]; total: number }>;
  findByThreeDS(
    threeDSServerTransID: string,
  ): Promise<{ paymentIntentId: string; paymentId: string } | undefined>;
  findByPayment(
    paymentId: string,
  ): Promise<{ paymentIntentId: string; operatorId: string } | undefined>;
  /** Finds intents that closed without an attempt, oldest first, after the first `skip`. */
  findExpired(
    nowMs: number,
    most: number,
    skip: number,
  ): Promise<{ paymentIntentId: string; operatorId: string }[]>;
  /** Claims due attempts: postpones their next check to `untilMs`, so that no other process takes them. */
  claimDue(lane: Lane, lease: MachineLease, most: number): Promise<DueAttempt[]>;
  /**
   * Ends a claim or hold: the given attempts, or all of a lane, are due at `dueMs` if their next check is at one of
   * `untilMs`.
   */
  release(
    attempts: readonly string[] | Lane,
    untilMs: readonly number[],
    dueMs: number,
  ): Promise<void>;
}

/** `quote` is the price before the first attempt. */
export type RenderIntent = (intent: IntentRecord, quote: Price | null | undefined) => object;

interface StoreDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Randomness;
  readonly keyring: Keyring;
  /** Sends recorded webhook events. */
  readonly webhooks: { wake(): void };
  readonly render: RenderIntent;
}

export function createPaymentStore(deps: StoreDeps): PaymentStore {
  const { database } = deps;
  const recent = createRecentIntents(deps.clock);
  const count = createRowCount(deps, { kind: "paymentIntent", statement: countIntents });

  const read = async (paymentIntentId: string): Promise<IntentRecord | undefined> => {
    const { rows } = await database.run<IntentRow>(readIntent, [paymentIntentId]);
    const row = rows[0];
    if (!row) return undefined;
    const intent = toIntentRecord(row);
    recent.keep(intent);
    return intent;
  };

  const eventOf = (intent: IntentRecord, status: string, shown: object): readonly unknown[] =>
    eventParameters(
      sealEvent(deps, {
        operatorId: intent.operatorId,
        resourceId: intent.paymentIntentId,
        sequence: intent.version,
        type: "payment",
        status,
        data: shown as Record<string, unknown>,
        atMs: intent.updatedAtMs,
      }),
    );

  const prepare = (change: IntentChange, key?: KeyPart) => {
    const { intent, attempt, event, quote } = change;
    const posting = postingOf(change);
    const parameters: unknown[] = [
      ...changeParameters(change),
      ...(event ? eventOf(intent, event, deps.render(intent, quote)) : []),
      ...(attempt ? (key?.parameters ?? noAnswer) : []),
      ...(posting ? postingParameters(posting) : []),
    ];
    return {
      statement: posting ? changeAttemptWithPosting : statementFor(change, key),
      parameters,
    };
  };

  const writeWith = async (
    change: IntentChange,
    alsoWrite: (tx: Tx) => Promise<void>,
    {
      key,
      first,
    }: { key?: KeyPart | undefined; first?: ((tx: Tx) => Promise<unknown>) | undefined } = {},
  ) => {
    const { statement, parameters } = prepare(change, key);
    const query = CompiledQuery.raw(statement.text, parameters);
    try {
      const written = await inTransaction(database, async (tx) => {
        await first?.(tx);
        const { rows } = await tx.executeQuery(query);
        if (rows.length === 0) return false;
        await recordSale(tx, change);
        await endDebtsOfUndone(tx, change);
        await alsoWrite(tx);
        return true;
      });
      if (written && change.event) deps.webhooks.wake();
      return written;
    } finally {
      recent.forget(change.intent.paymentIntentId);
    }
  };

  return {
    read,
    recall: async (paymentIntentId) => recent.find(paymentIntentId) ?? read(paymentIntentId),

    async insert(intent, shown, answered) {
      const parameters = [
        ...values(newIntentColumns, intent),
        ...eventOf(intent, "created", shown),
        ...answered,
      ];
      try {
        const { rows } = await database.commit(insertIntent, parameters);
        if (rows.length === 0) return "no_customer";
      } catch (error) {
        if (isUniqueViolation(error, "payment_intents_external_id")) return "duplicate";
        throw error;
      }
      recent.keep(intent);
      deps.webhooks.wake();
      return "stored";
    },

    async write(change, key) {
      const { intent, event } = change;
      if (isUndone(change) || taxEventOf(change)) {
        return writeWith(change, async () => {}, { key }).catch((error: unknown) => {
          if (isUniqueViolation(error, "payments_one_charge")) throw new ChargeOfOtherPayment();
          throw error;
        });
      }
      const { statement, parameters } = prepare(change, key);
      let written: boolean;
      try {
        const result = await database.commit(statement, parameters);
        written = result.rows.length > 0;
      } catch (error) {
        recent.forget(intent.paymentIntentId);
        if (isUniqueViolation(error, "payments_one_pending")) return false;
        if (isUniqueViolation(error, "payments_one_charge")) throw new ChargeOfOtherPayment();
        throw error;
      }
      if (written) recent.keepChanged(intent);
      else recent.forget(intent.paymentIntentId);
      if (written && event) deps.webhooks.wake();
      return written;
    },

    writeWith,

    async list(operatorId, { page, size }) {
      const [found, total] = await Promise.all([
        database.run<IntentRow>(listIntents, [operatorId, size, (page - 1) * size]),
        count.total(operatorId),
      ]);
      return { intents: found.rows.map(toIntentRecord), total };
    },

    async findByThreeDS(threeDSServerTransID) {
      const { rows } = await database.run<{ payment_intent_id: string; payment_id: string }>(
        findByThreeDS,
        [threeDSServerTransID],
      );
      const row = rows[0];
      return row && { paymentIntentId: row.payment_intent_id, paymentId: row.payment_id };
    },

    async findByPayment(paymentId) {
      const { rows } = await database.run<{ payment_intent_id: string; operator_id: string }>(
        findByPayment,
        [paymentId],
      );
      const row = rows[0];
      return row && { paymentIntentId: row.payment_intent_id, operatorId: row.operator_id };
    },

    async findExpired(nowMs, most, skip) {
      const { rows } = await database.run<{ payment_intent_id: string; operator_id: string }>(
        findExpired,
        [new Date(nowMs), most, skip],
      );
      return rows.map((row) => ({
        paymentIntentId: row.payment_intent_id,
        operatorId: row.operator_id,
      }));
    },

    async claimDue(lane, { nowMs, untilMs, machineNowMs, machineUntilMs }, most) {
      const { rows } = await database.run<{
        payment_id: string;
        payment_intent_id: string;
        operator_id: string;
      }>(claimDue, [
        new Date(nowMs),
        new Date(untilMs),
        most,
        new Date(machineNowMs),
        new Date(machineUntilMs),
        ...laneParameters(lane),
      ]);
      return rows.map((row) => ({
        paymentId: row.payment_id,
        paymentIntentId: row.payment_intent_id,
        operatorId: row.operator_id,
      }));
    },

    async release(attempts, untilMs, dueMs) {
      const untils = untilMs.map((each) => new Date(each));
      const which = isLane(attempts) ? [null, ...laneParameters(attempts)] : [attempts, null, null];
      await database.run(release, [new Date(dueMs), untils, ...which]);
    },
  };
}

/** The payment's money is gone, so its failed refunds leave no debt. */
async function endDebtsOfUndone(tx: Tx, change: IntentChange): Promise<void> {
  const { intent, attempt } = change;
  if (!attempt || !isUndone(change)) return;
  const { operatorId, paymentIntentId, updatedAtMs } = intent;
  const { paymentId } = attempt.record;
  await endDebts(tx, { operatorId, paymentIntentId, paymentId }, updatedAtMs);
}

const isLane = (attempts: readonly string[] | Lane): attempts is Lane => !Array.isArray(attempts);

function statementFor({ attempt, event }: IntentChange, key: KeyPart | undefined) {
  if (!attempt) return changeIntentWithEvent;
  if (attempt.isNew) return beginAttempt;
  if (event) return changeAttemptWithEvent;
  return key?.type === "begin" ? changeAttemptAndLease : changeAttempt;
}
