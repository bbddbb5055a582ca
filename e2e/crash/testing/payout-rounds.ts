/**
 * Payouts beside the payments of kill-rounds.ts: made, chosen and approved while the service is killed
 * again and again. What must hold afterwards:
 *
 * 1. An approval that was acknowledged is carried out, and a payout that was not approved is not sent.
 * 2. No payout is made twice: the payout processor's own books have one for each disbursement.
 * 3. The books and the API tell the same story about each.
 */
import { expect } from "vitest";
import { bankAccounts } from "../../../sandbox/catalogue/bank-accounts.ts";
import { findCard } from "../../../sandbox/catalogue/cards.ts";
import { call, freshId } from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";
import type { Ask } from "./shop.ts";

/** A payout that was made, and whether its approval was acknowledged. */
export interface ToldPayout {
  disbursementIntentId: string;
  isApproved: boolean;
}

interface PayoutStatus {
  status: string;
  disbursement?: { disbursementId: string; status: string };
}

/** Settings under which a payout needs nothing but a method and an approval. */
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

/** One customer who is paid out. */
export async function payOut(
  stack: Stack,
  payee: string,
  told: ToldPayout[],
  turn: number,
  ask: Ask,
): Promise<void> {
  const intent = await ask(() =>
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
  const entry: ToldPayout = {
    disbursementIntentId: intent.disbursementIntentId,
    isApproved: false,
  };
  told.push(entry);
  const chosen = await ask(() =>
    send(stack, "/v1/client/disbursements", freshId("choose"), {
      secret: intent.clientSecretKey,
      body: { ...destinations[turn % destinations.length], netAmount: 0.5 },
    }),
  );
  if (!chosen) return;
  const key = freshId("approve");
  const approval = `/v1/disbursements/${intent.disbursementIntentId}/proceed/true`;
  // The same key on every try: an approval whose answer was lost is not a second one.
  const approved = await ask(() => send(stack, approval, key, {}));
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
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${text}`);
  return true;
}

/** Waits until every payout has come to its end, and compares with the processor's books. */
export async function expectEachSentOnce(stack: Stack, told: ToldPayout[]): Promise<void> {
  const statuses = new Map<string, PayoutStatus>();
  for (const { disbursementIntentId } of told) {
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
        { timeout: 120_000, interval: 2_100, message: `${disbursementIntentId} comes to its end` },
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
  for (const { disbursementIntentId, isApproved } of told) {
    const { disbursement } = statuses.get(disbursementIntentId) ?? {};
    const made = booked.get(disbursement?.disbursementId ?? "") ?? [];
    const ends = { success: ["paid"], failed: ["failed", "declined"] }[disbursement?.status ?? ""];
    if (isApproved) expect(ends, `${disbursementIntentId} was approved`).toBeDefined();
    expect(made.length, `payouts of ${disbursementIntentId}`).toBe(ends ? 1 : 0);
    if (ends) expect(ends).toContain(made[0]);
    booked.delete(disbursement?.disbursementId ?? "");
  }
  expect([...booked.keys()], "payouts of no disbursement").toEqual([]);
  expect(told.filter(({ isApproved }) => isApproved).length).toBeGreaterThan(10);
}

function bank(name: string): object {
  const accountNumber = bankAccounts.find((each) => each.name === name)?.accountNumber;
  const account = { routingNumber: "110000000", accountNumber, accountType: "checking" };
  return { type: "bank", bank: { ...account, holderName: "Ada Lovelace" } };
}

function card(name: string): object {
  const { number } = findCard(name);
  const expiry = { expiryMonth: 12, expiryYear: 2034 };
  return { type: "card", card: { number, ...expiry, holderName: "Ada Lovelace" } };
}
