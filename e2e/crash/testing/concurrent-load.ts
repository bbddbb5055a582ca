/**
 * The concurrent requests of customers, staff and banks in kill-two-processes.crash.test.ts, and what must be true
 * afterwards.
 */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { Refund } from "#contract/api/refunds";
import { findCard } from "../../../sandbox/catalogue/cards.ts";
import { submitDebit, submitPayment } from "../../stack/client-api.ts";
import {
  bookedCharges,
  call,
  createIntent,
  createPayer,
  freshId,
  readStatus,
} from "../../stack/operator-api.ts";
import type { Stack } from "../../stack/start-stack.ts";

export interface Paid {
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly isDebit: boolean;
}

const cards = [
  "visa",
  "refund_cleared",
  "refund_later",
  "refund_failed_later",
  "refund_returned_later",
  "refund_silent",
  "error_after_charging",
];
const totalMinor = 4_999;
/** Parts that do not all fit into a payment. */
const parts = [20, 20, 15.37, 9.62];
const minorOf = (amount: number) => Math.round(amount * 100);

/** Makes the payments: three with each card, and ACH debits. */
export async function payAll(stack: Stack): Promise<Paid[]> {
  const payer = await createPayer(stack);
  const paid: Paid[] = [];
  for (const name of [...cards, ...cards, ...cards]) {
    const { number } = findCard(name);
    const intent = await createIntent(stack, payer);
    const { attempt, text } = await submitPayment(stack, intent, number, freshId("attempt"));
    expect(attempt, text).toBeDefined();
    const { paymentIntentId } = intent;
    paid.push({ paymentIntentId, paymentId: attempt?.paymentId ?? "", isDebit: false });
  }
  for (let count = 0; count < 12; count += 1) {
    const intent = await createIntent(stack, payer, { paymentMethodTypes: ["bank"] });
    const { paymentId } = await submitDebit(stack, intent, `98${1_000 + count}`);
    paid.push({ paymentIntentId: intent.paymentIntentId, paymentId, isDebit: true });
  }
  return paid;
}

export interface ConcurrentLoad {
  someAreDone(): Promise<void>;
  finish(): Promise<void>;
}

/** Starts the load. Requests alternate between the processes, and are sent again while there is no response. */
export function startConcurrentLoad(
  processes: readonly Stack[],
  paid: readonly Paid[],
): ConcurrentLoad {
  let turn = 0;
  const send = (method: string, path: string, body: object) =>
    untilAnswered(() => {
      turn += 1;
      const to = processes[turn % processes.length];
      if (!to) throw new Error("no process");
      return call<Record<string, string | null>>(to, method, path, body);
    });
  const works = paid.flatMap((payment, at) => worksOf(processes, payment, at, send));
  // Mixes them in the same way on every run.
  const queue = works.map((work, at) => ({ work, place: (at * 37) % works.length }));
  queue.sort((one, next) => one.place - next.place);
  let done = 0;
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await next.work();
      done += 1;
      // Slow enough that every round has requests to interrupt.
      await pause(250);
    }
  };
  const workers = Promise.all(Array.from({ length: 8 }, worker));
  // finish() reports the error.
  workers.catch(() => undefined);
  return {
    async someAreDone() {
      const enough = done + 12;
      await expect
        .poll(() => done >= enough || queue.length === 0, { timeout: 120_000 })
        .toBe(true);
    },
    finish: async () => void (await workers),
  };
}

type Send = (method: string, path: string, body: object) => Promise<Record<string, string | null>>;

function worksOf(
  [stack]: readonly Stack[],
  { paymentIntentId, paymentId, isDebit }: Paid,
  at: number,
  send: Send,
): (() => Promise<unknown>)[] {
  const refunds = parts.map((amount) => {
    const body = { amount, externalRefundId: freshId("refund") };
    return () => send("POST", `/v1/payment-intents/${paymentIntentId}/refunds`, body);
  });
  if (!isDebit) return at % 3 === 0 ? [...refunds, () => dispute(send, paymentId, at)] : refunds;
  const works = [...refunds, () => inquire(send, paymentId), () => inquire(send, paymentId)];
  return at % 3 === 0 && stack ? [...works, () => returnOne(stack, at)] : works;
}

async function dispute(send: Send, paymentId: string, at: number): Promise<void> {
  const { disputeId } = await send("POST", "/v1/sandbox/disputes", { paymentId });
  const act = at % 2 === 0 ? "lose" : "win";
  if (disputeId) await send("POST", `/v1/sandbox/disputes/${disputeId}/decide`, { act });
}

async function inquire(send: Send, paymentId: string): Promise<void> {
  const path = `/v1/payments/${paymentId}/inquiries`;
  const { disputeId } = await send("POST", path, { reason: "proof_of_authorization" });
  const path2 = `/v1/disputes/${disputeId}/record-answer`;
  if (disputeId) await send("POST", path2, { result: "answered" });
}

interface BankEntry {
  traceNumber: string;
  direction: "debit" | "credit";
  amountMinor: number;
  accountLast4: string;
  returnCode: string | null;
}
async function bankEntries({ sandboxUrl }: Stack): Promise<BankEntry[]> {
  const response = await fetch(`${sandboxUrl}/receiving-bank/files`);
  const { data } = (await response.json()) as { data: { entries: BankEntry[] }[] };
  return data.flatMap(({ entries }) => entries);
}

/** The bank returns a debit as unauthorized, weeks after it settled or moments before its refund. */
async function returnOne(stack: Stack, at: number): Promise<void> {
  const open = (await bankEntries(stack)).filter(
    ({ direction, returnCode }) => direction === "debit" && returnCode === null,
  );
  const traceNumber = open[at % open.length]?.traceNumber;
  await fetch(`${stack.sandboxUrl}/receiving-bank/returns`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ traceNumber, code: "R10" }),
  });
}

/**
 * Sends a request until it gets a response. A refusal is one too; which requests are refused depends on their order.
 */
async function untilAnswered(
  send: () => Promise<Record<string, string | null>>,
): Promise<Record<string, string | null>> {
  const deadline = Date.now() + 200_000;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (/returned 4\d\d: /.test(String(error))) return {};
      if (Date.now() > deadline) throw error;
      await pause(200);
    }
  }
}

async function allRefunds(stack: Stack): Promise<Refund[]> {
  const refunds: Refund[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/v1/refunds?size=100&page=${page}`;
    const { data, total } = await call<{ data: Refund[]; total: number }>(stack, "GET", path);
    refunds.push(...data);
    if (data.length === 0 || refunds.length >= total) return refunds;
  }
}

interface BookedRefund {
  merchantReference: string;
  status: string;
  amountMinor: number;
}

/** The processors' books. */
async function bookedRefunds({ sandboxUrl }: Stack): Promise<BookedRefund[]> {
  const response = await fetch(`${sandboxUrl}/admin/refunds`);
  return ((await response.json()) as { data: BookedRefund[] }).data;
}

/**
 * Refunds that are pending, or that a bank has returned since the service looked them up. The service learns of such a
 * return a day later.
 */
export async function openRefunds(stack: Stack): Promise<Refund[]> {
  const failed = (await bookedRefunds(stack)).filter(({ status }) => status === "failed");
  const returned = new Set(failed.map(({ merchantReference }) => merchantReference));
  return (await allRefunds(stack)).filter(
    ({ refundId, status }) =>
      status === "pending" || (status === "success" && returned.has(refundId)),
  );
}

/** Compares all refunds with the payments, and with the books of processors and bank. */
export async function expectNoMoneyTwice(stack: Stack, paid: readonly Paid[]): Promise<void> {
  const refunds = await allRefunds(stack);
  expect(refunds.filter(({ status }) => status === "success").length).toBeGreaterThan(20);
  const books = await bookedRefunds(stack);
  for (const { paymentIntentId, paymentId, isDebit } of paid) {
    const own = refunds.filter((refund) => refund.paymentId === paymentId);
    const returned = own
      .filter(({ status }) => status === "success")
      .reduce((sum, { amount }) => sum + minorOf(amount), 0);
    expect(returned, `refunds of ${paymentId}`).toBeLessThanOrEqual(totalMinor);
    const { refundedAmount } = await readStatus(stack, paymentIntentId);
    expect([paymentId, minorOf(refundedAmount)]).toEqual([paymentId, returned]);
    if (isDebit) continue;
    const [charge, ...others] = (await bookedCharges(stack, paymentId)).filter(
      ({ status }) => status === "approved",
    );
    expect([charge?.amountMinor, others]).toEqual([totalMinor, []]);
    for (const { refundId, status } of own) {
      const bookings = books.filter(({ merchantReference }) => merchantReference === refundId);
      const done = bookings.filter((refund) => refund.status === "success");
      expect([refundId, done.length]).toEqual([refundId, status === "success" ? 1 : 0]);
      expect(bookings.length, `bookings of ${refundId}`).toBeLessThanOrEqual(1);
    }
  }
  const known = new Set(refunds.map(({ refundId }) => refundId));
  expect(books.filter(({ merchantReference }) => !known.has(merchantReference))).toEqual([]);

  const entries = await bankEntries(stack);
  expect(new Set(entries.map(({ traceNumber }) => traceNumber)).size).toBe(entries.length);
  const sums = new Map<string, number>();
  for (const { accountLast4, direction, amountMinor } of entries) {
    const signed = direction === "debit" ? amountMinor : -amountMinor;
    sums.set(accountLast4, (sums.get(accountLast4) ?? 0) + signed);
  }
  expect([...sums].filter(([, left]) => left < 0)).toEqual([]);
}
