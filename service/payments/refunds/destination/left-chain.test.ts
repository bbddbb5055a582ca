import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import type { RefundQuote } from "#contract/client/refund";
import { checkRecords, walkHistory } from "../../../ledger/testing/restore-history.ts";
import { type CryptoWorld, createCryptoWorld } from "../../testing/crypto-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";

let world: CryptoWorld;
beforeAll(async () => {
  world = await createCryptoWorld();
});
afterAll(() => world.close());

const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
let serial = 0;

async function control(path: string, body: object): Promise<void> {
  const response = await fetch(`${world.sandbox.url}/chain/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.text()).toBe(true);
}
/** Replaces the newest blocks by others without payments. */
async function leaveChain(): Promise<void> {
  await control("reorganisations", { depth: 3 });
  await world.round();
}
/** The payments of {@link leaveChain} are gone for good. */
async function goForGood(): Promise<void> {
  for (let round = 0; round < 4; round += 1) await world.round();
  await control("blocks", { count: 3 });
  await world.round();
}
const requested = async (intent: CreatedPaymentIntent, body: object = {}): Promise<Refund> => {
  serial += 1;
  const answer = await world.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
    body: { externalRefundId: `gone-${serial}`, ...body },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const page = (made: Refund, path: string, body: object) =>
  world.call("POST", `/v1/client/refund${path}`, {
    token: made.refundUrl?.slice(made.refundUrl.indexOf("#") + 1) ?? "",
    body,
  });
async function name(made: Refund): Promise<void> {
  const isReturn = made.crypto?.amount !== null;
  const quote = isReturn ? null : (await page(made, "/quote", {})).json<RefundQuote>();
  const named = await page(made, "/destination", {
    type: "crypto",
    address: wallet,
    ...(quote && { quoteId: quote.quoteId }),
  });
  expect(named.statusCode, named.body).toBe(200);
}
const shown = async ({ refundId }: Refund) =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json<Refund>();
const returned = { status: "failed", messages: [{ code: "payment_returned" }] };

test("refunds of the order wait and then end, whether they have an address and an approval or not", async () => {
  const { intent } = await world.paid();
  const waiting = await requested(intent, { amount: 20 });
  const named = await requested(intent, { amount: 10 });
  await name(named);
  const approved = await requested(intent, { amount: 5 });
  await name(approved);
  await world.approve(approved.refundId);
  await leaveChain();
  await runRefunds(world);
  await expect(world.approve(named.refundId)).rejects.toMatchObject({ code: "conflicting_state" });
  const all = () => Promise.all([waiting, named, approved].map(shown));
  expect((await all()).map(({ status }) => status)).toEqual([
    "requires-destination",
    "pending",
    "pending",
  ]);
  await goForGood();
  expect(await all()).toMatchObject([returned, returned, returned]);
  expect(await world.payoutsOf(approved.refundId)).toEqual([]);
});

test("an overpayment is not returned once it has left the chain", async () => {
  const { intent } = await world.paid(undefined, { times: 1.5 });
  const made = await requested(intent, { reason: "overpaid" });
  await name(made);
  await leaveChain();
  await expect(world.approve(made.refundId)).rejects.toMatchObject({ code: "conflicting_state" });
  await goForGood();
  expect(await shown(made)).toMatchObject(returned);
  expect(await world.payoutsOf(made.refundId)).toEqual([]);
});

test("a return that was approved before waits, and ends when the deposit is gone for good", async () => {
  const { intent } = await world.paid(undefined, { times: 1.5 });
  const made = await requested(intent, { reason: "overpaid" });
  await name(made);
  await world.approve(made.refundId);
  await leaveChain();
  await runRefunds(world);
  expect([(await shown(made)).status, await world.payoutsOf(made.refundId)]).toEqual([
    "pending",
    [],
  ]);
  await goForGood();
  await runRefunds(world);
  expect(await shown(made)).toMatchObject(returned);
  expect(await world.payoutsOf(made.refundId)).toEqual([]);
});

test("a return of another asset waits while its block is not in the chain", async () => {
  const { intent, action } = await world.begin();
  await world.pay(action, { asset: "USDT", amount: "7", mine: 3 });
  await world.round();
  const made = await requested(intent, { reason: "wrong_asset" });
  await name(made);
  await world.approve(made.refundId);
  await leaveChain();
  await goForGood();
  await runRefunds(world);
  expect([(await shown(made)).status, await world.payoutsOf(made.refundId)]).toEqual([
    "pending",
    [],
  ]);
  const canceled = await world.call("POST", `/v1/refunds/${made.refundId}/cancel`);
  expect(canceled.json()).toMatchObject({ status: "canceled" });
});

test("the ledger check agrees with all postings", async () => {
  await walkHistory(world);
  expect(await checkRecords(world)).toEqual([]);
});
