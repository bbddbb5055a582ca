import type { TestService } from "../../../testing/create-test-service.ts";
import { requestSave, saveMethod } from "../index.ts";
import type { SavedCard, SaveRequest } from "../records.ts";

export const visa: SavedCard = {
  type: "card",
  number: "4242424242424242",
  brand: "visa",
  expiryMonth: 12,
  expiryYear: 2030,
  holderName: "Ada Lovelace",
};

let serial = 0;

/** A request to save a method of a payment that does not exist. */
export function saveRequestOf(t: TestService, changes: Partial<SaveRequest> = {}): SaveRequest {
  serial += 1;
  const details = changes.details ?? visa;
  const shown =
    details.type === "card"
      ? {
          brand: details.brand,
          last4: details.number.slice(-4),
          expiryMonth: details.expiryMonth,
          expiryYear: details.expiryYear,
        }
      : {
          bankName: null,
          accountType: details.account.accountType,
          last4: details.account.accountNumber.slice(-4),
        };
  return {
    operatorId: t.operator.operatorId,
    externalCustomerId: "ada",
    paymentId: `pay_test${serial}`,
    details,
    shown,
    consent: { ipAddress: "192.0.2.7", userAgent: "Firefox" },
    ...changes,
  };
}

/** Saves a method and resolves to its id. */
export async function createSavedMethod(
  t: TestService,
  changes: Partial<SaveRequest> = {},
): Promise<string> {
  const { deps } = t.service;
  const request = saveRequestOf(t, changes);
  await requestSave(deps, request);
  await saveMethod(deps, request.paymentId);
  const { payment_method_id } = await deps.database.kysely
    .selectFrom("payment_methods")
    .select("payment_method_id")
    .where("payment_id", "=", request.paymentId)
    .executeTakeFirstOrThrow();
  return payment_method_id;
}
