import { expect } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import type { RefundQuote } from "#contract/client/refund";
import type { CryptoWorld } from "./crypto-world.ts";
import { runRefunds } from "./run-refunds.ts";

/** A customer's address on Ethereum. */
export const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** What operators and customers call to have a crypto payment refunded. */
export function cryptoRefundCalls(world: () => CryptoWorld) {
  let serial = 0;

  /** Requests a refund. */
  const refund = (intent: CreatedPaymentIntent, body: object = {}) => {
    serial += 1;
    return world().call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
      body: { externalRefundId: `crypto-${serial}`, ...body },
    });
  };
  /** Requests a refund that must be accepted. */
  const refunded = async (intent: CreatedPaymentIntent, body: object = {}): Promise<Refund> => {
    const response = await refund(intent, body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const secretOf = ({ refundUrl }: Pick<Refund, "refundUrl">) =>
    refundUrl?.slice(refundUrl.indexOf("#") + 1) ?? "";
  /** Calls the service as the customer's refund page does. */
  const page = (secret: string, method = "GET", path = "", body?: object, headers = {}) =>
    // Our own page has no publishable key.
    world().call(method, `/v1/client/refund${path}`, {
      token: secret,
      headers,
      ...(body && { body }),
    });
  const name = (secret: string, body: object, headers = {}) =>
    page(secret, "POST", "/destination", body, headers);
  const quoteOf = async (secret: string): Promise<RefundQuote> => {
    const response = await page(secret, "POST", "/quote", {});
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const shown = async ({ refundId }: Pick<Refund, "refundId">): Promise<Refund> =>
    (await world().call("GET", `/v1/refunds/${refundId}`)).json();
  /** The customer names a wallet, at the current rate if the refund has no amount yet. */
  async function nameWallet(refund: Refund, address = wallet): Promise<void> {
    const secret = secretOf(refund);
    const quote = refund.crypto?.amount === null ? await quoteOf(secret) : null;
    const named = await name(secret, {
      type: "crypto",
      address,
      ...(quote && { quoteId: quote.quoteId }),
    });
    expect(named.statusCode, named.body + world().logLines.slice(-4).join("\n")).toBe(200);
  }
  async function nameAndApprove(refund: Refund, address = wallet): Promise<void> {
    await nameWallet(refund, address);
    await world().approve(refund.refundId);
  }
  /** Follows the refund until the sandbox's network has confirmed. */
  async function settle(refund: Refund): Promise<Refund> {
    for (let round = 0; round < 40; round += 1) {
      world().clock.advance(5_000);
      await runRefunds(world());
      const now = await shown(refund);
      if (now.status !== "pending") return now;
    }
    return shown(refund);
  }
  return {
    refund,
    refunded,
    secretOf,
    page,
    name,
    quoteOf,
    shown,
    nameWallet,
    nameAndApprove,
    settle,
  };
}
