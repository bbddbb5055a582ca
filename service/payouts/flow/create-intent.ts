import type {
  CreateDisbursementIntent,
  CreatedDisbursementIntent,
} from "#contract/api/disbursements";
import { intentLifetimeMs } from "#contract/api/payment-intents";
import { parseAmount } from "#contract/money";
import { lockCustomer } from "../../customers/profile/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../platform/http/idempotency.ts";
import { newId, randomToken } from "../../platform/randomness.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import { captureLinkFor } from "../../tax/w9/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";
import { assessPayout, isW9Missing } from "../payout-assessment.ts";
import { presentIntent } from "../present.ts";
import type { PayoutRecord } from "../records.ts";
import { railFor } from "./rails.ts";
import { insertPayout } from "./store-payout.ts";

const secretBytes = 32;

/**
 * Creates an intent, with a capture link if its payout needs a missing W-9. Only this response contains the client
 * secret. Throws the amount's problems, `customer_not_found`, `duplicate_external_disbursement_intent_id`, and 403
 * `feature_not_enabled` without a payout rail.
 */
export async function createIntent(
  deps: DisbursementsDeps,
  { operatorId, createdKeyId }: { operatorId: string; createdKeyId: string },
  body: CreateDisbursementIntent,
  claim: ResponseClaim,
): Promise<ApiResponse<CreatedDisbursementIntent>> {
  const { settings } = await deps.operators.get(operatorId);
  const amount = parseAmount(body.amount, body.currency);
  if (!amount.ok) {
    throw fieldRefusal(
      amount.problem,
      amount.problem === "currency_unknown" ? "currency" : "amount",
    );
  }
  const requireAnyRail = (amountMinor: number) => {
    const net = { amountMinor, currency: body.currency };
    const { loginPayer } = deps.rails;
    const canPay = (type: string) => railFor(deps, settings, type, net, loginPayer);
    if (settings.paymentMethodTypes.some(canPay)) return;
    throw new ApiError("feature_not_enabled", {
      message: "This operator has no payment method type that supports payouts of this amount.",
    });
  };
  const disbursementIntentId = newId(deps, "disbursementIntent");
  const secret = randomToken(deps.random, secretBytes);
  const clientSecretKey = `${disbursementIntentId}_secret_${secret}`;
  const nowMs = deps.clock.nowMs();
  const { externalCustomerId } = body;
  const bare: PayoutRecord = {
    disbursementIntentId,
    operatorId,
    externalDisbursementIntentId: body.externalDisbursementIntentId,
    externalCustomerId,
    amountMinor: amount.amountMinor,
    currency: body.currency,
    taxCategory: body.taxCategory ?? settings.defaultTaxCategory,
    description: body.description ?? null,
    customData: body.customData ?? {},
    secretHash: hashSecret(clientSecretKey),
    step: "open",
    version: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: nowMs + intentLifetimeMs,
    createdKeyId,
    heldAtMs: null,
    record: null,
  };
  const response = await inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (!customer) throw fieldRefusal("customer_not_found", "externalCustomerId");
    const assessment = await assessPayout(deps, tx, bare, customer, settings);
    requireAnyRail(bare.amountMinor - assessment.withheldMinor);
    const missingFields = assessment.missingForW9;
    const payout: PayoutRecord = {
      ...bare,
      step: missingFields.length > 0 ? "requires_customer_data" : "open",
    };
    const link = isW9Missing(assessment)
      ? await captureLinkFor(deps, tx, { operatorId, externalCustomerId })
      : null;
    const extras = { missingFields, w9CaptureUrl: link?.w9CaptureUrl };
    const created = {
      statusCode: 201,
      body: { ...presentIntent(payout, extras), clientSecretKey },
    };
    await insertPayout(deps, tx, payout, { actor: "api" }, extras);
    await claim.store(tx, created);
    return created;
  });
  deps.webhooks.wake();
  return response;
}
