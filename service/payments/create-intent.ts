import {
  type CreatedPaymentIntent,
  type CreatePaymentIntent,
  intentLifetimeMs,
} from "#contract/api/payment-intents";
import { parseAmount } from "#contract/money";
import { ApiError, fieldRefusal } from "../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../platform/http/idempotency.ts";
import { newId, randomToken } from "../platform/randomness.ts";
import { hashSecret } from "../platform/secrets/hash-secret.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { presentIntent } from "./present.ts";
import { quoteIntent } from "./quote-intents.ts";
import type { IntentRecord } from "./records.ts";

const secretBytes = 32;

/**
 * Creates an intent. Only this response contains the client secret. Throws the amount's error codes,
 * `payment_method_type_not_enabled`, `customer_not_found` and `duplicate_external_payment_intent_id`.
 */
export async function createIntent(
  deps: PaymentsDeps,
  operatorId: string,
  body: CreatePaymentIntent,
  claim: ResponseClaim,
): Promise<ApiResponse<CreatedPaymentIntent>> {
  const found = deps.operators.get(operatorId);
  const { settings } = found instanceof Promise ? await found : found;
  const amount = parseAmount(body.amount, body.currency);
  if (!amount.ok) {
    throw fieldRefusal(
      amount.problem,
      amount.problem === "currency_unknown" ? "currency" : "amount",
    );
  }
  const types = body.paymentMethodTypes ?? settings.paymentMethodTypes;
  for (const [index, type] of types.entries()) {
    if (!settings.paymentMethodTypes.includes(type)) {
      throw fieldRefusal("payment_method_type_not_enabled", `paymentMethodTypes.${index}`);
    }
  }
  const paymentIntentId = newId(deps, "paymentIntent");
  const clientSecretKey = `${paymentIntentId}_secret_${randomToken(deps.random, secretBytes)}`;
  const nowMs = deps.clock.nowMs();
  const intent: IntentRecord = {
    paymentIntentId,
    operatorId,
    externalPaymentIntentId: body.externalPaymentIntentId,
    externalCustomerId: body.externalCustomerId,
    amountMinor: amount.amountMinor,
    currency: body.currency,
    description: body.description ?? null,
    customData: body.customData ?? {},
    paymentMethodTypes: [...new Set(types)],
    paymentDescriptor: settings.paymentDescriptor,
    secretHash: hashSecret(clientSecretKey),
    status: "no-payment",
    version: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: nowMs + intentLifetimeMs,
    attempts: [],
  };
  const quoted = quoteIntent(deps, intent);
  const shown = presentIntent(intent, nowMs, quoted instanceof Promise ? await quoted : quoted);
  const response = { statusCode: 201, body: { ...shown, clientSecretKey } };
  switch (await deps.store.insert(intent, shown, claim.parameters(response))) {
    case "stored":
      return response;
    case "no_customer":
      throw fieldRefusal("customer_not_found", "externalCustomerId");
    case "duplicate":
      throw new ApiError("duplicate_external_payment_intent_id");
  }
}
