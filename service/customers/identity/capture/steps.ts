import type { GiveKycConsent, KycSession } from "#contract/client/kyc";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../../platform/http/idempotency.ts";
import { openOutcome } from "../../profile/index.ts";
import { requirementsOf } from "../../requirements/index.ts";
import { moveHandoff } from "../handoff/kyc-handoffs.ts";
import type { KycDeps } from "../kyc-deps.ts";
import { dropImages, listImages } from "../store/image-store.ts";
import { changeVerification, insertVerification } from "../store/verification-store.ts";
import type { KycVerificationRow } from "../tables.ts";
import { copyImages } from "./copy-images.ts";
import {
  deletionTime,
  type KycCaller,
  type KycStep,
  requireCapture,
  requireConsent,
  secretMark,
  takeStep,
} from "./customer-step.ts";
import { missingSides, retryRuleOf } from "./present-session.ts";

/** Reasons that concern the pictures, not the person. */
const unreadableReasons: readonly string[] = ["document_unreadable", "document_incomplete"];

/**
 * Stores document type and consent. Creates a verification if there is none. Another type drops the earlier pictures.
 */
export function giveConsent(
  deps: KycDeps,
  caller: KycCaller,
  body: GiveKycConsent,
  claim: ResponseClaim,
): Promise<ApiResponse<KycSession>> {
  const step = async (context: KycStep) => {
    const { tx, now } = context;
    const row = context.newest
      ? requireCapture(context.newest)
      : await insertVerification(deps, tx, caller, { origin: "self" });
    // A payment's pictures are deleted and no longer count as uploads of this verification.
    const dropped = row.payment_secret_used && caller.secret !== "payment" ? "deleted" : "replaced";
    if (row.document_type !== body.documentType) {
      await dropImages(tx, { kycVerificationId: row.kyc_verification_id }, dropped, now);
    }
    await changeVerification(deps, tx, row, {
      document_type: body.documentType,
      consented_at: now,
      delete_images_at: deletionTime(context),
      payment_secret_used: caller.secret === "payment",
    });
  };
  return takeStep(deps, caller, claim, step, { begins: true });
}

/**
 * Submits the capture. Throws `kyc_side_missing`, and `requirements_unmet` without name or date of birth. A second call
 * changes nothing.
 */
export async function submitCapture(
  deps: KycDeps,
  caller: KycCaller,
  claim: ResponseClaim,
): Promise<ApiResponse<KycSession>> {
  const response = await takeStep(deps, caller, claim, async (context) => {
    const { tx, now, customer, operator, newest } = context;
    if (newest && newest.submitted_at !== null) return;
    const row = requireConsent(newest);
    const requirements = requirementsOf({ purpose: "kyc", settings: operator.settings, customer });
    if (requirements.length > 0)
      throw new ApiError("requirements_unmet", { extra: { requirements } });
    const missing = missingSides(row, await listImages(tx, row.kyc_verification_id));
    if (missing.length > 0) throw new ApiError("kyc_side_missing", { extra: { sides: missing } });
    await changeVerification(deps, tx, row, {
      ...secretMark(caller, row),
      submitted_at: now,
      read_due_at: now,
      delete_images_at: null,
    });
  });
  deps.wakeReading();
  return response;
}

/** Starts a new verification and keeps usable pictures. Throws `kyc_retry_not_allowed` and `kyc_retry_limit`. */
export function retryCapture(
  deps: KycDeps,
  caller: KycCaller,
  claim: ResponseClaim,
): Promise<ApiResponse<KycSession>> {
  const step = async (context: KycStep) => {
    const { newest, now } = context;
    const rule = retryRuleOf(deps, context);
    if (!newest || !rule.allowed) throw new ApiError("kyc_retry_not_allowed");
    if (rule.atMs > now.getTime()) {
      const seconds = Math.ceil((rule.atMs - now.getTime()) / 1000);
      throw new ApiError("kyc_retry_limit", {
        headers: { "retry-after": String(seconds) },
        extra: { retryAt: new Date(rule.atMs).toISOString() },
      });
    }
    await startRetry(deps, context, caller, newest);
  };
  return takeStep(deps, caller, claim, step, { begins: true });
}

async function startRetry(
  deps: KycDeps,
  context: KycStep,
  caller: KycCaller,
  before: KycVerificationRow,
): Promise<void> {
  const { tx, now } = context;
  const outcome = openOutcome(deps.keyring, before);
  const isUnreadable = outcome?.reasons.some(({ code }) => unreadableReasons.includes(code));
  const images = await listImages(tx, before.kyc_verification_id);
  const isPayment = caller.secret === "payment";
  const mayKeep = isPayment || !before.payment_secret_used;
  const usable =
    mayKeep && before.status === "rejected" && outcome
      ? images.filter(
          ({ side, state }) => state === "received" && !outcome.retakeSides.includes(side),
        )
      : [];
  const row = await insertVerification(deps, tx, caller, {
    origin: "retry",
    payment_secret_used: isPayment,
    unreadable_before: isUnreadable ? before.unreadable_before + 1 : 0,
    // With a kept picture it is the same document, so the consent still applies.
    ...(usable.length > 0 ? { document_type: before.document_type, consented_at: now } : {}),
  });
  await moveHandoff(tx, before.kyc_verification_id, row.kyc_verification_id, isPayment);
  if (usable.length === 0) return;
  await copyImages(deps, tx, usable, row, now);
  await changeVerification(deps, tx, row, { delete_images_at: deletionTime(context) });
}
