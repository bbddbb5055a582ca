/**
 * Refunds in the store. Each change is one transaction: the refund, what its payment has returned so
 * far, its postings, and the event. A refund's row is locked before its payment's rows, and a new refund locks only
 * the payment's, so these transactions cannot deadlock.
 * The file is long because each change keeps all of its parts together.
 */
import type { RefundEventStatus } from "#contract/events/event-types";
import { type AmountParts, refundParts } from "#contract/refund-parts";
import { recordEvent, sealEvent } from "../../events/index.ts";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { PriceDetail } from "../pricing/index.ts";
import { recordReturn } from "../sales-tax/record-documents.ts";
import { postMoved, postRequested } from "./post-refund.ts";
import { showRefund } from "./present-refund.ts";
import { isDepositReturn, type RefundRecord, type RefundTransfer } from "./records.ts";
import { endDebts } from "./refund-debts.ts";
import { toRefund, toRow, toTime } from "./refund-rows.ts";
import { countsAsReturned, eventOfStep, nextRefundStep, type RefundEvent } from "./refund-steps.ts";

/** What the store needs. The operator's data key must be loaded. */
export type RefundStoreDeps = Pick<
  PlatformDeps,
  "clock" | "config" | "random" | "keyring" | "database"
>;

/** Everything of a refund that a step can change besides the step itself. */
export type RefundPatch = Partial<
  Pick<
    RefundRecord,
    | "kind"
    | "providerRefundId"
    | "reference"
    | "failureCode"
    | "transfer"
    | "sentAtMs"
    | "nextCheckAtMs"
    | "settledAtMs"
    | "arrivedLate"
    | "approval"
    | "decidedBy"
  >
>;

/** A payment that a refund is taken from, locked until the transaction ends. */
export interface LockedPayment {
  readonly paid: AmountParts;
  readonly returned: AmountParts;
  readonly type: string;
  readonly taxState: string | null;
  readonly isSuccess: boolean;
  /** The part of the base that lost disputes took. */
  readonly lostBaseMinor: number;
  /** Whether a dispute is open that takes money. */
  readonly isDisputed: boolean;
}

/**
 * Locks a successful payment for a refund. The intent's new version makes every process that remembers
 * the intent read it again. Undefined if the payment is not a success, unless `inAnyState`.
 */
export async function lockPayment(
  { clock }: Pick<RefundStoreDeps, "clock">,
  tx: Tx,
  { operatorId, paymentIntentId, paymentId }: PaymentKey,
  inAnyState = false,
): Promise<LockedPayment | undefined> {
  await touchIntent(tx, { operatorId, paymentIntentId }, clock.nowMs());
  const row = await tx
    .selectFrom("payments")
    .select([
      "status",
      "total_minor",
      "fees_minor",
      "tax_minor",
      "refunded_base_minor",
      "refunded_fees_minor",
      "refunded_tax_minor",
      "type",
      "price_detail",
      "lost_base_minor",
      "open_disputes",
    ])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const isSuccess = row.status === "success";
  if (!isSuccess && !inAnyState) return undefined;
  const { taxJurisdiction } = row.price_detail as PriceDetail;
  return {
    type: row.type,
    taxState: taxJurisdiction ?? null,
    paid: {
      baseMinor: row.total_minor - row.fees_minor - row.tax_minor,
      feesMinor: row.fees_minor,
      taxMinor: row.tax_minor,
    },
    returned: {
      baseMinor: row.refunded_base_minor,
      feesMinor: row.refunded_fees_minor,
      taxMinor: row.refunded_tax_minor,
    },
    isSuccess,
    lostBaseMinor: row.lost_base_minor,
    isDisputed: row.open_disputes > 0,
  };
}

/** Which payment of which intent. */
export interface PaymentKey {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
}

/** What a new refund consists of, besides its amount. */
export type NewRefund = Pick<
  RefundRecord,
  | "refundId"
  | "operatorId"
  | "externalRefundId"
  | "paymentIntentId"
  | "paymentId"
  | "externalCustomerId"
  | "currency"
  | "reason"
  | "noteSealed"
  | "requestedBy"
  | "processor"
  | "approval"
> &
  Partial<Pick<RefundRecord, "transfer" | "achError" | "decidedBy" | "refundBatchId">>;

/**
 * Stores a refund of a locked payment with its `created` event. The lock of {@link lockPayment} and the
 * caller's comparison under it prevent refunding more than was paid; the table's check `payments_refunded`
 * would refuse it, too. Throws 400 `duplicate_external_refund_id`.
 */
export async function insertRefund(
  deps: RefundStoreDeps,
  tx: Tx,
  payment: LockedPayment,
  { amountMinor, ...given }: NewRefund & { readonly amountMinor: number },
): Promise<RefundRecord> {
  const parts = refundParts(payment.paid, payment.returned, amountMinor);
  await tx
    .updateTable("payments")
    .set((column) => ({
      refunded_base_minor: column("refunded_base_minor", "+", parts.baseMinor),
      refunded_fees_minor: column("refunded_fees_minor", "+", parts.feesMinor),
      refunded_tax_minor: column("refunded_tax_minor", "+", parts.taxMinor),
    }))
    .where("operator_id", "=", given.operatorId)
    .where("payment_id", "=", given.paymentId)
    .execute();
  return storeNewRefund(deps, tx, payment, parts, given);
}

/**
 * Stores a refund with its `created` event. Counts nothing against the payment: see {@link insertRefund}. A
 * refund with a transfer waits for the customer's destination at once, and sends that event, too.
 */
export async function storeNewRefund(
  deps: RefundStoreDeps,
  tx: Tx,
  { type, taxState }: Pick<LockedPayment, "type" | "taxState">,
  parts: AmountParts,
  { transfer = null, achError = null, decidedBy = null, refundBatchId = null, ...given }: NewRefund,
): Promise<RefundRecord> {
  const nowMs = deps.clock.nowMs();
  const refund: RefundRecord = {
    ...given,
    parts,
    transfer,
    achError,
    decidedBy,
    refundBatchId,
    step: "requested",
    kind: transfer ? "transfer" : "refund",
    providerRefundId: null,
    reference: null,
    failureCode: null,
    version: 1,
    sentAtMs: null,
    nextCheckAtMs: given.approval === "needed" ? null : nowMs,
    checks: 0,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    settledAtMs: null,
    arrivedLate: false,
  };
  try {
    await tx.insertInto("refunds").values(toRow(refund)).execute();
  } catch (error) {
    if (isUniqueViolation(error, "refunds_external_id")) {
      throw new ApiError("duplicate_external_refund_id");
    }
    throw error;
  }
  await recordRefundEvent(deps, tx, refund, "created");
  // It replaces the payment's failed refunds. What arrived beside the order replaces nothing.
  if (!isDepositReturn(refund)) await endDebts(tx, refund, nowMs, 0);
  await postRequested(tx, refund, { type, taxState, isLost: false });
  if (!transfer) return refund;
  const waiting = await moveLocked(deps, tx, refund, "destination_needed", {});
  if (!waiting) throw new Error("a new refund cannot wait for a destination");
  return waiting;
}

/**
 * Moves a refund along the table in one transaction: its row, its event, and the amount that a failed
 * or canceled one gives back to its payment. Undefined, and nothing is written, if the table does not
 * allow the step from where the refund is by now, or if `isStill` says no. A patch that keeps a
 * part of what is stored must be a function of the locked refund: erasures and key rotations change sealed
 * values without a new version.
 */
export function moveRefund(
  deps: RefundStoreDeps,
  { operatorId, refundId }: Pick<RefundRecord, "operatorId" | "refundId">,
  event: RefundEvent,
  patch: RefundPatch | ((locked: RefundRecord) => RefundPatch),
  options: {
    readonly isStill?: (refund: RefundRecord) => boolean;
    readonly also?: (tx: Tx, refund: RefundRecord) => Promise<void>;
  } = {},
): Promise<RefundRecord | undefined> {
  return inTransaction(deps.database, async (tx) => {
    const before = await lockRefund(tx, operatorId, refundId);
    if (!before || options.isStill?.(before) === false) return undefined;
    const changes = typeof patch === "function" ? patch(before) : patch;
    const moved = await moveLocked(deps, tx, before, event, changes);
    if (moved) await options.also?.(tx, moved);
    return moved;
  });
}

/** A refund of the operator, locked until the transaction ends; undefined if there is none. */
export async function lockRefund(
  tx: Tx,
  operatorId: string,
  refundId: string,
): Promise<RefundRecord | undefined> {
  const row = await tx
    .selectFrom("refunds")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("refund_id", "=", refundId)
    .forUpdate()
    .executeTakeFirst();
  return row && toRefund(row);
}

/** Changes the transfer of a locked refund that stays in its step, such as its link. No event. */
export async function changeTransfer(
  { clock }: Pick<RefundStoreDeps, "clock">,
  tx: Tx,
  refund: RefundRecord,
  transfer: RefundTransfer,
): Promise<RefundRecord> {
  const version = refund.version + 1;
  const changed = { ...refund, transfer, version, updatedAtMs: clock.nowMs() };
  await writeRefund(tx, changed);
  return changed;
}

/** As {@link moveRefund}, for a refund whose row the transaction has locked. */
export async function moveLocked(
  deps: RefundStoreDeps,
  tx: Tx,
  before: RefundRecord,
  event: RefundEvent,
  patch: RefundPatch,
): Promise<RefundRecord | undefined> {
  const step = nextRefundStep(before.step, event);
  if (!step) return undefined;
  const nowMs = deps.clock.nowMs();
  const refund: RefundRecord = {
    ...before,
    nextCheckAtMs: null,
    ...patch,
    step,
    checks: 0,
    version: before.version + 1,
    updatedAtMs: nowMs,
  };
  await writeRefund(tx, refund);
  const counts = countsAsReturned(step);
  if (counts !== countsAsReturned(before.step)) {
    await changeReturned(tx, refund, nowMs, counts ? "+" : "-");
  }
  await postMoved(tx, before.step, refund);
  const arrived = step === "success";
  if (arrived !== (before.step === "success")) {
    await recordReturn(tx, refund, { arrived, now: new Date(nowMs) });
  }
  if (step === "failed" || before.step === "failed") await endDebts(tx, refund, nowMs);
  const status = eventOfStep(step);
  if (status) await recordRefundEvent(deps, tx, refund, status);
  return refund;
}

/** Stores the approval of a locked refund, which is due then. No event: its status stays. */
export async function writeApproval(
  { clock }: Pick<RefundStoreDeps, "clock">,
  tx: Tx,
  refund: RefundRecord,
  decidedBy: RefundRecord["decidedBy"],
): Promise<RefundRecord> {
  const nowMs = clock.nowMs();
  const approved: RefundRecord = {
    ...refund,
    approval: "given",
    decidedBy,
    nextCheckAtMs: nowMs,
    updatedAtMs: nowMs,
    version: refund.version + 1,
  };
  await writeRefund(tx, approved);
  return approved;
}

/** Stores the reference of a refund that already succeeded, such as its ARN. No event. */
export async function writeReference(
  { database, clock }: Pick<RefundStoreDeps, "database" | "clock">,
  refund: RefundRecord,
  { reference, nextCheckAtMs }: Pick<RefundRecord, "reference" | "nextCheckAtMs">,
): Promise<void> {
  await database.kysely
    .updateTable("refunds")
    .set({
      reference_type: reference?.type ?? null,
      reference_value: reference?.value ?? null,
      next_check_at: toTime(nextCheckAtMs),
      version: refund.version + 1,
      updated_at: new Date(clock.nowMs()),
    })
    .where("operator_id", "=", refund.operatorId)
    .where("refund_id", "=", refund.refundId)
    .where("version", "=", refund.version)
    .execute();
}

/** Counts a refund against its payment, or no longer. */
async function changeReturned(
  tx: Tx,
  refund: RefundRecord,
  nowMs: number,
  sign: "+" | "-",
): Promise<void> {
  const { parts } = refund;
  await touchIntent(tx, refund, nowMs);
  await tx
    .updateTable("payments")
    .set((column) => ({
      refunded_base_minor: column("refunded_base_minor", sign, parts.baseMinor),
      refunded_fees_minor: column("refunded_fees_minor", sign, parts.feesMinor),
      refunded_tax_minor: column("refunded_tax_minor", sign, parts.taxMinor),
    }))
    .where("operator_id", "=", refund.operatorId)
    .where("payment_id", "=", refund.paymentId)
    .execute();
}

async function touchIntent(
  tx: Tx,
  { operatorId, paymentIntentId }: Pick<PaymentKey, "operatorId" | "paymentIntentId">,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable("payment_intents")
    .set((column) => ({ version: column("version", "+", 1), updated_at: new Date(nowMs) }))
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", paymentIntentId)
    .execute();
}

async function recordRefundEvent(
  deps: RefundStoreDeps,
  tx: Tx,
  refund: RefundRecord,
  status: RefundEventStatus,
): Promise<void> {
  const event = sealEvent(deps, {
    operatorId: refund.operatorId,
    resourceId: refund.refundId,
    sequence: refund.version,
    type: "refund",
    status,
    data: showRefund(deps, refund),
    atMs: refund.updatedAtMs,
  });
  await recordEvent(tx, event);
}

async function writeRefund(tx: Tx, refund: RefundRecord): Promise<void> {
  await tx
    .updateTable("refunds")
    .set(toRow(refund))
    .where("operator_id", "=", refund.operatorId)
    .where("refund_id", "=", refund.refundId)
    .execute();
}
