import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { DisputeCase, DisputeList, DisputeRates } from "#contract/console/disputes";
import type { HomeWaiting } from "#contract/console/home";
import type { PaymentDetail } from "#contract/console/payments";
import { type BankWorld, createBankWorld } from "../../payments/testing/bank-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: BankWorld;
let reviewer: TestStaff;
let viewer: TestStaff;
let otherStaff: TestStaff;
let serial = 0;
const dayMs = 86_400_000;
const proof = { reason: "proof_of_authorization" };

beforeAll(async () => {
  world = await createBankWorld();
  reviewer = await addStaff(world, "reviewer");
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

async function sent() {
  serial += 1;
  const accountNumber = `66654321${String(serial).padStart(3, "0")}`;
  const intent = await world.createIntent();
  const { paymentId } = (await world.payByDebit(intent, { account: { accountNumber } })).body;
  await world.bankTakesFile();
  const { paymentIntentId } = intent;
  return {
    accountNumber,
    paymentIntentId,
    path: `/payments/${paymentIntentId}/attempts/${paymentId}`,
  };
}

async function opened(body: object = proof) {
  const debit = await sent();
  const response = await reviewer.browser.call("POST", `${debit.path}/inquiries`, body);
  expect(response.statusCode).toBe(201);
  return { ...debit, disputeId: response.json().disputeId as string };
}

const read = (id: string, by = reviewer): Promise<DisputeCase> =>
  by.browser.ok("GET", `/disputes/${id}`);

async function waiting(): Promise<number | undefined> {
  const { work }: HomeWaiting = await viewer.browser.ok("GET", "/home/waiting");
  return work.find(({ kind }) => kind === "disputes")?.count;
}

test("staff open an inquiry, which waits in the section, on Home and on the payment's page", async () => {
  const before = await waiting();
  const respondBy = new Date(world.clock.nowMs() + 5 * dayMs).toISOString();
  const { disputeId, paymentIntentId } = await opened({ ...proof, respondBy, note: "By letter" });
  const list: DisputeList = await reviewer.browser.ok("GET", "/disputes");
  expect(list.data[0]).toMatchObject({ disputeId, stage: "inquiry", respondBy });
  expect(await waiting()).toBe((before ?? 0) + 1);
  const detail: PaymentDetail = await viewer.browser.ok("GET", `/payments/${paymentIntentId}`);
  expect(detail.disputes).toMatchObject([{ disputeId, stage: "inquiry" }]);
  expect(await read(disputeId)).toMatchObject({
    canAccept: false,
    cost: 0,
    payment: { hasMandate: true },
    inquiry: {
      note: "By letter",
      answeredAt: null,
      canRecordAnswer: true,
      canWithdraw: true,
    },
    related: [],
  });
  await damageValues(world, "dispute_inquiries", "note_sealed");
  expect(await read(disputeId)).toMatchObject({ inquiry: { note: null } });
  const { data }: DisputeRates = await reviewer.browser.ok("GET", "/dispute-rates");
  expect(data.map(({ disputes }) => disputes)).toEqual([0, 0]);
});

test("staff record the answer that they saw, with their name and in the audit log", async () => {
  const { disputeId } = await opened();
  const path = `/disputes/${disputeId}/record-answer`;
  const body = { result: "answered", note: "Sent by fax." };
  const stale = await reviewer.browser.call("POST", path, { ...body, version: 9 });
  expect([stale.statusCode, stale.json().errorCode]).toEqual([409, "conflicting_state"]);
  const { version } = await read(disputeId);
  await reviewer.browser.ok("POST", path, { ...body, version });
  const { dispute, inquiry } = await read(disputeId);
  expect(dispute.status).toBe("under-review");
  expect(inquiry).toMatchObject({
    answeredAt: dispute.evidence.submittedAt,
    answerNote: "Sent by fax.",
    canRecordAnswer: false,
    canWithdraw: true,
  });
  expect([inquiry?.openedBy, inquiry?.answeredBy]).toEqual([inquiry?.openedBy, inquiry?.openedBy]);
  expect(inquiry?.closesAt).not.toBeNull();
  const rows = await world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select(["action", "actor_id", "details"])
    .where("subject_id", "=", disputeId)
    .orderBy("sequence")
    .execute();
  expect(rows).toMatchObject([
    { action: "dispute.inquiry_opened", actor_id: reviewer.staffId },
    { action: "dispute.inquiry_answered", actor_id: reviewer.staffId },
  ]);
  expect(JSON.stringify(rows)).not.toContain("fax");
});

test("the record of what was sent to the bank stays when the bank no longer needs an answer", async () => {
  const { disputeId } = await opened();
  const path = `/disputes/${disputeId}/record-answer`;
  const { version } = await read(disputeId);
  const answer = { result: "answered", note: "Sent by fax." };
  await reviewer.browser.ok("POST", path, { ...answer, version });
  const answered = await read(disputeId);
  world.clock.advance(60_000);
  const withdrawal = { result: "withdrawn", note: "The bank called." };
  await reviewer.browser.ok("POST", path, { ...withdrawal, version: answered.version });
  const { dispute, inquiry } = await read(disputeId);
  expect(dispute).toMatchObject({ status: "won", outcome: "withdrawn" });
  expect(inquiry).toMatchObject({
    answeredAt: answered.inquiry?.answeredAt,
    answerNote: "Sent by fax.\nThe bank called.",
    closesAt: null,
  });
});

test("the mandate is a PDF for everyone who may read the payment", async () => {
  const { path } = await sent();
  const response = await viewer.browser.call("GET", `${path}/mandate`);
  expect(response.headers["content-type"]).toBe("application/pdf");
  expect(response.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await otherStaff.browser.call("GET", `${path}/mandate`)).statusCode).toBe(404);
  const intent = await world.createIntent();
  const { paymentId } = (await world.pay(intent)).body;
  const card = `/payments/${intent.paymentIntentId}/attempts/${paymentId}/mandate`;
  expect((await viewer.browser.call("GET", card)).statusCode).toBe(404);
});

test("viewers and another operator's staff cannot change an inquiry", async () => {
  const { path, disputeId } = await opened();
  const other = await sent();
  for (const [by, status] of [
    [viewer, 403],
    [otherStaff, 404],
  ] as const) {
    const open = await by.browser.call("POST", `${other.path}/inquiries`, proof);
    const response = await by.browser.call("POST", `/disputes/${disputeId}/record-answer`, {
      result: "answered",
      version: 1,
    });
    expect([open.statusCode, response.statusCode]).toEqual([status, status]);
  }
  const repeat = await reviewer.browser.call("POST", `${path}/inquiries`, proof);
  expect([repeat.statusCode, repeat.json().errorCode]).toEqual([409, "inquiry_open"]);
});

test("the inquiry and the return after it show each other", async () => {
  const { disputeId, accountNumber, paymentIntentId } = await opened();
  await world.windowPasses();
  await world.sendBack(accountNumber, "R10");
  for (const name of ["ach.returns", "ach.report_outcomes"]) await world.runJob(name);
  // The sessions have expired.
  const late = await addStaff(world, "reviewer");
  const detail: PaymentDetail = await late.browser.ok("GET", `/payments/${paymentIntentId}`);
  const lost = detail.disputes.find(({ stage }) => stage === "chargeback")?.disputeId ?? "";
  const inquiry = await read(disputeId, late);
  expect(inquiry).toMatchObject({
    dispute: { status: "lost" },
    related: [{ disputeId: lost, reasonCode: "R10", status: "lost" }],
    inquiry: { canRecordAnswer: false, canWithdraw: false },
  });
  expect(await read(lost, late)).toMatchObject({
    dispute: { inquiryId: disputeId },
    related: [{ disputeId, stage: "inquiry" }],
    inquiry: null,
  });
});
