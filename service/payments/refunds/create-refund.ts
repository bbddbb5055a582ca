import type { DepositReason, Refund, RefundReason } from "#contract/api/refunds";
import type { AchError } from "#contract/console/ach-errors";
import { parseAmount, toDecimalText } from "#contract/money";
import { refundParts, totalOfParts } from "#contract/refund-parts";
import { lockExistingCustomer } from "../../customers/profile/index.ts";
import type { OperatorSettings } from "../../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { newId } from "../../platform/randomness.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import type { AttemptRecord, IntentRecord } from "../records.ts";
import { approvalOf } from "./approve-refund.ts";
import { depositReasonOf, lockReturnable } from "./destination/deposit-returns.ts";
import { newTransfer } from "./destination/link.ts";
import { insertRefund, storeNewRefund } from "./insert-refund.ts";
import { showRefund } from "./present-refund.ts";
import { isDepositReturn, notePlace, type RefundRecord } from "./records.ts";
import { type LockedPayment, lockPayment } from "./refunded-payment.ts";

/** `amountMinor` of the base; undefined: everything that is left. */
export interface RefundInput {
  readonly externalRefundId?: string;
  readonly amount?: number | undefined;
  readonly reason?: RefundReason | undefined;
  readonly note?: string | undefined;
  /** Reverses an erroneous ACH debit instead of refunding it. Only staff decide that. */
  readonly achError?: AchError | undefined;
  /** The payment to refund. Default: the first with something left. */
  readonly paymentId?: string | undefined;
}

export interface RefundRequester {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly requestedBy: AuditActor;
  /** `approvedBy`: the second person who approved the whole batch. */
  readonly batch?: { readonly refundBatchId: string; readonly approvedBy: AuditActor | null };
}

/** Additional steps inside the refund's transaction. */
export interface RefundSteps {
  /** Checks the locked payment, and throws to refuse. `amountMinor`: the refunded part of the base. */
  check?(payment: LockedPayment, amountMinor: number, currency: string): void;
  alsoWrite?(tx: Tx, refund: Refund): Promise<void>;
}

/**
 * Requests and stores a refund; the job sends it, after an approval if the operator wants one (approve-refund.ts).
 * Writes nothing if it throws: 404 for another operator's intent; 400 `payment_not_refundable`,
 * `refund_exceeds_payment` (with `refundableAmount`), `partial_refund_not_supported`, `duplicate_external_refund_id`,
 * the amount's problems, and `invalid_value` for a note about an erased customer; 409 `payment_disputed`.
 */
export async function createRefund(
  deps: PaymentsDeps,
  { operatorId, paymentIntentId, requestedBy, batch }: RefundRequester,
  input: RefundInput,
  { check, alsoWrite }: RefundSteps = {},
): Promise<RefundRecord> {
  const intent = await deps.store.read(paymentIntentId);
  if (intent?.operatorId !== operatorId) throw new ApiError("resource_not_found");
  const { settings } = await deps.operators.get(operatorId);
  const depositReason = depositReasonOf(intent, input.reason);
  if (input.achError) await requireReversible(deps, intent, input.paymentId);
  const request: Request = { intent, input, requestedBy, batch, check, settings };
  await deps.keyring.load(operatorId);
  const refund = await inTransaction(deps.database, async (tx) => {
    // Customer first, in the order of an erasure.
    if (input.note !== undefined) await requireCustomer(tx, intent);
    const stored = depositReason
      ? await returnDeposit(deps, tx, request, depositReason)
      : await refundPayment(deps, tx, request);
    await alsoWrite?.(tx, showRefund(deps, stored));
    await audit(deps, tx, stored);
    return stored;
  });
  deps.webhooks.wake();
  deps.refunds.wake();
  return refund;
}

interface Request extends Pick<RefundRequester, "requestedBy"> {
  readonly batch: RefundRequester["batch"];
  readonly intent: IntentRecord;
  readonly input: RefundInput;
  readonly check: RefundSteps["check"] | undefined;
  readonly settings: OperatorSettings;
}

/** Refunds all of a payment, or a part. */
async function refundPayment(
  deps: PaymentsDeps,
  tx: Tx,
  { intent, input, requestedBy, batch, check, settings }: Request,
): Promise<RefundRecord> {
  const { operatorId, paymentIntentId, currency } = intent;
  const approvedBy = batch?.approvedBy ?? null;
  const amountMinor = amountOf(input.amount, currency);
  const attempt = requireRefundable(deps, intent, input.paymentId);
  const key = { operatorId, paymentIntentId, paymentId: attempt.paymentId };
  const transferOf = deps.methods.find(attempt.type)?.refunds?.transferOf;
  if (transferOf) await requireDestinationOwner(tx, intent);
  const payment = await lockPayment(deps, tx, key);
  await refuseDuplicate(tx, operatorId, input.externalRefundId);
  if (!payment) throw new ApiError("payment_not_refundable");
  if (payment.isDisputed) throw new ApiError("payment_disputed");
  const { paid, returned, lostBaseMinor } = payment;
  const left = Math.max(0, paid.baseMinor - returned.baseMinor - lostBaseMinor);
  const wanted = amountMinor ?? left;
  if (wanted > left || left === 0) throw exceeds(left, currency);
  check?.(payment, wanted, currency);
  const isWhole = wanted === paid.baseMinor && returned.baseMinor === 0 && lostBaseMinor === 0;
  if (input.achError && !isWhole) throw notReversible();
  if (!isWhole && deps.methods.find(attempt.type)?.refunds?.isFullRefundOnly?.(attempt)) {
    throw new ApiError("partial_refund_not_supported");
  }
  const part = totalOfParts(refundParts(paid, returned, wanted));
  const share = { operatorId, part, whole: totalOfParts(paid) };
  return insertRefund(deps, tx, payment, {
    ...key,
    ...idsOf(deps, operatorId, input),
    externalCustomerId: intent.externalCustomerId,
    currency,
    reason: input.reason ?? null,
    requestedBy,
    processor: attempt.processor,
    approval: approvedBy ? "given" : approvalOf(settings, currency, returned.baseMinor + wanted),
    decidedBy: approvedBy,
    refundBatchId: batch?.refundBatchId ?? null,
    amountMinor: wanted,
    achError: input.achError ?? null,
    transfer: transferOf ? await transferOf(tx, attempt, share) : null,
  });
}

/**
 * A reversal takes back a whole ACH debit, within five banking days of the settlement (Nacha Operating Rules, 2.9). The
 * order checks the day again.
 */
async function requireReversible(
  deps: PaymentsDeps,
  intent: IntentRecord,
  wantedId: string | undefined,
): Promise<void> {
  const { type, paymentId } = requireRefundable(deps, intent, wantedId);
  const isOpen =
    type === "bank" && (await deps.ach.reversibleUntil(intent.operatorId, paymentId)) !== null;
  if (!isOpen) throw notReversible();
}

function notReversible(): ApiError {
  const text =
    "Only a whole ACH debit can be reversed, within five banking days. Refund it instead.";
  return fieldRefusal("invalid_value", "achError", text);
}

/** Returns what a crypto payment received and did not use. */
async function returnDeposit(
  deps: PaymentsDeps,
  tx: Tx,
  { intent, input, requestedBy, settings }: Request,
  reason: DepositReason,
): Promise<RefundRecord> {
  const { operatorId, paymentIntentId, externalCustomerId, currency } = intent;
  if (input.amount !== undefined) {
    const text = "This reason returns all that arrived, in its asset. Leave `amount` out.";
    throw fieldRefusal("invalid_value", "amount", text);
  }
  if (!deps.methods.find("crypto")?.refunds?.transferOf) {
    throw new ApiError("payment_not_refundable");
  }
  await requireDestinationOwner(tx, intent);
  const { attempt, payment, arrived } = await lockReturnable(deps, tx, intent, reason);
  await refuseDuplicate(tx, operatorId, input.externalRefundId);
  const units = arrived.units.toString();
  const noParts = { baseMinor: 0, feesMinor: 0, taxMinor: 0 };
  return storeNewRefund(deps, tx, payment, noParts, {
    operatorId,
    paymentIntentId,
    paymentId: attempt.paymentId,
    ...idsOf(deps, operatorId, input),
    externalCustomerId,
    currency,
    reason,
    requestedBy,
    processor: arrived.network,
    // The refund has no value in money, so it needs a second person where large refunds do.
    approval: settings.refundApprovalAboveMinor === null ? null : "needed",
    transfer: newTransfer(deps, { type: "crypto", ...arrived, units, maxUnits: units }),
  });
}

/** Refuses if the customer is erased: no later erasure would remove the destination that they name. */
async function requireDestinationOwner(
  tx: Tx,
  { operatorId, externalCustomerId }: IntentRecord,
): Promise<void> {
  if (await lockExistingCustomer(tx, operatorId, externalCustomerId)) return;
  throw new ApiError("payment_not_refundable", {
    message: "The customer is erased, so they cannot say where the money goes.",
  });
}

/** Refuses a note about an erased customer: no later erasure would remove it. */
async function requireCustomer(
  tx: Tx,
  { operatorId, externalCustomerId }: IntentRecord,
): Promise<void> {
  if (await lockExistingCustomer(tx, operatorId, externalCustomerId)) return;
  throw fieldRefusal("invalid_value", "note", "The customer is erased. Refund without a note.");
}

/** Checked before the amount: a repeat of a full refund is a duplicate, not too large. */
async function refuseDuplicate(
  tx: Tx,
  operatorId: string,
  externalRefundId: string | undefined,
): Promise<void> {
  if (externalRefundId === undefined) return;
  const found = await tx
    .selectFrom("refunds")
    .select("refund_id")
    .where("operator_id", "=", operatorId)
    .where("external_refund_id", "=", externalRefundId)
    .executeTakeFirst();
  if (found) throw new ApiError("duplicate_external_refund_id");
}

/** Payments with a method that can return money; those with something left first. */
export function findRefundables(
  { methods }: Pick<PaymentsDeps, "methods">,
  intent: IntentRecord,
): AttemptRecord[] {
  return successesOf(intent).filter((attempt) =>
    methods.find(attempt.type)?.refunds?.isRefundable(attempt),
  );
}

function requireRefundable(
  deps: PaymentsDeps,
  intent: IntentRecord,
  paymentId: string | undefined,
): AttemptRecord {
  const isWanted = (attempt: AttemptRecord) =>
    paymentId === undefined || attempt.paymentId === paymentId;
  const found = findRefundables(deps, intent).find(isWanted);
  if (found) return found;
  const paid = successesOf(intent).find(isWanted);
  if (!paid) throw new ApiError("payment_not_refundable");
  throw new ApiError("payment_not_refundable", {
    message: `Payments of type ${paid.type} cannot be refunded through this service yet.`,
  });
}

/**
 * The successful attempts, those with something left to refund first. There are several if staff found out that the
 * customer was charged twice (../outcomes).
 */
export function successesOf({ attempts }: Pick<IntentRecord, "attempts">): AttemptRecord[] {
  const isDone = ({ price, returned, disputed }: AttemptRecord) =>
    returned.baseMinor + disputed.lostBaseMinor >= price.baseMinor;
  return attempts
    .filter(({ step }) => step === "success")
    .sort((one, other) => Number(isDone(one)) - Number(isDone(other)));
}

function amountOf(amount: number | undefined, currency: string): number | undefined {
  if (amount === undefined) return undefined;
  const parsed = parseAmount(amount, currency);
  if (!parsed.ok) throw fieldRefusal(parsed.problem, "amount");
  return parsed.amountMinor;
}

function exceeds(leftMinor: number, currency: string): ApiError {
  const left = toDecimalText(leftMinor, currency);
  return new ApiError("refund_exceeds_payment", {
    message:
      leftMinor === 0
        ? "Nothing is left to refund of this payment."
        : `The refund is larger than what is left of the payment: ${left} ${currency}.`,
    extra: { refundableAmount: Number(left) },
  });
}

/** Staff give a refund no id, so it carries ours. */
function idsOf(
  deps: PaymentsDeps,
  operatorId: string,
  { externalRefundId, note }: RefundInput,
): Pick<RefundRecord, "refundId" | "externalRefundId" | "noteSealed"> {
  const refundId = newId(deps, "refund");
  const place = notePlace({ operatorId, refundId });
  return {
    refundId,
    externalRefundId: externalRefundId ?? refundId,
    noteSealed: note === undefined ? null : deps.keyring.encryptField(place, note),
  };
}

/** Last in the transaction, because an operator's audit entries wait for each other. */
function audit(deps: PaymentsDeps, tx: Tx, refund: RefundRecord): Promise<void> {
  const { operatorId, refundId, paymentId, parts, currency, requestedBy, transfer, approval } =
    refund;
  const { achError, refundBatchId } = refund;
  const sum = isDepositReturn(refund)
    ? { asset: transfer?.asset ?? null, baseUnits: transfer?.units ?? null }
    : { amountMinor: parts.baseMinor, currency };
  return appendAudit(deps, tx, operatorId, {
    actor: requestedBy,
    action: "refund.requested",
    subject: { type: "refund", id: refundId },
    details: {
      paymentId,
      ...sum,
      needsApproval: approval === "needed",
      ...(achError === null ? {} : { achError }),
      ...(refundBatchId === null ? {} : { refundBatchId }),
    },
  });
}
