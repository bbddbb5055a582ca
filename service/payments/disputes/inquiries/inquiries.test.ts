/** Tests inquiries end to end with the sandbox's bank. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Dispute, OpenInquiry } from "#contract/api/disputes";
import { type BankWorld, createBankWorld } from "../../testing/bank-world.ts";

let world: BankWorld;
let serial = 0;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(60_000));

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(world.clock.nowMs() + days * dayMs).toISOString();
const proof: OpenInquiry = { reason: "proof_of_authorization" };

async function debit() {
  serial += 1;
  const accountNumber = `77654321${String(serial).padStart(3, "0")}`;
  const intent = await world.createIntent();
  const { body } = await world.payByDebit(intent, { account: { accountNumber } });
  return { intent, accountNumber, paymentId: body.paymentId };
}

async function sent() {
  const payment = await debit();
  await world.bankTakesFile();
  return payment;
}

const open = (paymentId: string, body: object = proof, headers = {}) =>
  world.call("POST", `/v1/payments/${paymentId}/inquiries`, { body, headers });
const record = (id: string, body: object = { result: "answered" }) =>
  world.call("POST", `/v1/disputes/${id}/record-answer`, { body });
const read = async (id: string): Promise<Dispute> =>
  (await world.call("GET", `/v1/disputes/${id}`)).json();

async function opened(body: object = proof) {
  const payment = await sent();
  const response = await open(payment.paymentId, body);
  expect(response.statusCode).toBe(201);
  return { ...payment, inquiry: response.json() as Dispute };
}

async function returned(accountNumber: string, code: string): Promise<void> {
  const entry = world.bank.files
    .flatMap(({ entries }) => entries)
    .find((entry) => entry.accountNumber === accountNumber && entry.direction === "debit");
  expect(await world.bank.returnEntry(entry?.traceNumber ?? "", code)).toBe(true);
  for (const name of ["ach.returns", "ach.report_outcomes"]) await world.runJob(name);
}

function eventsOf(disputeId: string): Promise<string[]> {
  return world.service.deps.database.kysely
    .selectFrom("events")
    .select("status")
    .where("resource_id", "=", disputeId)
    .orderBy("sequence")
    .execute()
    .then((rows) => rows.map(({ status }) => status));
}

test("an inquiry about a sent debit waits for the bank's deadline and takes no money", async () => {
  const respondBy = inDays(14);
  const { intent, paymentId, inquiry } = await opened({
    ...proof,
    respondBy: respondBy.replace("Z", "+00:00"),
    bankReference: "2026-0317",
    note: "Letter of March 17",
  });
  expect(inquiry).toMatchObject({
    paymentId,
    processor: "ach",
    network: "ach",
    reasonCode: "proof_of_authorization",
    reason: "Bank asks for proof of authorization",
    category: "unauthorized_debit",
    stage: "inquiry",
    status: "needs-response",
    amount: 49.99,
    respondBy,
    canRespond: false,
    bankReference: "2026-0317",
    inquiryId: null,
  });
  expect(JSON.stringify(inquiry)).not.toContain("March");
  const { disputeId } = inquiry;
  expect(await eventsOf(disputeId)).toEqual(["created"]);
  expect(await world.statusOf(intent)).toMatchObject({ disputedAmount: 0 });
  const posted = await world.service.deps.database.kysely
    .selectFrom("ledger_postings")
    .select("source_id")
    .where("source_id", "=", disputeId)
    .execute();
  expect(posted).toEqual([]);
  const paths = [`/v1/disputes/${disputeId}/submit`, `/v1/disputes/${disputeId}/accept`];
  for (const path of paths) {
    expect((await world.call("POST", path)).json().errorCode).toBe("dispute_not_answerable");
  }
});

test("a second inquiry is refused while one is open, and possible after it", async () => {
  const { paymentId, inquiry } = await opened();
  const refused = await open(paymentId);
  expect([refused.statusCode, refused.json().errorCode]).toEqual([409, "inquiry_open"]);
  await record(inquiry.disputeId);
  expect((await open(paymentId)).json().errorCode).toBe("inquiry_open");
  expect((await record(inquiry.disputeId, { result: "withdrawn" })).json()).toMatchObject({
    status: "won",
    outcome: "withdrawn",
  });
  expect((await open(paymentId)).statusCode).toBe(201);
});

test("the late answer of an expired inquiry waits until the newer inquiry has ended", async () => {
  const { paymentId, inquiry } = await opened({ ...proof, respondBy: inDays(1) });
  world.clock.advance(2 * dayMs);
  await world.runJob("payments.disputes.expire");
  const newer = (await open(paymentId)).json() as Dispute;
  const refused = await record(inquiry.disputeId);
  expect([refused.statusCode, refused.json().errorCode]).toEqual([409, "inquiry_open"]);
  expect(await read(inquiry.disputeId)).toMatchObject({
    status: "expired",
    evidence: { submittedAt: null },
  });
  await record(newer.disputeId, { result: "withdrawn" });
  expect((await record(inquiry.disputeId)).json()).toMatchObject({ status: "under-review" });
});

test("only one of ten concurrent requests opens an inquiry", async () => {
  const { paymentId } = await sent();
  const responses = await Promise.all(Array.from({ length: 10 }, () => open(paymentId)));
  const codes = responses.map(({ statusCode }) => statusCode).sort();
  expect(codes).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
});

test("a repeated key gives the same inquiry", async () => {
  const { paymentId } = await sent();
  const key = { "idempotency-key": "inquiry-1" };
  const first = await open(paymentId, proof, key);
  const repeat = await open(paymentId, proof, key);
  expect([first.statusCode, repeat.statusCode]).toEqual([201, 201]);
  expect(repeat.json()).toEqual(first.json());
});

test("only a debit that reached the bank can have an inquiry", async () => {
  const { paymentId } = await debit();
  const queued = await open(paymentId);
  expect([queued.statusCode, queued.json().errorCode]).toEqual([409, "inquiry_not_possible"]);
  const intent = await world.createIntent();
  const card = (await world.pay(intent)).body.paymentId;
  expect((await open(card)).json().errorCode).toBe("inquiry_not_possible");
  expect((await open("pay_unknown")).statusCode).toBe(404);
});

test("another operator can neither open nor answer an inquiry", async () => {
  const { paymentId, inquiry } = await opened();
  const { secretKey } = await world.createOperator();
  const headers = { authorization: `Bearer ${secretKey}` };
  const other = await sent();
  expect((await open(other.paymentId, proof, headers)).statusCode).toBe(404);
  const url = `/v1/disputes/${inquiry.disputeId}/record-answer`;
  const response = await world.call("POST", url, { body: { result: "answered" }, headers });
  expect(response.statusCode).toBe(404);
  expect(await read(inquiry.disputeId)).toMatchObject({ paymentId, status: "needs-response" });
});

test.each([
  [{ ...proof, respondBy: "2020-01-01T00:00:00Z" }, "invalid_value"],
  [{ ...proof, respondBy: "9999-12-31T23:59:59Z" }, "invalid_value"],
  [{ ...proof, respondBy: "tomorrow" }, "validation_failed"],
  [{ reason: "curiosity" }, "validation_failed"],
  [{}, "validation_failed"],
  [{ ...proof, note: "n".repeat(501) }, "validation_failed"],
  [{ ...proof, bankReference: "<b>" }, "validation_failed"],
  [{ ...proof, amount: 1 }, "unknown_field"],
])("refuses %j with %s", async (body, errorCode) => {
  const { paymentId } = await sent();
  const response = await open(paymentId, body);
  expect([response.statusCode, response.json().errorCode]).toEqual([400, errorCode]);
});

test("an answer is recorded once, late as well, and its inquiry ends when no return is possible", async () => {
  const { inquiry } = await opened({ ...proof, respondBy: inDays(2) });
  const { disputeId } = inquiry;
  world.clock.advance(3 * dayMs);
  await world.runJob("payments.disputes.expire");
  expect(await read(disputeId)).toMatchObject({ status: "expired" });
  const answeredAt = new Date(world.clock.nowMs() - 2 * dayMs).toISOString();
  const response = await record(disputeId, { result: "answered", answeredAt, note: "By fax." });
  expect(response.json()).toMatchObject({
    status: "under-review",
    outcome: null,
    evidence: { submittedAt: answeredAt },
  });
  const repeat = await record(disputeId);
  expect([repeat.statusCode, repeat.json().errorCode]).toEqual([409, "evidence_submitted"]);
  await world.runJob("payments.disputes.inquiries");
  expect(await read(disputeId)).toMatchObject({ status: "under-review" });
  world.clock.advance(67 * dayMs);
  await world.runJob("payments.disputes.inquiries");
  await world.runJob("payments.disputes.inquiries");
  expect(await read(disputeId)).toMatchObject({ status: "won", outcome: "won" });
  expect(await eventsOf(disputeId)).toEqual(["created", "expired", "under-review", "won"]);
  expect((await record(disputeId, { result: "withdrawn" })).json().errorCode).toBe(
    "dispute_not_answerable",
  );
});

test.each([[() => inDays(1)], [() => inDays(-400)]])(
  "an answer's time must be in the past year",
  async (time) => {
    const { inquiry } = await opened();
    const response = await record(inquiry.disputeId, { result: "answered", answeredAt: time() });
    expect([response.statusCode, response.json().errors[0].path]).toEqual([400, "answeredAt"]);
  },
);

test("a deadline is reported a day before, once", async () => {
  const { inquiry } = await opened({ ...proof, respondBy: inDays(1.5) });
  await world.runJob("payments.disputes.remind");
  world.clock.advance(dayMs);
  await world.runJob("payments.disputes.remind");
  await world.runJob("payments.disputes.remind");
  expect(await eventsOf(inquiry.disputeId)).toEqual(["created", "deadline-near"]);
});

test.each([
  ["before the answer", false],
  ["after the answer", true],
])(
  "a return as unauthorized %s loses the inquiry, and its dispute names it",
  async (_, isAnswered) => {
    const { accountNumber, intent, inquiry } = await opened();
    if (isAnswered) await record(inquiry.disputeId);
    await world.windowPasses();
    await returned(accountNumber, "R10");
    await world.runJob("ach.report_outcomes");
    const url = `/v1/disputes?paymentIntentId=${intent.paymentIntentId}`;
    const { data } = (await world.call("GET", url)).json();
    expect(data).toMatchObject([
      { stage: "chargeback", status: "lost", reasonCode: "R10", inquiryId: inquiry.disputeId },
      { stage: "inquiry", status: "lost", outcome: "lost", disputeId: inquiry.disputeId },
    ]);
    expect((await eventsOf(inquiry.disputeId)).at(-1)).toBe("lost");
    expect(await world.statusOf(intent)).toMatchObject({ disputedAmount: 49.99 });
    world.clock.advance(90 * dayMs);
    await world.runJob("payments.disputes.inquiries");
    expect(await read(inquiry.disputeId)).toMatchObject({ status: "lost" });
  },
);

test("the answer of a card dispute cannot be recorded by hand", async () => {
  const { inquiry } = await opened();
  await world.service.deps.database.kysely
    .updateTable("disputes")
    .set({ processor: "northbank" })
    .where("dispute_id", "=", inquiry.disputeId)
    .execute();
  expect((await record(inquiry.disputeId)).json().errorCode).toBe("dispute_not_answerable");
});
