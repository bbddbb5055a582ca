/**
 * The service is killed (SIGKILL) in the middle of payments, again and again, and started again on
 * the same store. What must hold afterwards:
 *
 * 1. An intent or payment that was acknowledged is still there, and a result that was told stays.
 * 2. No card is charged twice for an attempt, at whichever processors, and none stays charged whose
 *    attempt failed: the processors' own books say so. Half of the payments fail over, and some
 *    charges are made and never answered.
 * 3. Every change of every intent reached the operator's server at least once, and first arrivals
 *    keep the order of `sequence`.
 *
 * 4. A card that its customer wanted to keep is kept if its payment succeeded, and once.
 * 5. A submission that is repeated under its key is answered with the attempt that the key began, whoever
 *    ended that, and begins no other.
 * 6. The same of payouts, bank debits and crypto; see payout-rounds.ts, bank-debit-rounds.ts,
 *    crypto-rounds.ts.
 *
 * Customers behave as the widget does, and everybody is answered in the end; see shop.ts.
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
import { expectEachDebitedOnce, payByBank, type ToldDebit } from "./bank-debit-rounds.ts";
import { expectEachPaidOnce, payByCrypto, type ToldDeposit } from "./crypto-rounds.ts";
import { expectEachSentOnce, noRequirements, payOut, type ToldPayout } from "./payout-rounds.ts";
import { type Ask, openShop } from "./shop.ts";

const rounds = 20;
const settleWithinMs = 150_000;
/** All of them again, in reserve or as the first. */
const routingRules = [
  {
    id: "all",
    to: [
      { processor: "refusing", weight: 50 },
      { processor: "northbank", weight: 40 },
      { processor: "quayside", weight: 10 },
    ],
  },
];

/** What a customer who pays by card was told. */
interface Told {
  intent: CreatedIntent;
  /** Sends the submission again, under its key. */
  repeat: () => ReturnType<typeof submitPayment>;
  paymentId?: string;
  /** The card that the customer wanted to keep. */
  kept?: string;
  /** The attempt's status, where it was a final one. */
  finalStatus?: string;
}

/** Runs all rounds on a fresh store and checks what must hold. */
export async function survivesBeingKilled(databaseUrl?: string): Promise<void> {
  const stack = await startStack({
    shop: false,
    adjustableClock: true,
    ...(databaseUrl ? { databaseUrl } : {}),
    env: (sandboxUrl) => ({
      RATE_LIMIT_SECRET_KEY: "100000/100000",
      RATE_LIMIT_CLIENT_SECRET: "100000/100000",
      PROCESSORS: JSON.stringify(
        [
          // Its key is wrong, so it refuses every charge: half of the payments go on to another.
          { name: "refusing", at: "northbank", key: "wrong" },
          { name: "northbank", at: "northbank", key: sandboxCredentials.northbank },
          { name: "quayside", at: "quayside", key: sandboxCredentials.quayside },
        ].map(({ name, at, key }) => ({ name, url: `${sandboxUrl}/processors/${at}`, key })),
      ),
    }),
  });
  const receiver = await startWebhookReceiver();
  try {
    await call(stack, "POST", "/v1/operators/webhooks", { url: receiver.url });
    const payer = await createPayer(stack);
    const told: Told[] = [];
    const shop = openShop();
    const settings = { paymentMethodTypes: ["card", "bank", "crypto"], routingRules };
    await setSettings(stack, { ...noRequirements, ...settings });
    const payee = await createPayer(stack);
    const toldPayouts: ToldPayout[] = [];
    const toldDebits: ToldDebit[] = [];
    const toldDeposits: ToldDeposit[] = [];
    shop.admit(6, (turn, ask) => payByCard(stack, payer, told, turn, ask));
    shop.admit(2, (turn, ask) => payOut(stack, payee, toldPayouts, turn, ask));
    shop.admit(2, (turn, ask) => payByBank(stack, payer, toldDebits, turn, ask));
    shop.admit(2, (turn, ask) => payByCrypto(stack, payer, toldDeposits, turn, ask));
    for (let round = 0; round < rounds; round++) {
      const enough = told.length + 3 + (round % 5);
      const others = [toldPayouts, toldDebits, toldDeposits].map((all) => ({
        all,
        had: all.length,
      }));
      const isEnough = () =>
        told.length >= enough && others.every(({ all, had }) => all.length > had);
      await until(isEnough, 60_000, "payments of every kind go on");
      // Spread over the steps of a payment, the same each time the test runs.
      await pause((round * 37) % 120);
      await stack.service().kill();
      await stack.startService();
    }
    const isEach = () =>
      toldPayouts.filter(({ isApproved }) => isApproved).length > 10 &&
      toldDebits.filter(({ isAcknowledged }) => isAcknowledged).length > 10 &&
      toldDeposits.filter(({ isPaid }) => isPaid).length > 5;
    await until(isEach, 60_000, "there is something of every kind to hold against the books");
    await shop.close();
    // What dead processes held on lease is free again when the lease is over: not waited for.
    await stack.advanceClock(2 * 60_000);
    await shop.empty();

    const statuses = await settled(stack, told);
    expectNothingLost(told, statuses);
    await expectOwnAnswers(told, statuses);
    await expectNoDoubleCharge(stack, statuses);
    await expectEachKeptOnce(stack, payer, told, statuses);
    await until(
      () => statuses.every((status) => lastStatusOf(receiver.deliveries, status) === status.status),
      settleWithinMs,
      "the last webhook of every intent arrives",
    );
    expectWholeAndInOrder(receiver.deliveries, statuses);
    await expectEachSentOnce(stack, toldPayouts);
    await expectEachDebitedOnce(stack, toldDebits);
    await expectEachPaidOnce(stack, toldDeposits);
  } finally {
    await receiver.close();
    await stack.stop();
  }
}

/** One customer with an intent and a payment by card. */
async function payByCard(stack: Stack, payer: string, told: Told[], turn: number, ask: Ask) {
  const names = [
    "visa",
    "mastercard",
    "insufficient_funds",
    "visa",
    "error_after_charging",
    "visa",
    "dropped_after_charging",
  ];
  const { number } = findCard(names[turn % names.length] ?? "visa");
  const externalPaymentIntentId = freshId("intent");
  const intent = await ask(() => createIntent(stack, payer, { externalPaymentIntentId }));
  // An intent whose answer was lost exists already; the operator would look it up. Take another.
  if (!intent) return;
  const key = freshId("attempt");
  const save = turn % 2 === 0;
  const repeat = () => submitPayment(stack, intent, number, key, { save });
  const entry: Told = { intent, repeat };
  told.push(entry);
  const answer = await ask(async () => {
    const answered = await repeat();
    const { httpStatus, text } = answered;
    if (httpStatus >= 500 || text.includes("idempotency_key_in_use")) {
      throw new Error(`answered ${httpStatus}: ${text}`);
    }
    return answered;
  });
  expect(answer?.httpStatus, answer?.text).toBe(201);
  if (!answer?.attempt) return;
  entry.paymentId = answer.attempt.paymentId;
  if (save) entry.kept = number.slice(-4);
  if (answer.attempt.status !== "pending") entry.finalStatus = answer.attempt.status;
}

/** Waits until no intent is pending any more: recovery has finished what the kills cut off. */
async function settled(stack: Stack, told: Told[]): Promise<PaymentIntentStatus[]> {
  const deadline = Date.now() + settleWithinMs;
  const statuses: PaymentIntentStatus[] = [];
  for (const { intent } of told) {
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

function expectNothingLost(told: Told[], statuses: PaymentIntentStatus[]): void {
  expect(told.length).toBeGreaterThan(rounds * 3);
  expect(told.filter(({ finalStatus }) => finalStatus === "success").length).toBeGreaterThan(
    rounds / 2,
  );
  for (const [at, { intent, paymentId, finalStatus }] of told.entries()) {
    const status = statuses[at];
    expect(status?.paymentIntentId).toBe(intent.paymentIntentId);
    const payment = status?.payments.find((each) => each.paymentId === paymentId);
    expect(payment, `payment ${paymentId}`).toBeDefined();
    if (finalStatus) expect(payment?.status).toBe(finalStatus);
  }
}

/** Whoever asks again under the same key is told of the one attempt that it began. */
async function expectOwnAnswers(told: Told[], statuses: PaymentIntentStatus[]): Promise<void> {
  for (const [at, { repeat, paymentId, finalStatus }] of told.entries()) {
    const { httpStatus, attempt, text } = await repeat();
    expect(httpStatus, text).toBe(201);
    const [payment, ...others] = statuses[at]?.payments ?? [];
    expect(others, "other attempts under the key").toEqual([]);
    expect([attempt?.paymentId, payment?.paymentId]).toEqual([paymentId, paymentId]);
    // An attempt that was pending when it was first told may be told so again; an end is the end.
    if (finalStatus) expect(attempt?.status).toBe(finalStatus);
    else expect([payment?.status, "pending"]).toContain(attempt?.status);
  }
}

async function expectNoDoubleCharge(stack: Stack, statuses: PaymentIntentStatus[]): Promise<void> {
  const byReference = groupBy(
    await bookedCharges(stack),
    ({ merchantReference }) => merchantReference,
  );
  for (const { payments } of statuses) {
    for (const payment of payments) {
      const taken = (byReference.get(payment.paymentId) ?? []).filter(
        ({ status, reversal }) => status === "approved" && reversal === undefined,
      );
      expect(taken.length, `charges of ${payment.paymentId}`).toBe(
        payment.status === "success" ? 1 : 0,
      );
      byReference.delete(payment.paymentId);
    }
  }
  const orphans = [...byReference.values()]
    .flat()
    .filter(({ status, reversal }) => status === "approved" && !reversal);
  expect(orphans, "charges of no payment").toEqual([]);
}

async function expectEachKeptOnce(
  stack: Stack,
  payer: string,
  told: Told[],
  statuses: PaymentIntentStatus[],
): Promise<void> {
  const wanted = told.flatMap(({ paymentId, kept }, at) => {
    const payment = statuses[at]?.payments.find((each) => each.paymentId === paymentId);
    return kept !== undefined && payment?.status === "success" ? [kept] : [];
  });
  expect(wanted.length).toBeGreaterThan(0);
  const path = `/v1/customers/${payer}/payment-methods`;
  const isAllThere = async () => {
    const { data } = await call<{ data: { paymentMethod: { last4: string } }[] }>(
      stack,
      "GET",
      path,
    );
    const found = data.map(({ paymentMethod }) => paymentMethod.last4);
    expect(new Set(found).size, "kept cards").toBe(found.length);
    return wanted.every((last4) => found.includes(last4));
  };
  const deadline = Date.now() + settleWithinMs;
  while (!(await isAllThere())) {
    expect(Date.now(), "cards that were to be kept are not there").toBeLessThan(deadline);
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

/** A fail-over is a change that nobody is told of: `sequence` grows, but not always by one. */
function expectWholeAndInOrder(deliveries: Delivery[], statuses: PaymentIntentStatus[]): void {
  const byIntent = groupBy(deliveries, ({ paymentIntentId }) => paymentIntentId);
  for (const { paymentIntentId } of statuses) {
    const arrived = byIntent.get(paymentIntentId) ?? [];
    const first = arrived.filter(
      ({ sequence }, at) => arrived.findIndex((each) => each.sequence === sequence) === at,
    );
    const sequences = first.map(({ sequence }) => sequence);
    const inOrder = sequences.toSorted((a, b) => a - b);
    expect(sequences, `sequences of ${paymentIntentId} as they arrived`).toEqual(inOrder);
    const told = first.map(({ status }) => status).join(" ");
    expect(told, `what was told of ${paymentIntentId}`).toMatch(
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
