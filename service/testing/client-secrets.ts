import { expect } from "vitest";
import type { TestService } from "./create-test-service.ts";
import { insertWaitingRefund } from "./insert-waiting-refund.ts";

/** Secrets of a payment, a payout, a W-9, a verification, one on a phone, and a refund that needs a destination. */
export type ClientSecretKind = "pi" | "di" | "w9" | "kyc" | "kho" | "ref";

let serial = 0;

/** Makes secrets for a new customer of the first operator. */
export async function makeClientSecrets(t: TestService): Promise<Record<ClientSecretKind, string>> {
  serial += 1;
  const create = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await t.call("POST", path, { body });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const externalCustomerId = `secrets-${serial}`;
  const data = { email: `secrets${serial}@example.com`, firstName: "Ada", lastName: "Lovelace" };
  await create("/v1/customers", { externalCustomerId, data });
  const fields = { externalCustomerId, amount: 12.34, currency: "USD" };
  const payment = await create("/v1/payment-intents", {
    externalPaymentIntentId: `secrets-p-${serial}`,
    ...fields,
  });
  const refunded = await create("/v1/payment-intents", {
    externalPaymentIntentId: `secrets-r-${serial}`,
    ...fields,
  });
  const payout = await create("/v1/disbursement-intents", {
    externalDisbursementIntentId: `secrets-d-${serial}`,
    ...fields,
  });
  const info = await t.call("GET", `/v1/customers/${externalCustomerId}/kyc-info`);
  const kyc = secretIn(info.json().links.passport.url);
  const body = { documentType: "passport", consent: true };
  await t.callAsClient("POST", "/v1/client/kyc/consent", kyc, { body });
  const handoff = await t.callAsClient("POST", "/v1/client/kyc/handoff", kyc, { body: {} });
  return {
    pi: payment["clientSecretKey"] ?? "",
    di: payout["clientSecretKey"] ?? "",
    w9: secretIn(payout["w9CaptureUrl"] ?? ""),
    kyc,
    kho: secretIn(handoff.json().url),
    ref: await insertWaitingRefund(t, {
      paymentIntentId: refunded["paymentIntentId"] ?? "",
      externalCustomerId,
    }),
  };
}

function secretIn(url: string): string {
  const [secret = ""] = /[a-z0-9]{2,3}_\w+_secret_[\w-]+$/.exec(url) ?? [];
  expect(secret).not.toBe("");
  return secret;
}
