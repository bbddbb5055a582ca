/**
 * Kills the service (SIGKILL) repeatedly during payments, payouts and refunds, and restarts it on the same store.
 * Afterwards:
 *
 * 1. Every acknowledged intent and payment still exists, and every final result is unchanged.
 * 2. No attempt was charged twice, at any processor, and no failed attempt has a charge left: the processors' own books
 *    say so. Half of the payments fail over, some charges are made without a response, and some go to Stripe, where a
 *    payment intent is made and stored first.
 * 3. Every change of every intent reached the operator's server at least once, and first arrivals are in the order of
 *    `sequence`.
 * 4. A card whose customer consented to save it is saved exactly once if the payment succeeded.
 * 5. A repeated submission returns the attempt that its idempotency key began, whatever process finished it, and begins
 *    no other.
 * 6. The same holds for payouts, ACH debits, crypto and refunds; see payout-rounds.ts, bank-debit-rounds.ts,
 *    crypto-rounds.ts and refund-rounds.ts.
 * 7. Every success, refund and approved payout has exactly the right postings, a failed attempt has none, and the
 *    ledger's accounts add up to zero.
 *
 * Customers retry as the widget does until they have a response; see customer-load.ts.
 */
import { expect } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { findCard } from "../../../sandbox/catalogue/cards.ts";
import { submitPayment } from "../../stack/client-api.ts";
import {
  bookedCharges,
  type CreatedIntent,
  call,
  createIntent,
  createPayer,
  freshId,
  type PaymentIntentStatus,
  readStatus,
} from "../../stack/operator-api.ts";
import { setSettings } from "../../stack/operator-commands.ts";
import { type Stack, startStack } from "../../stack/start-stack.ts";
import { type Delivery, startWebhookReceiver } from "../../stack/webhook-receiver.ts";
import { expectEachDebitedOnce, payByBank, type SubmittedDebit } from "./bank-debit-rounds.ts";
import { type CryptoPayment, expectEachPaidOnce, payByCrypto } from "./crypto-rounds.ts";
import { createCustomerLoad, type Retry } from "./customer-load.ts";
import { expectLedger, expectSoundLedger } from "./expect-ledger.ts";
import {
  expectEachSentOnce,
  noRequirements,
  payOut,
  type RequestedPayout,
} from "./payout-rounds.ts";
import { expectEachRefundedOnce, type RequestedRefund, refundPayment } from "./refund-rounds.ts";

/**
 * Enough rounds to hit every kind of payment several times; dying-process.test.ts dies after every single statement.
 */
const rounds = 12;
/** The limit of each wait; even a busy machine needs only a fraction of it. */
const settleWithinMs = 240_000;
/** Every payment considers all processors. */
const routingRules = [
  {
    id: "all",
    to: [
      { processor: "refusing", weight: 50 },
      { processor: "northbank", weight: 20 },
      { processor: "stripe", weight: 20 },
      { processor: "quayside", weight: 10 },
    ],
  },
];

interface CardPayment {
  intent: CreatedIntent;
  repeat: () => ReturnType<typeof submitPayment>;
  paymentId?: string;
  /** The last digits of the card, if the customer consented to save it. */
  savedLast4?: string;
  finalStatus?: string;
}

export async function survivesBeingKilled(store: string): Promise<void> {
  const stack = await startStack({
    shop: false,
    adjustableMachineClock: true,
    store,
    env: (sandboxUrl) => ({
      RATE_LIMIT_SECRET_KEY: "100000/100000",
      RATE_LIMIT_CLIENT_SECRET: "100000/100000",
      PROCESSORS: JSON.stringify([
        ...[
          // A wrong key: this processor refuses every charge, and half of the payments fail over.
          { name: "refusing", at: "northbank", key: "wrong" },
          { name: "northbank", at: "northbank", key: sandboxCredentials.northbank },
          { name: "quayside", at: "quayside", key: sandboxCredentials.quayside },
        ].map(({ name, at, key }) => ({ name, url: `${sandboxUrl}/processors/${at}`, key })),
        {
          name: "stripe",
          type: "stripe",
          url: `${sandboxUrl}/vendors/stripe`,
          secretKey: sandboxCredentials.stripe,
          webhookSecret: sandboxCredentials.stripeWebhook,
        },
      ]),
    }),
  });
  const receiver = await startWebhookReceiver();
  try {
    await call(stack, "POST", "/v1/operators/webhooks", { url: receiver.url });
    const payer = await createPayer(stack);
    const cardPayments: CardPayment[] = [];
    const load = createCustomerLoad();
    const settings = { paymentMethodTypes: ["card", "bank", "crypto"], routingRules };
    await setSettings(stack, { ...noRequirements, ...settings });
    const payee = await createPayer(stack);
    const payouts: RequestedPayout[] = [];
    const debits: SubmittedDebit[] = [];
    const cryptoPayments: CryptoPayment[] = [];
    const refunds: RequestedRefund[] = [];
    load.start(6, (turn, retry) => payByCard(stack, payer, cardPayments, turn, retry));
    load.start(2, (turn, retry) => payOut(stack, payee, payouts, turn, retry));
    load.start(2, (turn, retry) => payByBank(stack, payer, debits, turn, retry));
    load.start(2, (turn, retry) => payByCrypto(stack, payer, cryptoPayments, turn, retry));
    load.start(2, (_turn, retry) => refundPayment(stack, cardPayments, refunds, retry));
    for (let round = 0; round < rounds; round++) {
      const enough = cardPayments.length + 3 + (round % 5);
      const others = [payouts, debits, cryptoPayments].map((all) => ({
        all,
        had: all.length,
      }));
      const isEnough = () =>
        cardPayments.length >= enough && others.every(({ all, had }) => all.length > had);
      await until(isEnough, settleWithinMs, "payments of every kind continue");
      // Spreads the kills over the steps of a payment, in the same way on every run.
      await pause((round * 67) % 120);
      await stack.service().kill();
      await stack.startService();
    }
    const hasEnough = () =>
      payouts.filter(({ isApproved }) => isApproved).length > 10 &&
      debits.filter(({ isAcknowledged }) => isAcknowledged).length > 10 &&
      cryptoPayments.filter(({ isPaid }) => isPaid).length > 5 &&
      refunds.filter(({ refundId }) => refundId !== undefined).length > 10;
    await until(hasEnough, settleWithinMs, "there are enough payments of every kind");
    await load.stop();
    // Moves past the leases of the killed processes.
    await stack.advanceMachineClock(2 * 60_000);
    await load.finish();

    const statuses = await settled(stack, cardPayments);
    expectNothingLost(cardPayments, statuses);
    await expectOwnAnswers(cardPayments, statuses);
    await expectNoDoubleCharge(stack, statuses);
    await expectEachSavedOnce(stack, payer, cardPayments, statuses);
    const ofPayments = () => receiver.deliveries.filter(({ type }) => type === "payment");
    await until(
      () => statuses.every((status) => lastStatusOf(ofPayments(), status) === status.status),
      settleWithinMs,
      "the last webhook of every intent arrives",
    );
    expectCompleteAndInOrder(ofPayments(), statuses);
    const sent = await expectEachSentOnce(stack, payouts);
    const refunded = await expectEachRefundedOnce(stack, refunds);
    await expectLedger(stack, [
      ...statuses.flatMap(({ payments }) =>
        payments.map(({ paymentId, status }) => ({
          resourceId: paymentId,
          causes: status === "success" ? ["charge"] : [],
        })),
      ),
      ...sent.map(({ disbursementIntentId, isPaid }) => ({
        resourceId: disbursementIntentId,
        causes: ["approved", isPaid ? "arrived" : "ended"],
      })),
      ...refunded,
    ]);
    await expectEachDebitedOnce(stack, debits);
    await expectEachPaidOnce(stack, cryptoPayments);
    await expectSoundLedger(stack);
  } finally {
    await receiver.close();
    await stack.stop();
  }
}

async function payByCard(
  stack: Stack,
  payer: string,
  cardPayments: CardPayment[],
  turn: number,
  retry: Retry,
) {
  const names = [
    "visa",
    "mastercard",
    "insufficient_funds",
    "visa",
    "error_after_charging",
    "visa",
    "dropped_after_charging",
    "refund_later",
  ];
  const { number } = findCard(names[turn % names.length] ?? "visa");
  const externalPaymentIntentId = freshId("intent");
  const intent = await retry(() => createIntent(stack, payer, { externalPaymentIntentId }));
  // An intent whose response was lost exists. An operator would look it up; the test takes another.
  if (!intent) return;
  const key = freshId("attempt");
  const save = turn % 2 === 0;
  const repeat = () => submitPayment(stack, intent, number, key, { save });
  const entry: CardPayment = { intent, repeat };
  cardPayments.push(entry);
  const result = await retry(async () => {
    const response = await repeat();
    const { httpStatus, text } = response;
    if (httpStatus >= 500 || text.includes("idempotency_key_in_use")) {
      throw new Error(`returned ${httpStatus}: ${text}`);
    }
    return response;
  });
  expect(result?.httpStatus, result?.text).toBe(201);
  if (!result?.attempt) return;
  entry.paymentId = result.attempt.paymentId;
  if (save) entry.savedLast4 = number.slice(-4);
  if (result.attempt.status !== "pending") entry.finalStatus = result.attempt.status;
}

/** Waits until no intent is pending: recovery has finished what the kills interrupted. */
async function settled(stack: Stack, cardPayments: CardPayment[]): Promise<PaymentIntentStatus[]> {
  const deadline = Date.now() + settleWithinMs;
  const statuses: PaymentIntentStatus[] = [];
  for (const { intent } of cardPayments) {
    let status = await readStatus(stack, intent.paymentIntentId);
    while (status.status === "pending") {
      expect(Date.now(), `${intent.paymentIntentId} is still pending`).toBeLessThan(deadline);
      await pause(250);
      status = await readStatus(stack, intent.paymentIntentId);
    }
    statuses.push(status);
  }
  return statuses;
}

function expectNothingLost(cardPayments: CardPayment[], statuses: PaymentIntentStatus[]): void {
  expect(cardPayments.length).toBeGreaterThan(rounds * 3);
  expect(
    cardPayments.filter(({ finalStatus }) => finalStatus === "success").length,
  ).toBeGreaterThan(rounds / 2);
  for (const [at, { intent, paymentId, finalStatus }] of cardPayments.entries()) {
    const status = statuses[at];
    expect(status?.paymentIntentId).toBe(intent.paymentIntentId);
    const payment = status?.payments.find((payment) => payment.paymentId === paymentId);
    expect(payment, `payment ${paymentId}`).toBeDefined();
    if (finalStatus) expect(payment?.status).toBe(finalStatus);
  }
}

/** Each repeated submission returns the one attempt that its key began. */
async function expectOwnAnswers(
  cardPayments: CardPayment[],
  statuses: PaymentIntentStatus[],
): Promise<void> {
  for (const [at, { repeat, paymentId, finalStatus }] of cardPayments.entries()) {
    const { httpStatus, attempt, text } = await repeat();
    expect(httpStatus, text).toBe(201);
    const [payment, ...others] = statuses[at]?.payments ?? [];
    expect(others, "other attempts under the key").toEqual([]);
    expect([attempt?.paymentId, payment?.paymentId]).toEqual([paymentId, paymentId]);
    // An attempt may still be pending. A final status stays.
    if (finalStatus) expect(attempt?.status).toBe(finalStatus);
    else expect([payment?.status, "pending"]).toContain(attempt?.status);
  }
}

async function expectNoDoubleCharge(stack: Stack, statuses: PaymentIntentStatus[]): Promise<void> {
  const byReference = groupBy(
    await bookedCharges(stack),
    ({ merchantReference }) => merchantReference,
  );
  const atStripe = [...byReference.values()]
    .flat()
    .filter((charge) => charge.processor === "stripe");
  expect(atStripe.length, "charges at Stripe").toBeGreaterThan(0);
  for (const { payments } of statuses) {
    for (const payment of payments) {
      const charges = (byReference.get(payment.paymentId) ?? []).filter(
        ({ status, reversal }) => status === "approved" && reversal === undefined,
      );
      expect(charges.length, `charges of ${payment.paymentId}`).toBe(
        payment.status === "success" ? 1 : 0,
      );
      byReference.delete(payment.paymentId);
    }
  }
  const orphans = [...byReference.values()]
    .flat()
    .filter(({ status, reversal }) => status === "approved" && !reversal);
  expect(orphans, "charges without a payment").toEqual([]);
}

async function expectEachSavedOnce(
  stack: Stack,
  payer: string,
  cardPayments: CardPayment[],
  statuses: PaymentIntentStatus[],
): Promise<void> {
  const expected = cardPayments.flatMap(({ paymentId, savedLast4 }, at) => {
    const payment = statuses[at]?.payments.find((payment) => payment.paymentId === paymentId);
    return savedLast4 !== undefined && payment?.status === "success" ? [savedLast4] : [];
  });
  expect(expected.length).toBeGreaterThan(0);
  const path = `/v1/customers/${payer}/payment-methods`;
  const areAllSaved = async () => {
    const { data } = await call<{ data: { paymentMethod: { last4: string } }[] }>(
      stack,
      "GET",
      path,
    );
    const found = data.map(({ paymentMethod }) => paymentMethod.last4);
    expect(new Set(found).size, "saved cards").toBe(found.length);
    return expected.every((last4) => found.includes(last4));
  };
  const deadline = Date.now() + settleWithinMs;
  while (!(await areAllSaved())) {
    expect(Date.now(), "cards with consent are saved").toBeLessThan(deadline);
    await pause(250);
  }
}

function lastStatusOf(
  deliveries: Delivery[],
  { paymentIntentId }: PaymentIntentStatus,
): string | undefined {
  const own = deliveries.filter((delivery) => delivery.paymentIntentId === paymentIntentId);
  const last = own.sort((a, b) => b.sequence - a.sequence)[0];
  return last?.status === "created" ? "no-payment" : last?.status;
}

/** Failover is a change without a webhook event, so `sequence` can skip numbers. */
function expectCompleteAndInOrder(deliveries: Delivery[], statuses: PaymentIntentStatus[]): void {
  const byIntent = groupBy(deliveries, ({ paymentIntentId }) => paymentIntentId);
  for (const { paymentIntentId } of statuses) {
    const arrived = byIntent.get(paymentIntentId) ?? [];
    const first = arrived.filter(
      ({ sequence }, at) => arrived.findIndex((delivery) => delivery.sequence === sequence) === at,
    );
    const sequences = first.map(({ sequence }) => sequence);
    const inOrder = sequences.toSorted((a, b) => a - b);
    expect(sequences, `sequences of ${paymentIntentId} as they arrived`).toEqual(inOrder);
    const received = first.map(({ status }) => status).join(" ");
    expect(received, `statuses of ${paymentIntentId}`).toMatch(
      /^created( pending failed)*( pending success)?$/,
    );
  }
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

async function until(holds: () => boolean, withinMs: number, what: string): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs / 1000} s until ${what}.`);
    await pause(20);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
