import type { DisbursementIntent } from "#contract/api/disbursements";
import type { AmountLimit } from "#contract/console/payouts";
import {
  hasVerificationForPayouts,
  isVerifiedForPayouts,
  lockCustomer,
  openListedProfile,
  openProfile,
} from "../../customers/profile/index.ts";
import type { OperatorSettings } from "../../operators/accounts/index.ts";
import {
  auditActorOf,
  countApproval,
  decidedByOf,
  requireOtherApprover,
  requireStillAllowed,
} from "../../operators/approvals/index.ts";
import { appendAudit } from "../../operators/audit/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { dateIn } from "../../platform/date-in.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { payerOf } from "../../providers/payout/index.ts";
import type { ApprovalGates, DisbursementDecision, DisbursementKey } from "../console-types.ts";
import { type DisbursementsDeps, sendLeaseMs } from "../disbursements-deps.ts";
import { assessPayout, type PayoutAssessment } from "../payout-assessment.ts";
import { movePayout } from "../payout-changes.ts";
import { presentIntent } from "../present.ts";
import { netMinorOf, type PayoutRecord, recordOf } from "../records.ts";
import { lockPayout, requirePayout } from "../store/payout-store.ts";
import { openDestination } from "../store/rows.ts";
import { holdError } from "./payout-hold.ts";
import { amountLimitFor, railFor } from "./rails.ts";
import { bringUpToDate } from "./refresh-payout.ts";
import { writeChange } from "./store-payout.ts";

/** Writes in the decision's transaction, such as an idempotency row or an audit entry. */
export type AlsoDecided = (tx: Tx, intent: DisbursementIntent) => Promise<void>;

/**
 * Approves or rejects a waiting payout. Locks the customer and the payout, so that only one of two concurrent decisions
 * succeeds. The service sends an approved payout at once.
 *
 * Throws 404; 409 `disbursement_changed` when `version` is out of date or the W-9 has changed the withholding since
 * (the new amount is stored, and the approver must look again); 409 `conflicting_state` when the payout does not wait
 * for a decision, and for an approval `payout_method_unreadable`; 400 `w9_not_completed`, `kyc_not_verified`,
 * `payout_amount_not_payable`, `payout_on_hold`; 403 `dual_control_required`, `approval_limit_exceeded`; 503
 * `payout_processor_unavailable`. Nothing else changes then.
 */
export async function decidePayout(
  deps: DisbursementsDeps,
  key: DisbursementKey,
  decision: DisbursementDecision,
  alsoWrite: AlsoDecided = async () => {},
): Promise<DisbursementIntent> {
  const found = await requirePayout(deps, key.operatorId, key.disbursementIntentId);
  const { settings } = await deps.operators.get(key.operatorId);
  const isApproval = decision.decision === "approve";
  const list = await deps.sanctions.readList();

  const result = await inTransaction(deps.database, async (tx) => {
    const { operatorId, externalCustomerId } = found;
    // A rejection needs no data of the customer.
    const open = isApproval ? openProfile : openListedProfile;
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId, open);
    if (!customer) throw new ApiError("resource_not_found");
    const locked = await lockPayout(deps, tx, key.disbursementIntentId);
    if (decision.version !== undefined && decision.version !== locked.version) {
      throw new ApiError("disbursement_changed");
    }
    if (locked.step !== "awaiting_approval") throw new ApiError("conflicting_state");
    const assessment = await assessPayout(deps, tx, locked, customer, settings);
    const payout = await bringUpToDate(deps, tx, locked, assessment);
    // The approver saw another amount: store it, and make them look again.
    if (isApproval && payout !== locked && decision.version !== undefined) return null;
    if (isApproval) {
      await requireStillAllowed(deps, tx, operatorId, decision.decider, "payouts.decide");
      requireGates(gatesOf(deps, payout, assessment));
      requireReadableMethod(deps, payout);
      const hold = await deps.sanctions.check(tx, { operatorId, customer }, list);
      // Commits, because the review must exist.
      if (hold) return { hold };
      if (settings.dualControl) await requireOtherApprover(tx, payout, decision.decider);
      const day = dateIn(settings.timeZone, deps.clock.nowMs());
      await countApproval(tx, payout, decision.decider, day);
    }
    const decided = await writeDecision(deps, tx, payout, decision, settings);
    const shown = presentIntent(decided);
    await alsoWrite(tx, shown);
    await auditDecision(deps, tx, decided, decision);
    return { shown, provider: recordOf(decided).provider };
  });
  deps.webhooks.wake();
  if (!result) throw new ApiError("disbursement_changed");
  if ("hold" in result) throw holdError(result.hold);
  const { shown, provider } = result;
  const { disbursementIntentId } = shown;
  if (isApproval) void deps.outgoing.send({ disbursementIntentId, provider });
  return shown;
}

async function writeDecision(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  { decision, decider, reason }: DisbursementDecision,
  settings: OperatorSettings,
): Promise<PayoutRecord> {
  const nowMs = deps.clock.nowMs();
  const actor = decidedByOf(decider);
  const decidedKeyId = decider.kind === "key" ? decider.keyId : null;
  const decided = { decidedAtMs: nowMs, decidedBy: actor, decidedKeyId };
  const by = { actor, reason };
  if (decision === "reject") {
    const change = movePayout(payout, "rejected", nowMs, decided);
    if (!change) throw new ApiError("conflicting_state");
    return writeChange(deps, tx, change, by);
  }
  // The settings can have changed since the customer chose.
  const { type, consentId } = recordOf(payout);
  const payer = await payerOf(tx, payout.operatorId, consentId);
  const net = { amountMinor: netMinorOf(payout), currency: payout.currency };
  const provider = railFor(deps, settings, type, net, payer);
  if (!provider) throw unsendable(amountLimitFor(deps, settings, [type], net, payer));
  const change = movePayout(payout, "approved", nowMs, {
    ...decided,
    provider: provider.name,
    taxDate: dateIn(settings.timeZone, nowMs),
    // The recovery job takes over after this time.
    nextCheckAtMs: nowMs + sendLeaseMs(deps.times),
  });
  if (!change) throw new ApiError("conflicting_state");
  return writeChange(deps, tx, change, by);
}

/** Last in the transaction, because an operator's audit entries wait for each other. */
function auditDecision(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  { decision, decider }: DisbursementDecision,
): Promise<void> {
  const { operatorId, disbursementIntentId: id, version, amountMinor, currency } = payout;
  const { withheldMinor } = recordOf(payout);
  return appendAudit(deps, tx, operatorId, {
    actor: auditActorOf(decider),
    action: decision === "approve" ? "disbursement.approved" : "disbursement.rejected",
    subject: { type: "disbursement_intent", id },
    details: { version, amountMinor, withheldMinor, currency },
  });
}

/** The state of everything that an approval requires (docs/payouts/approvals.md). */
export function gatesOf(
  deps: Pick<DisbursementsDeps, "rails">,
  { amountMinor, currency, record }: PayoutRecord,
  assessment: PayoutAssessment,
): ApprovalGates {
  const { customer, settings, needsW9, w9, sanctions, ...year } = assessment;
  const types = record ? [record.type] : settings.paymentMethodTypes;
  const withheldMinor = record?.withheldMinor ?? assessment.withheldMinor;
  const net = { amountMinor: amountMinor - withheldMinor, currency };
  const payer = record?.consentId === null ? null : deps.rails.loginPayer;
  const reachesThreshold =
    year.yearToDateMinor !== null && year.yearToDateMinor >= year.thresholdMinor;
  const isVerified = settings.verifyOnFirstDisbursement
    ? isVerifiedForPayouts(customer)
    : hasVerificationForPayouts(customer);
  const needsKyc = settings.verifyOnFirstDisbursement || reachesThreshold;
  return {
    w9: needsW9 ? (w9.status === "completed" ? "met" : "not_completed") : "not_required",
    kyc: needsKyc ? (isVerified ? "met" : "not_verified") : "not_required",
    sanctions,
    notUsPerson: w9.notUsPerson,
    backupWithholding: w9.backupWithholding,
    amountLimit: amountLimitFor(deps, settings, types, net, payer),
  };
}

function requireGates(gates: ApprovalGates): void {
  if (gates.w9 === "not_completed") {
    throw new ApiError(
      "w9_not_completed",
      gates.notUsPerson
        ? { message: "The customer is not a US person, so there is no W-9 to complete." }
        : {},
    );
  }
  if (gates.kyc === "not_verified") throw new ApiError("kyc_not_verified");
}

function requireReadableMethod({ keyring }: DisbursementsDeps, payout: PayoutRecord): void {
  const destination = unlessBroken(() => openDestination(keyring, payout));
  if (destination && recordOf(payout).damagedShown === null) return;
  throw new ApiError("payout_method_unreadable");
}

/** Why no processor sends a payout: its amount, or none is available. */
function unsendable(limit: AmountLimit | null): ApiError {
  if (!limit) return new ApiError("payout_processor_unavailable");
  const { netAmount, currency, least, most } = limit;
  const limits = [
    ...(least === null ? [] : [`at least ${least}`]),
    ...(most === null ? [] : [`at most ${most}`]),
  ].join(" and ");
  return new ApiError("payout_amount_not_payable", {
    message: `After withholding, this payout is ${netAmount} ${currency}. Its processor sends ${limits}. Nothing was decided.`,
  });
}
