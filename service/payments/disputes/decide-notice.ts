/*
 * What staff decide about a notice that the service could not apply.
 *
 * `match` names the payment for this and later notices about the same charge. `dismiss` ends the notice without an
 * effect. `retry` tries a refused or dismissed notice again. A decision, its reason and its audit entry are one
 * transaction. Another transaction applies the notice, like every notice, so a match opens a dispute exactly once.
 */
import { type ProcessorNotice, processorNotice } from "#contract/connectors/processor";
import { requireStaffStillAllowed } from "../../operators/accounts/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import { findAppliedMark } from "../outcomes/mark-store.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { isAboutChargeOf, isVisibleTo } from "./notice-owner.ts";
import { followNotice } from "./notices.ts";
import type { ProcessorNoticeRow } from "./tables.ts";

export interface NoticeDecision {
  readonly operatorId: string;
  readonly staffId: string;
  readonly processor: string;
  readonly eventId: string;
  readonly action: "match" | "dismiss" | "retry";
  /** Set for `match` only. */
  readonly paymentId: string | null;
  readonly reason: string;
}

export function noticeNotePlace(operatorId: string, processor: string, eventId: string) {
  const id = `${processor}:${eventId}`;
  return { operatorId, table: "processor_notices", column: "note_sealed", id };
}

const statesFor: Readonly<Record<NoticeDecision["action"], readonly string[]>> = {
  match: ["waiting", "refused"],
  dismiss: ["waiting", "refused"],
  retry: ["refused", "dismissed"],
};

/**
 * Records the decision and applies the notice if possible. Resolves to the notice's state. Throws 404 for another
 * operator's notice or an unknown payment, 409 `conflicting_state` if the state does not allow the action, 400
 * `invalid_value` if the notice cannot be about the payment, and what {@link requireStaffStillAllowed} throws.
 */
export async function decideNotice(
  deps: PaymentsDeps,
  decision: NoticeDecision,
): Promise<ProcessorNoticeRow["state"]> {
  const { operatorId, staffId, processor, eventId, action, reason } = decision;
  await deps.keyring.load(operatorId);
  const now = new Date(deps.clock.nowMs());
  const notice = await inTransaction(deps.database, async (tx) => {
    const row = await tx
      .selectFrom("processor_notices as n")
      .selectAll("n")
      .where("n.processor", "=", processor)
      .where("n.event_id", "=", eventId)
      .where(isVisibleTo(operatorId))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new ApiError("resource_not_found");
    await requireStaffStillAllowed(tx, operatorId, staffId, "reconciliation.work");
    if (!statesFor[action].includes(row.state)) throw new ApiError("conflicting_state");
    const notice = processorNotice.parse(row.body);
    const matched = action === "match" ? await matchOf(tx, decision, notice) : null;
    const staff = { kind: "staff", staffId } as const;
    const place = noticeNotePlace(operatorId, processor, eventId);
    await tx
      .updateTable("processor_notices")
      .set({
        operator_id: operatorId,
        // A retry tries the payment that staff named before.
        ...(action !== "retry" && { matched_payment_id: matched }),
        note_sealed: deps.keyring.encryptField(place, reason),
        decided_by: JSON.stringify(staff),
        decided_at: now,
        ...(action === "dismiss"
          ? { state: "dismissed" as const, next_try_at: null }
          : { state: "waiting" as const, next_try_at: now, tries: 0 }),
      })
      .where("processor", "=", processor)
      .where("event_id", "=", eventId)
      .execute();
    await appendAudit(deps, tx, operatorId, {
      actor: staff,
      action: `processor_notice.${pastOf[action]}`,
      subject: { type: "processor_notice", id: eventId },
      details: {
        processor,
        type: notice.type,
        amountMinor: notice.amountMinor,
        currency: notice.currency,
        ...(matched === null ? {} : { paymentId: matched }),
      },
    });
    return notice;
  });
  if (action !== "dismiss") await followNotice(deps, processor, eventId);
  if (action === "match") await wakeOthers(deps, processor, notice);
  const { state } = await deps.database.kysely
    .selectFrom("processor_notices")
    .select("state")
    .where("processor", "=", processor)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return state;
}

const pastOf: Readonly<Record<NoticeDecision["action"], string>> = {
  match: "matched",
  dismiss: "dismissed",
  retry: "retried",
};

/**
 * The payment's id, if it has the notice's processor and currency, and no other known charge. A processor that names
 * card digits has guessed the charge: then the same card is enough.
 */
async function matchOf(
  tx: Tx,
  { operatorId, processor, paymentId }: NoticeDecision,
  notice: ProcessorNotice,
): Promise<string> {
  if (paymentId === null) throw fieldRefusal("required", "paymentId");
  const payment = await tx
    .selectFrom("payments as p")
    .innerJoin("payment_intents as i", (join) =>
      join
        .onRef("i.operator_id", "=", "p.operator_id")
        .onRef("i.payment_intent_id", "=", "p.payment_intent_id"),
    )
    .select(["p.payment_id", "p.processor", "p.charge_id", "p.payment_method", "i.currency"])
    .where("p.operator_id", "=", operatorId)
    .where("i.operator_id", "=", operatorId)
    .where("p.payment_id", "=", paymentId)
    .executeTakeFirst();
  if (!payment) throw new ApiError("resource_not_found");
  if (payment.currency !== notice.currency || payment.processor !== processor) {
    throw fieldRefusal("invalid_value", "paymentId");
  }
  const last4 = notice.type === "dispute" ? notice.cardLast4 : undefined;
  if (last4 !== undefined) {
    if (payment.payment_method?.["last4"] === last4) return payment.payment_id;
    throw fieldRefusal("invalid_value", "paymentId");
  }
  if (payment.charge_id !== null && payment.charge_id !== notice.chargeId) {
    // Staff can mistype the charge; only the processor confirms it.
    const mark = await findAppliedMark(tx, operatorId, paymentId);
    const isOnlyEntered = mark?.outcome === "success" && mark.confirmedAtMs === null;
    if (!isOnlyEntered) throw fieldRefusal("invalid_value", "paymentId");
  }
  return payment.payment_id;
}

async function wakeOthers(
  { database, clock, disputes }: PaymentsDeps,
  processor: string,
  notice: ProcessorNotice,
): Promise<void> {
  await database.kysely
    .updateTable("processor_notices")
    .set({ next_try_at: new Date(clock.nowMs()) })
    .where("processor", "=", processor)
    .where("state", "=", "waiting")
    .where(isAboutChargeOf(notice))
    .execute();
  disputes.wake();
}
