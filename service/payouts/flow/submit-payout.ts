import type { ChooseDisbursementMethod, ClientDisbursement } from "#contract/client/disbursements";
import type { Requirement } from "#contract/client/session";
import { parseAmount } from "#contract/money";
import { lockCustomer } from "../../customers/profile/index.ts";
import { requirementsOf } from "../../customers/requirements/index.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { dateIn } from "../../platform/date-in.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../platform/http/idempotency.ts";
import { newId } from "../../platform/randomness.ts";
import { heldPayerOf } from "../../providers/payout/index.ts";
import { holdSharedAccount, sharedAccountOf } from "../../rails/bank-login/index.ts";
import { captureLinkFor } from "../../tax/w9/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import {
  type CheckedMethod,
  checkMethod,
  methodOfSharedAccount,
  requireUsable,
} from "../methods/check-method.ts";
import { canSave, saveMethod, useSavedMethod } from "../methods/saved-methods.ts";
import {
  assessPayout,
  contextOf,
  isW9Missing,
  type PayoutAssessment,
} from "../payout-assessment.ts";
import { chooseMethod } from "../payout-changes.ts";
import { amountsOf, presentClientDisbursement } from "../present.ts";
import type { DisbursementRecord, PayoutRecord } from "../records.ts";
import { lockPayout } from "../store/payout-store.ts";
import { payoutPlace } from "../store/rows.ts";
import { arrivalOf, requireRail } from "./rails.ts";
import { bringUpToDate } from "./refresh-payout.ts";
import { requestOtherW9s } from "./request-w9.ts";
import { writeChange } from "./store-payout.ts";

export interface Submission {
  readonly payout: PayoutRecord;
  readonly body: ChooseDisbursementMethod;
  readonly ipAddress: string | null;
  readonly claim: ResponseClaim;
}

/**
 * Creates the record that waits for approval. Locks the customer, so that requirements and the year's total are exact.
 *
 * Throws the method's problems by field, `payout_method_type_not_enabled`, `payout_method_not_found`,
 * `bank_login_not_confirmed`, `location_not_allowed`, `location_unknown`, `requirements_unmet`, `amount_changed`,
 * `disbursement_already_submitted`, `disbursement_intent_expired`.
 */
export async function submitPayout(
  deps: DisbursementsDeps,
  { payout: grant, body, ipAddress, claim }: Submission,
): Promise<ApiResponse<ClientDisbursement>> {
  const { operatorId, externalCustomerId, disbursementIntentId } = grant;
  // Before the fields: a customer who is too late has nothing to correct.
  requireInTime(grant, deps.clock.nowMs());
  const typed = body.type === "saved" ? null : await givenMethod(deps, grant, body);
  const { settings } = await deps.operators.get(operatorId);
  await deps.locations.requireAllowed(operatorId, ipAddress);
  const list = await deps.sanctions.readList();

  const outcome = await inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (!customer) throw new ApiError("resource_not_found");
    const locked = await lockPayout(deps, tx, disbursementIntentId);
    if (locked.record) throw new ApiError("disbursement_already_submitted");
    const assessment = await assessPayout(deps, tx, locked, customer, settings);
    requireInTime(locked, deps.clock.nowMs());
    if (body.type === "pay_by_bank") {
      const isShared = await holdSharedAccount(tx, ownerOf(locked), body.bankLoginId);
      if (!isShared) throw fieldRefusal("bank_login_not_confirmed", "bankLoginId");
    }
    const { withheldMinor } = assessment;
    const net = { ...locked, amountMinor: locked.amountMinor - withheldMinor };
    const railTo = async (type: string, consentId: string | null) =>
      requireRail(deps, settings, type, net, await heldPayerOf(tx, operatorId, consentId));
    // Before the requirements: a customer should not meet them for a method that cannot pay.
    if (typed) await railTo(typed.destination.type, typed.consentId ?? null);
    const payout = await bringUpToDate(deps, tx, locked, assessment);
    const requirements = await requirementsFor(deps, tx, payout, assessment);
    // No throw: the transaction must commit the W-9 link.
    if (requirements.some(({ blocks }) => blocks === "submission")) return { requirements };
    requireShownAmount(body.netAmount, payout, withheldMinor);

    const method = typed ?? (await savedMethod(deps, tx, payout, body));
    const nowMs = deps.clock.nowMs();
    const record: DisbursementRecord = {
      disbursementId: newId(deps, "disbursement"),
      type: method.destination.type,
      withheldMinor,
      shown: method.shown,
      damagedShown: null,
      destinationSealed: deps.keyring.encryptField(
        payoutPlace(payout, "destination_sealed"),
        JSON.stringify(method.destination),
      ),
      messages: [],
      provider: null,
      payoutId: null,
      submittedAtMs: nowMs,
      decidedAtMs: null,
      decidedBy: null,
      decidedKeyId: null,
      paidAtMs: null,
      taxDate: dateIn(settings.timeZone, nowMs),
      nextCheckAtMs: null,
      checks: 0,
      sentAtMs: null,
      arrivedLate: false,
      arrivedAgain: false,
      consentId: method.consentId ?? null,
    };
    const arrival = arrivalOf(await railTo(record.type, record.consentId), record.type);
    const change = chooseMethod(payout, record, nowMs);
    if (!change) throw new ApiError("conflicting_state");
    const written = await writeChange(deps, tx, change, { actor: "customer" });
    // Only opens reviews. The customer does not learn about them.
    await deps.sanctions.check(tx, { operatorId, customer }, list);
    await requestOtherW9s(deps, tx, payout, assessment);
    const isSaved = typed && body.type !== "saved" && body.save && canSave(typed);
    if (isSaved) await saveMethod(deps, tx, payout, typed);
    const response = { statusCode: 201, body: presentClientDisbursement(written, arrival) };
    await claim.store(tx, response);
    return { response };
  });
  deps.webhooks.wake();
  if (!outcome.response) {
    throw new ApiError("requirements_unmet", { extra: { requirements: outcome.requirements } });
  }
  return outcome.response;
}

/**
 * Refuses a payout that no longer waits for the customer's choice: `disbursement_already_submitted` or
 * `disbursement_intent_expired`.
 */
export function requireOpenChoice(payout: PayoutRecord, nowMs: number): void {
  if (payout.record) throw new ApiError("disbursement_already_submitted");
  requireInTime(payout, nowMs);
}

/** Refuses an expired intent, even if `expired` is not stored yet. */
function requireInTime({ step, record, expiresAtMs }: PayoutRecord, nowMs: number): void {
  const isExpired = step === "expired" || (record === null && nowMs >= expiresAtMs);
  if (isExpired) throw new ApiError("disbursement_intent_expired");
}

/** The method that the customer typed, or that their bank shared. */
async function givenMethod(
  deps: DisbursementsDeps,
  payout: PayoutRecord,
  body: Exclude<ChooseDisbursementMethod, { type: "saved" }>,
): Promise<CheckedMethod> {
  if (body.type !== "pay_by_bank") return checkMethod(body, deps.clock.nowMs());
  const { kysely } = deps.database;
  const shared = await sharedAccountOf(deps, kysely, ownerOf(payout), body.bankLoginId);
  if (!shared) throw fieldRefusal("bank_login_not_confirmed", "bankLoginId");
  return methodOfSharedAccount(shared);
}

/** The owner of a payout's bank logins. */
function ownerOf({ operatorId, disbursementIntentId }: PayoutRecord) {
  return { operatorId, subject: disbursementIntentId };
}

async function requirementsFor(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  assessment: PayoutAssessment,
): Promise<Requirement[]> {
  const { customer, settings } = assessment;
  const context = { purpose: "disbursement" as const, settings, customer };
  const link = isW9Missing(assessment)
    ? await captureLinkFor(deps, tx, payout, { intentLiveUntil: new Date(payout.expiresAtMs) })
    : null;
  return requirementsOf({
    ...context,
    payout: contextOf(assessment, link?.w9CaptureUrl ?? null),
  });
}

/** Throws 409 `amount_changed` with the current amounts. */
function requireShownAmount(netAmount: number, payout: PayoutRecord, withheldMinor: number): void {
  const shown = parseAmount(netAmount, payout.currency);
  if (shown.ok && shown.amountMinor === payout.amountMinor - withheldMinor) return;
  const amounts = amountsOf(payout.amountMinor, withheldMinor, payout.currency);
  throw new ApiError("amount_changed", { extra: { amounts } });
}

async function savedMethod(
  deps: DisbursementsDeps,
  tx: Tx,
  payout: PayoutRecord,
  body: ChooseDisbursementMethod,
): Promise<Omit<CheckedMethod, "identity">> {
  const id = body.type === "saved" ? body.savedPayoutMethodId : "";
  const found = await useSavedMethod(deps, tx, payout, id);
  if (!found) throw fieldRefusal("payout_method_not_found", "savedPayoutMethodId");
  requireUsable(found.destination, deps.clock.nowMs());
  return found;
}
