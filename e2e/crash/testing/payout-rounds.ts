/**
 * Payouts during kill-rounds.ts: created, requested and approved. Afterwards:
 *
 * 1. Every acknowledged approval has sent its payout, and no payout without approval was sent.
 * 2. No payout was made twice: the payout processor's books have one for each disbursement.
 * 3. The books and the API agree about each payout.
 */
import { expect } from "vitest";
import { bankAccounts } from "../../../sandbox/catalogue/bank-accounts.ts";
import { findCard } from "../../../sandbox/catalogue/cards.ts";
import { call, freshId } from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";
import type { Retry } from "./customer-load.ts";

export interface RequestedPayout {
  disbursementIntentId: string;
  isApproved: boolean;
}

interface PayoutStatus {
  status: string;
  disbursement?: { disbursementId: string; status: string };
}

/** Settings under which a payout needs only a payout method and an approval. */
export const noRequirements = {
  verifyOnFirstDisbursement: false,
  smsVerification: "off",
  w9Policy: "over-threshold",
};

const destinations = [
  card("visa_debit"),
  bank("ordinary"),
  card("payout_later"),
  bank("account_closed"),
  card("insufficient_funds"),
];

export async function payOut(
  stack: Stack,
  payee: string,
  payouts: RequestedPayout[],
  turn: number,
  retry: Retry,
): Promise<void> {
  const intent = await retry(() =>
    call<{ disbursementIntentId: string; clientSecretKey: string }>(
      stack,
      "POST",
      "/v1/disbursement-intents",
      {
        externalDisbursementIntentId: freshId("payout"),
        externalCustomerId: payee,
        amount: 0.5,
        currency: "USD",
      },
    ),
  );
  if (!intent) return;
  const entry: RequestedPayout = {
    disbursementIntentId: intent.disbursementIntentId,
    isApproved: false,
  };
  payouts.push(entry);
  const requested = await retry(() =>
    send(stack, "/v1/client/disbursements", freshId("choose"), {
      secret: intent.clientSecretKey,
      body: { ...destinations[turn % destinations.length], netAmount: 0.5 },
    }),
  );
  if (!requested) return;
  const key = freshId("approve");
  const approval = `/v1/disbursements/${intent.disbursementIntentId}/proceed/true`;
  // Every try uses the same key, so an approval with a lost response is not repeated.
  const approved = await retry(() => send(stack, approval, key, {}));
  entry.isApproved = approved !== undefined;
}

async function send(
  stack: Stack,
  path: string,
  idempotencyKey: string,
  { secret, body }: { secret?: string; body?: object },
): Promise<true> {
  const response = await fetch(`${stack.serviceUrl}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${secret ?? stack.operator.secretKey}`,
      ...(secret ? { "tessera-publishable-key": stack.operator.publishableKey } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
      "idempotency-key": idempotencyKey,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${text}`);
  return true;
}

/**
 * Waits until every payout is final, and compares it with the processor's books. Resolves to the payouts that were
 * sent.
 */
export async function expectEachSentOnce(
  stack: Stack,
  payouts: RequestedPayout[],
): Promise<{ disbursementIntentId: string; isPaid: boolean }[]> {
  const statuses = new Map<string, PayoutStatus>();
  for (const { disbursementIntentId } of payouts) {
    await expect
      .poll(
        async () => {
          const status = await call<PayoutStatus>(
            stack,
            "GET",
            `/v1/disbursement-intents/${disbursementIntentId}/status`,
          );
          statuses.set(disbursementIntentId, status);
          return status.disbursement?.status ?? "none";
        },
        {
          timeout: 120_000,
          interval: 2_100,
          message: `${disbursementIntentId} has a final status`,
        },
      )
      .not.toBe("pending");
  }

  const response = await fetch(`${stack.sandboxUrl}/admin/payouts`);
  const books = (await response.json()) as {
    data: { merchantReference: string; status: string }[];
  };
  const booked = new Map<string, string[]>();
  for (const { merchantReference, status } of books.data) {
    booked.set(merchantReference, [...(booked.get(merchantReference) ?? []), status]);
  }
  for (const { disbursementIntentId, isApproved } of payouts) {
    const { disbursement } = statuses.get(disbursementIntentId) ?? {};
    const bookings = booked.get(disbursement?.disbursementId ?? "") ?? [];
    const outcomes = { success: ["paid"], failed: ["failed", "declined"] }[
      disbursement?.status ?? ""
    ];
    if (isApproved) expect(outcomes, `${disbursementIntentId} was approved`).toBeDefined();
    expect(bookings.length, `payouts of ${disbursementIntentId}`).toBe(outcomes ? 1 : 0);
    if (outcomes) expect(outcomes).toContain(bookings[0]);
    booked.delete(disbursement?.disbursementId ?? "");
  }
  expect([...booked.keys()], "payouts without a disbursement").toEqual([]);
  expect(payouts.filter(({ isApproved }) => isApproved).length).toBeGreaterThan(10);
  return payouts.flatMap(({ disbursementIntentId }) => {
    const status = statuses.get(disbursementIntentId)?.disbursement?.status;
    if (status !== "success" && status !== "failed") return [];
    return { disbursementIntentId, isPaid: status === "success" };
  });
}

function bank(name: string): object {
  const accountNumber = bankAccounts.find(
    (bankAccount) => bankAccount.name === name,
  )?.accountNumber;
  const account = { routingNumber: "110000000", accountNumber, accountType: "checking" };
  return { type: "bank", bank: { ...account, holderName: "Ada Lovelace" } };
}

function card(name: string): object {
  const { number } = findCard(name);
  const expiry = { expiryMonth: 12, expiryYear: 2034 };
  return { type: "card", card: { number, ...expiry, holderName: "Ada Lovelace" } };
}
