import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayedDispute } from "#contract/api/sandbox-disputes";
import {
  type DisputeTools,
  disputeTools,
  type PaidIntent,
} from "../../payments/testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";

let world: PaymentWorld;
let t: DisputeTools;
const orders: { path: string; body: unknown }[] = [];
/** Sends the issuer's notice before the sandbox responds. Null: the sandbox does not respond. */
let playing: (() => Promise<void>) | null = null;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeTools(world);
  world.parties.issuer.play = async (path, body) => {
    orders.push({ path, body });
    if (!playing) return null;
    await playing();
    return { status: 201, body: { disputeId: "dp_1", sequence: path.endsWith("/acts") ? 2 : 1 } };
  };
});
afterAll(() => world.close());

const post = (path: string, body: object, options: object = {}) =>
  world.call("POST", `/v1/sandbox/disputes${path}`, { body, ...options });
const noticed = ({ chargeId }: PaidIntent, status: "needs_response" | "won", sequence: number) =>
  noticeOf({
    eventId: `played-${status}`,
    disputeId: "dp_1",
    chargeId,
    status,
    sequence,
    reasonCode: "13.1",
  });

test("an operator's test can open a dispute and decide it, and each response has the dispute's new status", async () => {
  const paid = await t.paid();
  playing = () => t.notify(noticed(paid, "needs_response", 1));
  const order = { paymentId: paid.paymentId, reasonCode: "13.1", days: 7 };
  const headers = { "idempotency-key": "open-1" };
  const opened = await post("", order, { headers });
  expect(opened.statusCode, opened.body).toBe(201);
  const { disputeId } = opened.json<PlayedDispute>();
  expect(opened.json()).toMatchObject({ status: "needs-response", providerDisputeId: "dp_1" });
  expect(orders).toEqual([
    { path: "disputes", body: { chargeId: paid.chargeId, reasonCode: "13.1", days: 7 } },
  ]);
  expect((await post("", order, { headers })).json()).toEqual(opened.json());
  expect(orders).toHaveLength(1);

  playing = () => t.notify(noticed(paid, "won", 2));
  const decided = await post(`/${disputeId}/decide`, { act: "win" });
  expect([decided.statusCode, decided.json()]).toMatchObject([200, { disputeId, status: "won" }]);
  expect(orders[1]).toEqual({ path: "disputes/dp_1/acts", body: { act: "win" } });
});

test("refuses payments that did not succeed, and other operators' payments and disputes", async () => {
  const { secretKey: token } = await world.createOperator();
  const paid = await t.paid();
  const before = orders.length;
  const foreign = await post("", { paymentId: paid.paymentId }, { token });
  const [dispute] = (await world.call("GET", "/v1/disputes")).json().data;
  const others = await post(`/${dispute.disputeId}/decide`, { act: "lose" }, { token });
  const unknown = await post("", { paymentId: "pay_none" });
  expect([foreign.statusCode, others.statusCode, unknown.statusCode]).toEqual([404, 404, 404]);
  const declined = await world.createIntent();
  world.parties.northbank.next({ becomes: { declined: "do_not_honor" } });
  const { body } = await world.pay(declined);
  const refused = await post("", { paymentId: body.paymentId });
  expect(refused.json()).toMatchObject({ errors: [{ path: "paymentId" }] });
  expect((await post("", { paymentId: paid.paymentId, act: "win" })).statusCode).toBe(400);
  expect(orders).toHaveLength(before);
});

test("if the sandbox does not respond, the service responds with 503", async () => {
  const paid = await t.paid();
  playing = null;
  expect((await post("", { paymentId: paid.paymentId })).statusCode).toBe(503);
});

test("the routes do not exist if a processor is not the sandbox's", async () => {
  const real = [{ name: "acme", url: "https://api.acme.example", key: "key" }];
  const other = await createPaymentWorld({ env: { PROCESSORS: JSON.stringify(real) } });
  try {
    const response = await other.call("POST", "/v1/sandbox/disputes", {
      body: { paymentId: "pay_none" },
    });
    expect([response.statusCode, response.json().errorCode]).toEqual([404, "not_found"]);
  } finally {
    await other.close();
  }
});
