/**
 * Disputes through the API: evidence, answers, deadlines, and what they do to refunds and the ledger. The file is
 * long because every rule of the page docs/payments/disputes.md has its case here.
 */
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Dispute } from "#contract/api/disputes";
import { readPosted } from "../../ledger/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { noticeOf, type StandInDisputes } from "../../testing/stand-in-disputes.ts";
import { type DisputeTools, disputeTools } from "../testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { runRefunds } from "../testing/run-refunds.ts";

let world: PaymentWorld;
let t: DisputeTools;
let processor: StandInDisputes;
let serial = 0;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeTools(world);
  processor = world.parties.northbank.disputes;
});
afterAll(() => world.close());

type Answer = {
  statusCode: number;
  body: Dispute & { errorCode?: string; errors?: { path: string; errorCode: string }[] };
};
async function ask(method: string, path: string, body?: object, key?: string): Promise<Answer> {
  const answer = await world.call(method, `/v1/disputes/${path}`, {
    ...(body && { body }),
    ...(key && { headers: { "idempotency-key": key } }),
  });
  return { statusCode: answer.statusCode, body: answer.json() };
}
const put = (id: string, body: object) => ask("PUT", `${id}/evidence`, body);
const submit = (id: string) => ask("POST", `${id}/submit`);
const accept = (id: string) => ask("POST", `${id}/accept`);
const follow = () => world.runJob("payments.disputes.answers");
async function later(ms: number) {
  world.clock.advance(ms);
  await follow();
}
const change = (notice: ReturnType<typeof noticeOf>, changes: Partial<typeof notice>) => {
  serial += 1;
  const sequence = notice.sequence + serial;
  return t.notify(noticeOf({ ...notice, eventId: `change-${serial}`, sequence, ...changes }));
};
async function refund(paymentIntentId: string, amount?: number) {
  serial += 1;
  const answer = await world.call("POST", `/v1/payment-intents/${paymentIntentId}/refunds`, {
    body: { externalRefundId: `after-dispute-${serial}`, ...(amount !== undefined && { amount }) },
  });
  return { statusCode: answer.statusCode, body: answer.json() };
}
async function pdf(pages = 1): Promise<string> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage();
  return Buffer.from(await document.save()).toString("base64");
}
const callsAbout = (dispute: { providerId: string }) =>
  processor.calls.filter(({ path }) => path.includes(dispute.providerId));

describe("evidence", () => {
  test("merges: what is left out stays, null removes", async () => {
    const { dispute } = await t.open();
    const id = dispute.disputeId;
    await put(id, { fields: { explanation: "They came.", trackingNumber: "1Z" } });
    const { statusCode, body } = await put(id, {
      fields: { trackingNumber: null, shippingCarrier: "UPS" },
      files: { receipt: { name: "r.pdf", contentType: "application/pdf", content: await pdf(2) } },
    });
    expect(statusCode).toBe(200);
    expect(body.evidence).toMatchObject({
      fields: { explanation: "They came.", shippingCarrier: "UPS" },
      files: [{ kind: "receipt", name: "r.pdf", pages: 2 }],
      submittedAt: null,
    });
    expect(body.evidence.fields).not.toHaveProperty("trackingNumber");
    const without = await put(id, { files: { receipt: null } });
    expect(without.body.evidence.files).toEqual([]);
    expect(await t.events(id)).toEqual(["created", "updated", "updated", "updated"]);
  });

  test("is sealed in the store", async () => {
    const { dispute } = await t.open();
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
    await put(dispute.disputeId, {
      fields: { explanation: "a secret text" },
      files: {
        other: { name: "who.png", contentType: "image/png", content: png.toString("base64") },
      },
    });
    const db = world.service.deps.database.kysely;
    const rows = JSON.stringify([
      await db.selectFrom("disputes").select("evidence_sealed").execute(),
      await db.selectFrom("dispute_files").select(["name_sealed", "content_sealed"]).execute(),
    ]);
    expect(rows).not.toContain("a secret text");
    expect(rows).not.toContain("who.png");
    expect(rows).not.toContain(png.toString("base64"));
  });

  test.each([
    ["another type", { contentType: "image/png", content: "AAAA" }, "evidence_file_invalid"],
    [
      "a broken PDF",
      { contentType: "application/pdf", content: "JVBERi0xLjc=" },
      "evidence_file_invalid",
    ],
    ["no base64", { contentType: "image/png", content: "a*b" }, "validation_failed"],
    [
      "a type that banks cannot open",
      { contentType: "text/html", content: "AAAA" },
      "validation_failed",
    ],
  ])("refuses a file with %s", async (_name, file, code) => {
    const { dispute } = await t.open();
    const { statusCode, body } = await put(dispute.disputeId, {
      files: { other: { name: "x", ...file } },
    });
    expect([statusCode, body.errorCode]).toEqual([400, code]);
  });

  test("refuses files that are too large or have too many pages together", async () => {
    const { dispute } = await t.open();
    const id = dispute.disputeId;
    const twelve = { name: "a.pdf", contentType: "application/pdf", content: await pdf(12) };
    await put(id, { files: { receipt: twelve } });
    const many = await put(id, { files: { other: twelve } });
    expect([many.statusCode, many.body.errorCode]).toEqual([400, "evidence_too_large"]);
    expect((await t.read(id)).evidence.files).toHaveLength(1);
    const big = Buffer.alloc(2 * 1024 * 1024 + 1);
    big.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const large = await put(id, {
      files: {
        other: { name: "b", contentType: "image/png", content: big.toString("base64") },
      },
    });
    expect([large.statusCode, large.body.errorCode]).toEqual([400, "evidence_too_large"]);
  });

  test("refuses unknown fields by name", async () => {
    const { dispute } = await t.open();
    const { statusCode, body } = await put(dispute.disputeId, { fields: { trackingNo: "1" } });
    expect(statusCode).toBe(400);
    expect(JSON.stringify(body.errors)).toContain("trackingNo");
  });
});

describe("submitting", () => {
  test("sends fields, files and a summary once, and locks the evidence", async () => {
    const { dispute, notice } = await t.open();
    const id = dispute.disputeId;
    await put(id, {
      fields: { explanation: "Delivered on time." },
      files: { receipt: { name: "r.pdf", contentType: "application/pdf", content: await pdf() } },
    });
    const { statusCode, body } = await submit(id);
    expect(statusCode).toBe(200);
    expect(body).toMatchObject({ status: "under-review", canRespond: false });
    expect(body.evidence.submittedAt).not.toBeNull();
    await follow();
    await follow();
    const calls = callsAbout({ providerId: notice.disputeId });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toMatchObject({
      stage: "chargeback",
      fields: { explanation: "Delivered on time." },
      files: [{ kind: "receipt" }, { kind: "summary", name: "summary.pdf" }],
    });
    expect((await put(id, { fields: { explanation: "More." } })).body.errorCode).toBe(
      "evidence_submitted",
    );
    expect((await submit(id)).body.errorCode).toBe("evidence_submitted");
    expect((await accept(id)).body.errorCode).toBe("dispute_not_answerable");
    expect(await t.events(id)).toEqual(["created", "updated", "under-review"]);
  });

  test("needs some evidence", async () => {
    const { dispute } = await t.open();
    expect((await submit(dispute.disputeId)).body.errorCode).toBe("evidence_empty");
  });

  test("is refused where the network allows no answer", async () => {
    const { dispute } = await t.open({ defendable: false });
    expect(dispute.canRespond).toBe(false);
    const { body } = await put(dispute.disputeId, { fields: { explanation: "x" } });
    expect(body.errorCode).toBe("dispute_not_answerable");
    expect((await accept(dispute.disputeId)).body.status).toBe("accepted");
  });

  test("without an answer is looked up, and never sent twice", async () => {
    const { dispute, notice } = await t.open();
    await put(dispute.disputeId, { fields: { explanation: "x" } });
    processor.next({ answers: "break" });
    processor.lookUpStatus = 503;
    await submit(dispute.disputeId);
    await follow();
    await later(2_000);
    await later(4_000);
    expect(callsAbout({ providerId: notice.disputeId })).toHaveLength(1);
    processor.lookUpStatus = null;
    await later(10_000);
    expect(callsAbout({ providerId: notice.disputeId })).toHaveLength(1);
    const row = await world.service.deps.database.kysely
      .selectFrom("dispute_answers")
      .select(["step", "next_check_at"])
      .where("dispute_id", "=", dispute.disputeId)
      .executeTakeFirst();
    expect(row).toEqual({ step: "done", next_check_at: null });
  });

  test("that never arrived is sent again under the same key", async () => {
    const { dispute, notice } = await t.open();
    await put(dispute.disputeId, { fields: { explanation: "x" } });
    processor.next({ becomes: "nothing", answers: "break" });
    await submit(dispute.disputeId);
    await follow();
    await later(2_000);
    const calls = callsAbout({ providerId: notice.disputeId });
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(calls[0]?.body).toEqual(calls[1]?.body);
  });

  test("that the processor refuses needs a response again, and says why", async () => {
    const { dispute } = await t.open();
    const id = dispute.disputeId;
    await put(id, { fields: { explanation: "x" } });
    const error = { error: { code: "evidence_invalid", message: "no" } };
    processor.next({ becomes: "nothing", answers: { status: 400, body: error } });
    await submit(id);
    await follow();
    expect(await t.read(id)).toMatchObject({
      status: "needs-response",
      canRespond: true,
      evidence: { submittedAt: null },
      messages: [{ code: "evidence_invalid" }],
    });
    expect((await submit(id)).body).toMatchObject({ status: "under-review", messages: [] });
    await follow();
    expect(processor.taken.size).toBeGreaterThan(0);
  });

  test("twice at once sends one answer", async () => {
    const { dispute, notice } = await t.open();
    await put(dispute.disputeId, { fields: { explanation: "x" } });
    const answers = await Promise.all([submit(dispute.disputeId), submit(dispute.disputeId)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await follow();
    expect(callsAbout({ providerId: notice.disputeId })).toHaveLength(1);
  });

  test("counts for one stage: pre-arbitration can be answered again", async () => {
    const { dispute, notice } = await t.open();
    const id = dispute.disputeId;
    await put(id, { fields: { explanation: "x" } });
    await submit(id);
    await follow();
    await change(notice, { stage: "pre_arbitration" });
    expect(await t.read(id)).toMatchObject({
      stage: "pre_arbitration",
      status: "needs-response",
      evidence: { submittedAt: null, fields: { explanation: "x" } },
    });
    expect((await submit(id)).statusCode).toBe(200);
    await follow();
    expect(callsAbout({ providerId: notice.disputeId })).toHaveLength(2);
  });

  test("does not turn back while the processor still asks for a response", async () => {
    const { dispute, notice } = await t.open();
    await put(dispute.disputeId, { fields: { explanation: "x" } });
    await submit(dispute.disputeId);
    await change(notice, { status: "needs_response", feeMinor: 1_600 });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "under-review", fee: 16 });
  });
});

describe("accepting", () => {
  test("is reported to the processor once, and ends the dispute", async () => {
    const { dispute, notice } = await t.open();
    const first = await ask("POST", `${dispute.disputeId}/accept`, undefined, "accept-1");
    const again = await ask("POST", `${dispute.disputeId}/accept`, undefined, "accept-1");
    expect(first.body).toMatchObject({ status: "accepted", outcome: "accepted" });
    expect(again.body).toEqual(first.body);
    await follow();
    expect(callsAbout({ providerId: notice.disputeId })).toMatchObject([
      { body: { stage: "chargeback" } },
    ]);
    await change(notice, { status: "lost" });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "accepted" });
  });
});

describe("deadlines", () => {
  const inDays = (days: number) => new Date(world.clock.nowMs() + days * 86_400_000).toISOString();

  test("end the time to respond; the processor then decides", async () => {
    const { dispute, notice } = await t.open({ respondBy: inDays(1) });
    world.clock.advance(86_400_000);
    const late = await put(dispute.disputeId, { fields: { explanation: "x" } });
    expect(late.body.errorCode).toBe("dispute_not_answerable");
    await world.runJob("payments.disputes.expire");
    expect(await t.read(dispute.disputeId)).toMatchObject({
      status: "expired",
      outcome: "expired",
      canRespond: false,
    });
    await change(notice, { status: "lost", respondBy: null });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "lost" });
    expect(await t.events(dispute.disputeId)).toEqual(["created", "expired", "lost"]);
  });

  test("are never made up: without one a dispute does not expire", async () => {
    const { dispute } = await t.open({ respondBy: null });
    world.clock.advance(365 * 86_400_000);
    await world.runJob("payments.disputes.expire");
    expect(await t.read(dispute.disputeId)).toMatchObject({
      status: "needs-response",
      respondBy: null,
    });
  });

  test("that the processor extends open the dispute again", async () => {
    const { dispute, notice } = await t.open({ respondBy: inDays(1) });
    world.clock.advance(86_400_000);
    await world.runJob("payments.disputes.expire");
    await change(notice, { respondBy: inDays(3) });
    expect(await t.read(dispute.disputeId)).toMatchObject({
      status: "needs-response",
      canRespond: true,
      outcome: null,
    });
  });
});

describe("money", () => {
  const disputedOf = async (intent: Parameters<PaymentWorld["statusOf"]>[0]) =>
    (await world.statusOf(intent))["disputedAmount"];

  test("an open dispute blocks refunds; an inquiry does not", async () => {
    const inquiry = await t.open({ stage: "inquiry" });
    expect(await disputedOf(inquiry.paid.intent)).toBe(0);
    expect((await refund(inquiry.paid.intent.paymentIntentId, 1)).statusCode).toBe(201);
    const { paid } = await t.open();
    const { statusCode, body } = await refund(paid.intent.paymentIntentId);
    expect([statusCode, body.errorCode]).toEqual([409, "payment_disputed"]);
  });

  test("a won dispute gives the money back, and everything can be refunded", async () => {
    const { paid, notice, dispute } = await t.open();
    expect(await disputedOf(paid.intent)).toBe(49.99);
    await change(notice, { status: "won" });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "won", outcome: "won" });
    expect(await disputedOf(paid.intent)).toBe(0);
    expect((await refund(paid.intent.paymentIntentId)).body).toMatchObject({ amount: 49.99 });
  });

  test("a withdrawn dispute counts as won", async () => {
    const { paid, notice, dispute } = await t.open();
    await change(notice, { status: "withdrawn" });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "won", outcome: "withdrawn" });
    expect(await disputedOf(paid.intent)).toBe(0);
  });

  test("a lost dispute reduces what can be refunded", async () => {
    const { paid, notice } = await t.open({ amountMinor: 3_000 });
    await change(notice, { status: "lost" });
    expect(await disputedOf(paid.intent)).toBe(30);
    const { paymentIntentId } = paid.intent;
    const tooMuch = await refund(paymentIntentId, 20);
    expect(tooMuch.body).toMatchObject({
      errorCode: "refund_exceeds_payment",
      refundableAmount: 19.99,
    });
    expect((await refund(paymentIntentId)).body).toMatchObject({ amount: 19.99 });
    expect((await refund(paymentIntentId)).body.errorCode).toBe("refund_exceeds_payment");
  });

  test("a late win after a loss gives the money back", async () => {
    const { paid, notice } = await t.open();
    await change(notice, { status: "lost" });
    await change(notice, { status: "won" });
    expect(await disputedOf(paid.intent)).toBe(0);
    expect((await refund(paid.intent.paymentIntentId)).statusCode).toBe(201);
  });

  test("a dispute larger than its payment takes all of it, and no more", async () => {
    const { paid, notice } = await t.open({ amountMinor: 6_000 });
    await change(notice, { status: "lost" });
    expect(await disputedOf(paid.intent)).toBe(60);
    expect((await refund(paid.intent.paymentIntentId)).body.errorCode).toBe(
      "refund_exceeds_payment",
    );
  });

  test("a refund that waits when the dispute comes is not sent", async () => {
    const paid = await t.paid();
    const { body } = await refund(paid.intent.paymentIntentId);
    await t.open({}, paid);
    await runRefunds(world);
    const after = (await world.call("GET", `/v1/refunds/${body.refundId}`)).json();
    expect(after).toMatchObject({ status: "failed", messages: [{ code: "charge_disputed" }] });
    expect(world.parties.northbank.refunds.made.has(body.refundId)).toBe(false);
  });

  test("two disputes of one payment add up, and end one by one", async () => {
    const first = await t.open({ amountMinor: 1_000 });
    const second = noticeOf({
      disputeId: "second-of-two",
      chargeId: first.paid.chargeId,
      amountMinor: 2_000,
    });
    await t.notify(second);
    expect(await disputedOf(first.paid.intent)).toBe(30);
    await change(first.notice, { status: "won" });
    expect((await refund(first.paid.intent.paymentIntentId, 1)).statusCode).toBe(409);
    await change(second, { status: "lost" });
    expect(await disputedOf(first.paid.intent)).toBe(20);
    expect((await refund(first.paid.intent.paymentIntentId)).body).toMatchObject({
      amount: 29.99,
    });
  });
});

describe("the ledger", () => {
  async function postedOf({ disputeId, paymentId }: Dispute): Promise<Record<string, number>> {
    const { operatorId } = world.operator;
    const source = { operatorId, type: "dispute", id: disputeId, paymentId } as const;
    const posted = await inTransaction(world.service.deps.database, (tx) => readPosted(tx, source));
    return Object.fromEntries(
      [...posted].flatMap(([name, amount]) => (amount === 0n ? [] : [[name, Number(amount)]])),
    );
  }
  const held = "dispute_receivable:northbank";
  const paidOut = "processor_receivable:northbank";
  const fee = "processing_fees:dispute";

  test("holds the amount while a dispute is open, and the fee is an expense", async () => {
    const inquiry = await t.open({ stage: "inquiry", feeMinor: null });
    expect(await postedOf(inquiry.dispute)).toEqual({});
    await change(inquiry.notice, { stage: "chargeback", feeMinor: 1_500 });
    expect(await postedOf(inquiry.dispute)).toEqual({
      [held]: 4_999,
      [paidOut]: -6_499,
      [fee]: 1_500,
    });
  });

  test("a loss is a loss, and a late win takes it back", async () => {
    const { dispute, notice } = await t.open();
    await change(notice, { status: "lost" });
    expect(await postedOf(dispute)).toEqual({
      chargeback_losses: 4_999,
      [paidOut]: -6_499,
      [fee]: 1_500,
    });
    await change(notice, { status: "won" });
    expect(await postedOf(dispute)).toEqual({ [paidOut]: -1_500, [fee]: 1_500 });
  });

  test("an accepted dispute that the processor refuses to close is open again", async () => {
    const { dispute } = await t.open();
    const error = { error: { code: "dispute_not_answerable", message: "no" } };
    processor.next({ becomes: "nothing", answers: { status: 400, body: error } });
    await accept(dispute.disputeId);
    expect(await postedOf(dispute)).toMatchObject({ chargeback_losses: 4_999 });
    await follow();
    expect(await t.read(dispute.disputeId)).toMatchObject({
      status: "needs-response",
      outcome: null,
    });
    expect(await postedOf(dispute)).toEqual({ [held]: 4_999, [paidOut]: -6_499, [fee]: 1_500 });
  });
});

test("another operator's dispute does not exist", async () => {
  const { dispute } = await t.open();
  const other = await world.createOperator();
  const token = other.secretKey;
  const url = `/v1/disputes/${dispute.disputeId}`;
  const answers = await Promise.all([
    world.call("GET", url, { token }),
    world.call("PUT", `${url}/evidence`, { token, body: { fields: { explanation: "x" } } }),
    world.call("POST", `${url}/submit`, { token }),
    world.call("POST", `${url}/accept`, { token }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect((await world.call("GET", "/v1/disputes", { token })).json().data).toEqual([]);
  expect(await t.read(dispute.disputeId)).toMatchObject({ status: "needs-response" });
});

test("the list can be narrowed to a status", async () => {
  const all = (await world.call("GET", "/v1/disputes?status=won&size=100")).json();
  expect(all.data.length).toBeGreaterThan(0);
  expect(new Set(all.data.map(({ status }: Dispute) => status))).toEqual(new Set(["won"]));
  expect((await world.call("GET", "/v1/disputes?status=open")).statusCode).toBe(400);
});
