/*
 * A bank's inquiry about an ACH debit: the receiving bank (RDFI) asks the operator's bank for a copy of the
 * authorization, by letter or message. So people open inquiries by hand.
 *
 * Guarantees: an inquiry moves no money, does not block refunds and is not sent to a processor. A debit has at most one
 * open inquiry (`disputes_one_open_inquiry`). The deadline is the bank's, never a computed one.
 */
import type { Dispute, OpenInquiry } from "#contract/api/disputes";
import { findDisputeCode } from "#contract/dispute-codes";
import { totalOfParts } from "#contract/refund-parts";
import { lockExistingCustomer } from "../../../customers/profile/index.ts";
import { requireActorStillAllowed } from "../../../operators/accounts/index.ts";
import { appendAudit } from "../../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../../platform/http/api-error.ts";
import { newId } from "../../../platform/randomness.ts";
import { achRailName } from "../../methods/bank/bank-attempt.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { attemptOf } from "../../records.ts";
import type { DisputeChange } from "../act-on-dispute.ts";
import { insertDispute } from "../dispute-store.ts";
import { newDispute } from "../new-dispute.ts";
import { presentDispute } from "../present-dispute.ts";
import type { DisputeRecord } from "../records.ts";
import { insertInquiry } from "./inquiry-store.ts";

/** A later deadline is a typing error, and the reminder would come too late. */
const longestDeadlineMs = 366 * 24 * 60 * 60_000;

/** The debit reached the bank. Banks do not ask about others. */
const sentStatuses: readonly string[] = ["filed", "settled", "returned"];

/**
 * Opens an inquiry with its event and audit entry. Throws 404; 400 `invalid_value` for a past deadline, one over a year
 * ahead, or a note about an erased customer; 409 `inquiry_not_possible` and `inquiry_open`; and what
 * {@link requireActorStillAllowed} throws.
 */
export async function openInquiryOf(
  deps: PaymentsDeps,
  { operatorId, paymentId }: { readonly operatorId: string; readonly paymentId: string },
  body: OpenInquiry,
  { actor, alsoWrite }: Pick<DisputeChange, "actor" | "alsoWrite">,
): Promise<Dispute> {
  const nowMs = deps.clock.nowMs();
  const dispute = await newInquiry(deps, { operatorId, paymentId }, body, nowMs);
  await deps.keyring.load(operatorId);
  const note = body.note ?? null;
  const shown = await inTransaction(deps.database, async (tx) => {
    if (note !== null) await requireCustomer(tx, dispute);
    await requireActorStillAllowed(tx, operatorId, actor, "disputes.answer");
    if (!(await insertDispute(deps, tx, dispute))) throw new ApiError("inquiry_open");
    await insertInquiry(deps, tx, dispute, { openedBy: actor, note });
    const opened = presentDispute(deps, dispute, []);
    await alsoWrite?.(tx, opened);
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "dispute.inquiry_opened",
      subject: { type: "dispute", id: dispute.disputeId },
      details: { paymentId, reason: dispute.reasonCode },
    });
    return opened;
  });
  deps.webhooks.wake();
  return shown;
}

/** Refuses a note about an erased customer: no later erasure would remove it. Locks the customer first. */
export async function requireCustomer(
  tx: Tx,
  { operatorId, externalCustomerId }: Pick<DisputeRecord, "operatorId" | "externalCustomerId">,
): Promise<void> {
  if (await lockExistingCustomer(tx, operatorId, externalCustomerId)) return;
  const message = "The customer is erased. Leave the note out.";
  throw fieldRefusal("invalid_value", "note", message);
}

async function newInquiry(
  deps: PaymentsDeps,
  { operatorId, paymentId }: { readonly operatorId: string; readonly paymentId: string },
  { reason, respondBy = null, bankReference }: OpenInquiry,
  nowMs: number,
): Promise<DisputeRecord> {
  const found = await deps.store.findByPayment(paymentId);
  const intent = found && (await deps.store.read(found.paymentIntentId));
  const attempt = intent && attemptOf(intent, paymentId);
  if (!attempt || intent.operatorId !== operatorId) throw new ApiError("resource_not_found");
  const entry = attempt.type === "bank" ? await deps.ach.find(operatorId, paymentId) : undefined;
  if (!entry || !sentStatuses.includes(entry.status)) throw new ApiError("inquiry_not_possible");
  const respondByMs = respondBy === null ? null : Date.parse(respondBy);
  if (respondByMs !== null && (respondByMs <= nowMs || respondByMs > nowMs + longestDeadlineMs)) {
    const message = "The deadline must be in the future, at most a year ahead.";
    throw fieldRefusal("invalid_value", "respondBy", message);
  }
  const { paymentIntentId, externalCustomerId, currency } = intent;
  const { returned, price } = attempt;
  const disputeId = newId(deps, "dispute");
  return newDispute(deps, {
    operatorId,
    disputeId,
    paymentIntentId,
    paymentId,
    externalCustomerId,
    processor: achRailName,
    // Banks have no unique id of an inquiry.
    providerDisputeId: disputeId,
    network: "ach",
    reasonCode: reason,
    category: findDisputeCode("ach", reason)?.category ?? "other",
    stage: "inquiry",
    status: "needs-response",
    outcome: null,
    amountMinor: price.totalMinor,
    currency,
    respondByMs,
    defendable: true,
    refundedBeforeMinor: totalOfParts(returned),
    bankReference: bankReference ?? null,
  });
}
