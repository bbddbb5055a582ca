/** A payment with the sandbox's Trustly and its refund: booked there, never answered, and cut off by a kill. */
import { expect } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { visitBank } from "../../../sandbox/testing/bank-customer.ts";
import { submitBody } from "../../stack/client-api.ts";
import { call, createIntent, createPayer, freshId, readStatus } from "../../stack/operator-api.ts";
import { setSettings } from "../../stack/operator-commands.ts";
import type { Stack } from "../../stack/start-stack.ts";
import { sendAsCustomer } from "./send-as-customer.ts";

/** Longer than the leases of payments and refunds. */
const leasesMs = 3 * 60_000;
const within = { timeout: 240_000, interval: 250 };
const shop = "http://shop.test";

export const sandboxTrustly = (sandboxUrl: string) => ({
  name: "trustly",
  type: "trustly",
  url: `${sandboxUrl}/vendors/trustly`,
  accessId: "TesseraSandbox01",
  accessKey: sandboxCredentials.trustly,
  merchantId: "1002463580",
});

/**
 * Kills the service while Trustly has a capture, and then a refund, that the service does not know about yet. Each
 * happens once.
 */
export async function survivesKillsAtTrustly(stack: Stack): Promise<void> {
  await setSettings(stack, { paymentMethodTypes: ["card", "pay_by_bank"], allowedOrigins: [shop] });
  const intent = await createIntent(stack, await createPayer(stack));
  const { paymentIntentId } = intent;
  const { paymentId, nextAction } = await sendAsCustomer<{
    paymentId: string;
    nextAction: { url: string };
  }>(
    stack,
    "/v1/client/payments",
    intent.clientSecretKey,
    {
      ...submitBody(""),
      type: "pay_by_bank",
      window: "redirect",
      returnUrl: `${shop}/paid`,
      card: undefined,
    },
    freshId("attempt"),
  );
  // The kill cuts off the customer's return.
  const back = visitBank(nextAction.url, { account: "joint", returns: true }).catch(
    () => undefined,
  );
  await killOnceBooked(stack, paymentId);
  await back;
  const status = async () => (await readStatus(stack, paymentIntentId)).status;
  await expect.poll(status, within).toBe("success");

  const path = `/v1/payment-intents/${paymentIntentId}/refunds`;
  const body = { externalRefundId: freshId("refund") };
  const { refundId } = await call<{ refundId: string }>(stack, "POST", path, body);
  await killOnceBooked(stack, refundId);
  const refund = () => call<{ status: string }>(stack, "GET", `/v1/refunds/${refundId}`);
  await expect.poll(async () => (await refund()).status, within).toBe("success");

  expect(await bookings(stack, paymentId)).toMatchObject([{ type: "3", amountMinor: 4_999 }]);
  expect(await bookings(stack, refundId)).toMatchObject([{ type: "4", amountMinor: 4_999 }]);
}

async function killOnceBooked(stack: Stack, reference: string): Promise<void> {
  const booked = async () => (await bookings(stack, reference)).length;
  await expect.poll(booked, { ...within, interval: 20, message: reference }).toBe(1);
  await stack.service().kill();
  await stack.startService();
  await stack.advanceMachineClock(leasesMs);
  await stack.advanceClock(leasesMs);
}

async function bookings(
  stack: Stack,
  reference: string,
): Promise<{ readonly type: string; readonly amountMinor: number }[]> {
  const response = await fetch(`${stack.sandboxUrl}/admin/trustly/transactions`);
  const { data } = (await response.json()) as {
    data: { type: string; amountMinor: number; merchantReference: string }[];
  };
  return data.filter(({ merchantReference }) => merchantReference === reference);
}
