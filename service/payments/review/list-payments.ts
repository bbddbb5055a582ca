/** Lists of payments for the console and its exports. */

import type { PaymentIntent } from "#contract/api/payment-intents";
import type { ChargeFacts } from "#contract/connectors/charge-facts";
import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import type { Database, Statement } from "../../platform/database/database.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { DepositView } from "../../rails/coins/index.ts";
import { canCancel } from "../cancel-payment.ts";
import { factsOfCharge } from "../methods/card/charge-facts.ts";
import { depositOf, termsOf } from "../methods/crypto/crypto-detail.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { presentIntent } from "../present.ts";
import type { SurchargeDecision } from "../pricing/index.ts";
import { quoteIntent, quoteIntents } from "../quote-intents.ts";
import type { IntentRecord } from "../records.ts";
import { type IntentRow, toIntentRecord } from "../store/rows.ts";
import { intentWithAttempts } from "../store/statements.ts";
import { conditionsOf, type PaymentFilter } from "./payment-filter.ts";

/** Attempts in the order of the intent's `payments`. */
export interface AttemptForStaff {
  readonly paymentId: string;
  readonly number: number;
  readonly step: string;
  readonly chargeId: string | null;
  readonly liabilityShift: boolean | null;
  readonly reversal: "due" | "done" | null;
  readonly wasSuccess: boolean;
  /** Whether staff can cancel it, by the attempt's record alone. */
  readonly canCancel: boolean;
  /** Null where the operator takes no surcharge. */
  readonly surcharge: SurchargeDecision | null;
  /** The deposit, only for crypto, once there is an address. */
  readonly deposit: DepositView | null;
  /** The rate of the crypto quote, as decimal text. */
  readonly rate: string | null;
  /** What the card network and the processor say about the charge. */
  readonly facts: ChargeFacts | null;
  /** Whether a decline forbade further charges of the card: this attempt's, or an earlier one that stopped this attempt. */
  readonly isOfStoppedCard: boolean;
}

type Deps = Pick<PaymentsDeps, "clock" | "database" | "pricing">;

const batchSize = 500;

const readIntents: Statement = {
  name: "payments.read_intents",
  text: `select ${intentWithAttempts}
  from payment_intents i where i.payment_intent_id = any ($1::text[])`,
};

/** Lists intents, by default newest first. */
export async function listPayments(
  deps: Deps,
  operatorId: string,
  { page, size, sort = "newest", ...filter }: PageQuery & PaymentFilter & { sort?: ListSort },
): Promise<{ data: PaymentIntent[]; page: number; size: number; total: number }> {
  const matching = deps.database.kysely
    .selectFrom("payment_intents")
    .where("operator_id", "=", operatorId)
    .where((row) => row.and(conditionsOf(row, filter)));
  const { total } = await matching
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { by, direction } = orderOf(sort);
  const ordered =
    by === "time" ? matching : matching.orderBy("currency").orderBy("amount_minor", direction);
  const ids = await ordered
    .select("payment_intent_id")
    .orderBy("payment_intent_id", direction)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const data = await load(deps, operatorId, ids);
  return { data, page, size, total: Number(total) };
}

/**
 * Streams intents, oldest first, and reads each batch when it is requested. `after`: the `paymentIntentId` that an
 * earlier run ended with.
 */
export async function* streamPayments(
  deps: Deps,
  operatorId: string,
  filter: PaymentFilter,
  after = "",
): AsyncGenerator<PaymentIntent[]> {
  for (let last = after; ; ) {
    const ids = await deps.database.kysely
      .selectFrom("payment_intents")
      .select("payment_intent_id")
      .where("operator_id", "=", operatorId)
      .where("payment_intent_id", ">", last)
      .where((row) => row.and(conditionsOf(row, filter)))
      .orderBy("payment_intent_id")
      .limit(batchSize)
      .execute();
    if (ids.length > 0) yield await load(deps, operatorId, ids);
    if (ids.length < batchSize) return;
    last = ids.at(-1)?.payment_intent_id ?? last;
  }
}

/** Counts all payments that match, not only those on a page. */
export async function countPayments(
  { database }: { database: Database },
  operatorId: string,
  filter: PaymentFilter,
): Promise<number> {
  const { total } = await database.kysely
    .selectFrom("payment_intents")
    .where("operator_id", "=", operatorId)
    .where((row) => row.and(conditionsOf(row, filter)))
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Reads a payment for staff. Throws 404 for an unknown payment and for another operator's. */
export async function readPayment(
  deps: Pick<PaymentsDeps, "clock" | "store" | "pricing" | "methods">,
  operatorId: string,
  paymentIntentId: string,
): Promise<{ intent: PaymentIntent; attempts: AttemptForStaff[] }> {
  const intent = await deps.store.read(paymentIntentId);
  if (intent?.operatorId !== operatorId) throw new ApiError("resource_not_found");
  return {
    intent: presentIntent(intent, deps.clock.nowMs(), await quoteIntent(deps, intent)),
    attempts: intent.attempts.map((attempt) => presentForStaff(deps, attempt)),
  };
}

function presentForStaff(
  deps: Pick<PaymentsDeps, "methods">,
  attempt: IntentRecord["attempts"][number],
): AttemptForStaff {
  const { paymentId, number, step, chargeId, threeDS, reversal, wasSuccess } = attempt;
  const liabilityShift = threeDS?.liabilityShift ?? null;
  const isCrypto = attempt.type === "crypto";
  return {
    paymentId,
    number,
    step,
    chargeId,
    liabilityShift,
    reversal,
    wasSuccess,
    canCancel: canCancel(deps, attempt),
    surcharge: attempt.price.detail.surcharge ?? null,
    deposit: isCrypto ? depositOf(attempt) : null,
    rate: isCrypto ? termsOf(attempt).rate : null,
    facts: factsOfCharge(attempt),
    isOfStoppedCard:
      attempt.detail["stopsCard"] === true ||
      attempt.messages.some(({ code }) => code === "do_not_try_again"),
  };
}

async function load(
  deps: Deps,
  operatorId: string,
  ids: readonly { payment_intent_id: string }[],
): Promise<PaymentIntent[]> {
  if (ids.length === 0) return [];
  const { rows } = await deps.database.run<IntentRow>(readIntents, [
    ids.map((row) => row.payment_intent_id),
  ]);
  const byId = new Map(rows.map((row) => [row.payment_intent_id, toIntentRecord(row)]));
  const intents = ids.flatMap(({ payment_intent_id: id }) => byId.get(id) ?? []);
  const quotes = await quoteIntents(deps, operatorId, intents);
  const nowMs = deps.clock.nowMs();
  return intents.map((intent, index) => presentIntent(intent, nowMs, quotes[index]));
}
