import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DisputeCase, DisputeList, DisputeRates } from "#contract/console/disputes";
import { recordPaymentEvent } from "../../events/testing/record-payment-event.ts";
import { type DisputeTools, disputeTools } from "../../payments/testing/dispute-world.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  type PaymentWorld,
} from "../../payments/testing/payment-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let t: DisputeTools;
let reviewer: TestStaff;
let viewer: TestStaff;
let otherStaff: TestStaff;
const dayMs = 86_400_000;

beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeTools(world);
  reviewer = await addStaff(world, "reviewer");
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

const inDays = (days: number) => new Date(world.clock.nowMs() + days * dayMs).toISOString();
const list = (query = "", by = reviewer): Promise<DisputeList> =>
  by.browser.ok("GET", `/disputes?size=100&${query}`);
const read = (id: string, by = reviewer): Promise<DisputeCase> =>
  by.browser.ok("GET", `/disputes/${id}`);

test("the list shows what needs an answer first, by deadline, and its customer", async () => {
  const late = await t.open({ respondBy: inDays(9) });
  const soon = await t.open({ respondBy: inDays(2) });
  const unknown = await t.open({ respondBy: null });
  world.clock.advance(1_000);
  const over = await t.open({ status: "lost" });
  const open = await list();
  expect(open.data.map(({ disputeId }) => disputeId)).toEqual([
    unknown.dispute.disputeId,
    soon.dispute.disputeId,
    late.dispute.disputeId,
  ]);
  expect(open).toMatchObject({ waiting: 3, data: [{ customerEmail: "ada@example.com" }, {}, {}] });
  const all = await list("tab=all");
  expect(all.data[0]?.disputeId).toBe(over.dispute.disputeId);
  expect((await list("", otherStaff)).data).toEqual([]);
});

describe("a case", () => {
  test("has the payment's history and the evidence that the service can fill in", async () => {
    const { dispute, paid } = await t.open({ respondBy: inDays(5) });
    const found = await read(dispute.disputeId);
    expect(found).toMatchObject({
      dispute: { disputeId: dispute.disputeId, canRespond: true },
      canAccept: true,
      payment: {
        total: 49.99,
        type: "card",
        externalPaymentIntentId: paid.intent.externalPaymentIntentId,
        method: "visa ···· 4242",
        ipAddress: "127.0.0.1",
        deviceId: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      customer: { email: "ada@example.com" },
      known: { customerEmail: "ada@example.com", customerIpAddress: "127.0.0.1" },
      cost: 64.99,
      refundedBefore: 0,
      answer: null,
    });
  });

  test("shows its preview as PDF", async () => {
    const { dispute } = await t.open();
    const response = await reviewer.browser.call("GET", `/disputes/${dispute.disputeId}/preview`);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/pdf");
    expect(response.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("of reason 10.4 finds two earlier payments of the same card and device", async () => {
    const card = { number: "4000056655665556" };
    const pay = async () => {
      const intent = await world.createIntent({ description: "100 credits" });
      const { paymentId } = (await world.pay(intent, { card })).body;
      // The payment was made before the session began.
      await world.service.deps.database.kysely
        .updateTable("payments")
        .set({ created_at: new Date(world.clock.nowMs() - 200 * dayMs) })
        .where("payment_id", "=", paymentId)
        .execute();
    };
    await pay();
    await pay();
    const intent = await world.createIntent();
    const { paymentId } = (await world.pay(intent, { card })).body;
    const of = { intent, paymentId, chargeId: `ch-${paymentId}-1` };
    const at = new Date(world.clock.nowMs()).toISOString();
    const { dispute } = await t.open({ at }, of);
    const { compelling, known } = await read(dispute.disputeId);
    expect(compelling).toMatchObject({ qualifies: true, missing: null });
    expect(compelling?.payments).toHaveLength(2);
    expect(known["earlierPayments"]).toContain("100 credits");
    const other = await t.open({ reasonCode: "10.5", at });
    expect((await read(other.dispute.disputeId)).compelling?.missing).toBe("other_reason");
    const first = await t.open({ at });
    expect((await read(first.dispute.disputeId)).compelling?.missing).toBe("too_few_payments");
  });

  test("names earlier payments with all decimal places of their currency", async () => {
    const card = { number: "4000056655665556" };
    const money = { amount: 12.345, currency: "KWD" };
    for (let count = 0; count < 2; count += 1) {
      const { paymentId } = (await world.pay(await world.createIntent(money), { card })).body;
      await world.service.deps.database.kysely
        .updateTable("payments")
        .set({ created_at: new Date(world.clock.nowMs() - 130 * dayMs) })
        .where("payment_id", "=", paymentId)
        .execute();
    }
    const intent = await world.createIntent(money);
    const { paymentId } = (await world.pay(intent, { card })).body;
    const of = { intent, paymentId, chargeId: `ch-${paymentId}-1` };
    const at = new Date(world.clock.nowMs()).toISOString();
    const { dispute } = await t.open({ at, currency: "KWD", amountMinor: 12_345 }, of);
    const { known } = await read(dispute.disputeId);
    expect(known["earlierPayments"]?.match(/[\d.]+ KWD/g)).toEqual(["12.345 KWD", "12.345 KWD"]);
  });
});

describe("Compelling Evidence by delivery address", () => {
  const reno = {
    line1: "1 Main St",
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  };

  /** Pays with the same card from the same IP address, on another account and device. */
  async function pay(who: string, number: string, address: typeof reno | null) {
    const data = { email: `${who}@example.com` };
    await world.call("POST", "/v1/customers", { body: { externalCustomerId: who, data } });
    const intent = await world.createIntent({ externalCustomerId: who });
    const response = await world.callAsClient(
      "POST",
      "/v1/client/payments",
      intent.clientSecretKey,
      {
        body: {
          type: "card",
          card: { ...goodCard, number },
          total: intent.amount,
          browser: { ...browser, userAgent: `Browser of ${who}` },
        },
      },
    );
    expect(response.json().status).toBe("success");
    const { paymentId } = response.json();
    if (address) {
      const url = `/v1/payment-intents/${intent.paymentIntentId}/delivery`;
      expect((await world.call("PUT", url, { body: { address } })).statusCode).toBe(200);
    }
    return { intent, paymentId, chargeId: `ch-${paymentId}-1` };
  }

  async function compellingOf(number: string, earlier: (typeof reno | null)[]) {
    for (const [at, address] of earlier.entries()) {
      const { paymentId } = await pay(`ce${number.slice(-4)}-${at}`, number, address);
      await world.service.deps.database.kysely
        .updateTable("payments")
        .set({ created_at: new Date(world.clock.nowMs() - 200 * dayMs) })
        .where("payment_id", "=", paymentId)
        .execute();
    }
    const paid = await pay(`ce${number.slice(-4)}-now`, number, reno);
    const at = new Date(world.clock.nowMs()).toISOString();
    const { dispute } = await t.open({ at }, paid);
    return read(dispute.disputeId);
  }

  test("qualifies with payments that match only in it and the IP address", async () => {
    const upper = { ...reno, line1: "1 MAIN ST.", postalCode: "89501-1234" };
    const { compelling, known, delivery } = await compellingOf("4012888888881881", [reno, upper]);
    expect(compelling).toMatchObject({
      qualifies: true,
      payments: [
        { matches: ["ip_address", "delivery_address"] },
        { matches: ["ip_address", "delivery_address"] },
      ],
    });
    expect(known["earlierPayments"]).toContain("same ip address, delivery address");
    expect(known["shippingAddress"]).toBe("1 Main St\nReno NV 89501\nUS");
    expect(delivery).toMatchObject({ address: { city: "Reno" } });
  });

  test("does not qualify with another address, or without one", async () => {
    const other = { ...reno, line1: "2 Main St" };
    const { compelling } = await compellingOf("4111111111111111", [reno, other, null]);
    expect(compelling).toMatchObject({ qualifies: false, missing: "too_few_matches" });
  });
});

test("a case shows the text messages to the customer, masked, and when the form first showed the payment as paid", async () => {
  const { dispute, paid } = await t.open();
  const { operatorId } = world.operator;
  const { keyring, database } = world.service.deps;
  const id = "sms_case";
  const place = { operatorId, table: "sms_verifications", column: "phone_number_sealed", id };
  const at = new Date(world.clock.nowMs());
  await database.kysely
    .insertInto("sms_verifications")
    .values({
      sms_verification_id: id,
      operator_id: operatorId,
      external_customer_id: "ada",
      phone_number_sealed: keyring.encryptField(place, "+12125550117"),
      phone_index: "index",
      purpose: "payout",
      subject: "di_1",
      on_file_index: null,
      status: "approved",
      failed_checks: 0,
      sends: 2,
      resend_at: at,
      expires_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  const { sent } = await read(dispute.disputeId);
  expect(sent.texts).toMatchObject([
    { purpose: "payout", phoneNumber: "•••• 17", status: "approved", sends: 2 },
  ]);
  const events = await world.eventsOf(paid.intent);
  expect(events).toContain("success");
  expect(Date.parse(sent.outcomeShownAt ?? "")).toBeLessThanOrEqual(world.clock.nowMs());
  await damageValues(world, "sms_verifications", "phone_number_sealed");
  const damaged = await read(dispute.disputeId);
  expect(damaged.sent.texts).toMatchObject([{ phoneNumber: "••••", status: "approved" }]);
});

test("a case says when the payment first succeeded, however many events followed", async () => {
  const { dispute, paid } = await t.open();
  const { outcomeShownAt } = (await read(dispute.disputeId)).sent;
  expect(outcomeShownAt).not.toBeNull();
  world.clock.advance(60_000);
  for (let number = 0; number < 101; number += 1)
    await recordPaymentEvent(world, paid.intent.paymentIntentId, 1_000 + number, {
      status: "success",
    });
  expect((await read(dispute.disputeId)).sent.outcomeShownAt).toBe(outcomeShownAt);
});

describe("staff", () => {
  test("add evidence and submit the version that they saw; the audit log has both", async () => {
    const { dispute } = await t.open();
    const path = `/disputes/${dispute.disputeId}`;
    await reviewer.browser.ok("PUT", `${path}/evidence`, { fields: { explanation: "Delivered." } });
    const stale = await reviewer.browser.call("POST", `${path}/submit`, { version: 1 });
    expect([stale.statusCode, stale.json().errorCode]).toEqual([409, "conflicting_state"]);
    const { version } = await read(dispute.disputeId);
    await reviewer.browser.ok("POST", `${path}/submit`, { version });
    expect(await read(dispute.disputeId)).toMatchObject({
      dispute: { status: "under-review" },
      answer: "requested",
    });
    const rows = await world.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select(["action", "actor_id"])
      .where("subject_id", "=", dispute.disputeId)
      .orderBy("sequence")
      .execute();
    expect(rows).toEqual([
      { action: "dispute.evidence_changed", actor_id: reviewer.staffId },
      { action: "dispute.submitted", actor_id: reviewer.staffId },
    ]);
  });

  test("accept the version that they saw", async () => {
    const { dispute } = await t.open();
    const path = `/disputes/${dispute.disputeId}/accept`;
    expect((await reviewer.browser.call("POST", path, { version: 9 })).statusCode).toBe(409);
    await reviewer.browser.ok("POST", path, { version: 1 });
    expect((await read(dispute.disputeId)).dispute.status).toBe("accepted");
  });

  test("viewers cannot answer, and another operator's staff find nothing", async () => {
    const { dispute } = await t.open();
    const path = `/disputes/${dispute.disputeId}`;
    expect((await read(dispute.disputeId, viewer)).dispute.disputeId).toBe(dispute.disputeId);
    for (const [by, status] of [
      [viewer, 403],
      [otherStaff, 404],
    ] as const) {
      const body = { fields: { explanation: "x" } };
      const put = await by.browser.call("PUT", `${path}/evidence`, body);
      const submit = await by.browser.call("POST", `${path}/submit`, { version: 1 });
      const accept = await by.browser.call("POST", `${path}/accept`, { version: 1 });
      expect([put, submit, accept].map(({ statusCode }) => statusCode)).toEqual([
        status,
        status,
        status,
      ]);
    }
    expect((await otherStaff.browser.call("GET", path)).statusCode).toBe(404);
    expect((await otherStaff.browser.call("GET", `${path}/preview`)).statusCode).toBe(404);
    expect((await read(dispute.disputeId)).dispute.status).toBe("needs-response");
  });
});

test("the rates compare this month's disputes and fraud reports with its payments", async () => {
  const rates = (): Promise<DisputeRates> => reviewer.browser.ok("GET", "/dispute-rates");
  const [before] = (await rates()).data;
  const at = new Date(world.clock.nowMs()).toISOString();
  const paid = await t.paid();
  await t.open({ at }, paid);
  await t.open({ at, stage: "inquiry" });
  await t.open();
  const { data, hasFraudReports } = await rates();
  expect(hasFraudReports).toBe(false);
  expect(data).toMatchObject([
    {
      programme: "visa_vamp",
      disputes: (before?.disputes ?? 0) + 1,
      fraudReports: 0,
      payments: (before?.payments ?? 0) + 3,
      state: "fine",
    },
    { programme: "mastercard_ecm", disputes: 0, payments: 0, ratio: null, state: "fine" },
  ]);
});

test("the payment's page lists the events of its disputes", async () => {
  const { dispute, paid } = await t.open();
  const { events } = await reviewer.browser.ok("GET", `/payments/${paid.intent.paymentIntentId}`);
  const types = (events as { type: string; status: string }[]).map(
    ({ type, status }) => `${type} ${status}`,
  );
  expect(types).toContain("dispute created");
  expect(dispute.disputeId).toMatch(/^dsp_/);
});
