import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Dispute } from "#contract/api/disputes";
import { changeOperator } from "../../operators/accounts/index.ts";
import { StoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { type DisputeCalls, disputeCalls } from "../testing/dispute-calls.ts";
import { type DisputeTools, disputeTools } from "../testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { followAnswers } from "./follow-answers.ts";

let world: PaymentWorld;
let t: DisputeCalls;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeCalls(world);
});
afterAll(() => world.close());

/** Sends the operator's payments to these processors. */
const routeTo = (...processors: string[]) =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: {
      routingRules: processors.map((processor) => ({
        id: processor,
        to: [{ processor, weight: 1 }],
      })),
    },
  });

async function pdf(): Promise<string> {
  const document = await PDFDocument.create();
  document.addPage();
  return Buffer.from(await document.save()).toString("base64");
}

describe("submitting", () => {
  test("sends fields, files and a summary once, and locks the evidence", async () => {
    const { dispute, notice } = await t.open();
    const id = dispute.disputeId;
    await t.put(id, {
      fields: { explanation: "Delivered on time." },
      files: { receipt: { name: "r.pdf", contentType: "application/pdf", content: await pdf() } },
    });
    const { statusCode, body } = await t.submit(id);
    expect(statusCode).toBe(200);
    expect(body).toMatchObject({ status: "under-review", canRespond: false });
    expect(body.evidence.submittedAt).not.toBeNull();
    await t.follow();
    await t.follow();
    const calls = t.callsAbout(notice);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).toMatchObject({
      stage: "chargeback",
      fields: { explanation: "Delivered on time." },
      files: [{ kind: "receipt" }, { kind: "summary", name: "summary.pdf" }],
    });
    expect((await t.put(id, { fields: { explanation: "More." } })).body.errorCode).toBe(
      "evidence_submitted",
    );
    expect((await t.submit(id)).body.errorCode).toBe("evidence_submitted");
    expect((await t.accept(id)).body.errorCode).toBe("dispute_not_answerable");
    expect(await t.events(id)).toEqual(["created", "updated", "under-review"]);
  });

  test.each([
    [
      "keeps the blank lines between paragraphs",
      { explanation: `First.${"\n".repeat(60)}Last.` },
      2,
    ],
    [
      "has at most 60 pages",
      {
        accessActivityLog: "In\n".repeat(6_000),
        explanation: "Out\n".repeat(5_000),
        cancellationRebuttal: "Never.",
      },
      60,
    ],
  ])("makes a summary that %s", async (_, fields, pages) => {
    const { dispute, notice } = await t.open();
    await t.put(dispute.disputeId, { fields });
    await t.submit(dispute.disputeId);
    await t.follow();
    const [sent] = t.callsAbout(notice);
    const body = sent?.body as { files: { content: string }[] } | undefined;
    const content = Buffer.from(body?.files[0]?.content ?? "", "base64");
    const summary = await PDFDocument.load(content);
    expect(summary.getPageCount()).toBe(pages);
  });

  test("needs some evidence", async () => {
    const { dispute } = await t.open();
    expect((await t.submit(dispute.disputeId)).body.errorCode).toBe("evidence_empty");
  });

  test("is refused where the network allows no answer", async () => {
    const { dispute } = await t.open({ defendable: false });
    expect(dispute.canRespond).toBe(false);
    const { body } = await t.put(dispute.disputeId, { fields: { explanation: "x" } });
    expect(body.errorCode).toBe("dispute_not_answerable");
    expect((await t.accept(dispute.disputeId)).body.status).toBe("accepted");
  });

  test("leads to a look-up if the response is lost, and never sends the answer twice", async () => {
    const { dispute, notice } = await t.open();
    await t.put(dispute.disputeId, { fields: { explanation: "x" } });
    world.parties.northbank.disputes.next({ response: "break" });
    world.parties.northbank.disputes.lookUpStatus = 503;
    await t.submit(dispute.disputeId);
    await t.follow();
    await t.later(2_000);
    await t.later(4_000);
    expect(t.callsAbout(notice)).toHaveLength(1);
    world.parties.northbank.disputes.lookUpStatus = null;
    await t.later(10_000);
    expect(t.callsAbout(notice)).toHaveLength(1);
    const row = await world.service.deps.database.kysely
      .selectFrom("dispute_answers")
      .select(["step", "next_check_at"])
      .where("dispute_id", "=", dispute.disputeId)
      .executeTakeFirst();
    expect(row).toEqual({ step: "done", next_check_at: null });
  });

  test("sends the answer again under the same key if it never arrived", async () => {
    const { dispute, notice } = await t.open();
    await t.put(dispute.disputeId, { fields: { explanation: "x" } });
    world.parties.northbank.disputes.next({ becomes: "nothing", response: "break" });
    await t.submit(dispute.disputeId);
    await t.follow();
    await t.later(2_000);
    const calls = t.callsAbout(notice);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    expect(calls[0]?.body).toEqual(calls[1]?.body);
  });

  test("says why if the processor refuses, and the dispute needs a response again", async () => {
    const { dispute } = await t.open();
    const id = dispute.disputeId;
    await t.put(id, { fields: { explanation: "x" } });
    const error = { error: { code: "evidence_invalid", message: "no" } };
    world.parties.northbank.disputes.next({
      becomes: "nothing",
      response: { status: 400, body: error },
    });
    await t.submit(id);
    await t.follow();
    expect(await t.read(id)).toMatchObject({
      status: "needs-response",
      canRespond: true,
      evidence: { submittedAt: null },
      messages: [{ code: "evidence_invalid" }],
    });
    expect((await t.submit(id)).body).toMatchObject({ status: "under-review", messages: [] });
    await t.follow();
    expect(world.parties.northbank.disputes.taken.size).toBeGreaterThan(0);
  });

  test("twice at the same time sends one answer", async () => {
    const { dispute, notice } = await t.open();
    await t.put(dispute.disputeId, { fields: { explanation: "x" } });
    const responses = await Promise.all([t.submit(dispute.disputeId), t.submit(dispute.disputeId)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await t.follow();
    expect(t.callsAbout(notice)).toHaveLength(1);
  });

  test("counts for one stage only: pre-arbitration can be answered again", async () => {
    const { dispute, notice } = await t.open();
    const id = dispute.disputeId;
    await t.put(id, { fields: { explanation: "x" } });
    await t.submit(id);
    await t.follow();
    await t.change(notice, { stage: "pre_arbitration" });
    expect(await t.read(id)).toMatchObject({
      stage: "pre_arbitration",
      status: "needs-response",
      evidence: { submittedAt: null, fields: { explanation: "x" } },
    });
    expect((await t.submit(id)).statusCode).toBe(200);
    await t.follow();
    expect(t.callsAbout(notice)).toHaveLength(2);
  });

  test("is not undone while the processor still asks for a response", async () => {
    const { dispute, notice } = await t.open();
    await t.put(dispute.disputeId, { fields: { explanation: "x" } });
    await t.submit(dispute.disputeId);
    await t.change(notice, { status: "needs_response", feeMinor: 1_600 });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "under-review", fee: 16 });
  });
});

describe("accepting", () => {
  test("is reported to the processor once, and ends the dispute", async () => {
    const { dispute, notice } = await t.open();
    const first = await t.ask("POST", `${dispute.disputeId}/accept`, undefined, "accept-1");
    const repeat = await t.ask("POST", `${dispute.disputeId}/accept`, undefined, "accept-1");
    expect(first.body).toMatchObject({ status: "accepted", outcome: "accepted" });
    expect(repeat.body).toEqual(first.body);
    await t.follow();
    expect(t.callsAbout(notice)).toMatchObject([{ body: { stage: "chargeback" } }]);
    await t.change(notice, { status: "lost" });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "accepted" });
  });
});

describe("deadlines", () => {
  const inDays = (days: number) => new Date(world.clock.nowMs() + days * 86_400_000).toISOString();

  test("end the time to respond; the processor then decides", async () => {
    const { dispute, notice } = await t.open({ respondBy: inDays(1) });
    world.clock.advance(86_400_000);
    const late = await t.put(dispute.disputeId, { fields: { explanation: "x" } });
    expect(late.body.errorCode).toBe("dispute_not_answerable");
    await world.runJob("payments.disputes.expire");
    expect(await t.read(dispute.disputeId)).toMatchObject({
      status: "expired",
      outcome: "expired",
      canRespond: false,
    });
    await t.change(notice, { status: "lost", respondBy: null });
    expect(await t.read(dispute.disputeId)).toMatchObject({ status: "lost" });
    expect(await t.events(dispute.disputeId)).toEqual(["created", "expired", "lost"]);
  });

  test("are never invented: without one a dispute does not expire", async () => {
    const { dispute } = await t.open({ respondBy: null });
    world.clock.advance(365 * 86_400_000);
    await world.runJob("payments.disputes.expire");
    expect(await t.read(dispute.disputeId)).toMatchObject({
      status: "needs-response",
      respondBy: null,
    });
  });

  test("open the dispute again when the processor extends them", async () => {
    const { dispute, notice } = await t.open({ respondBy: inDays(1) });
    world.clock.advance(86_400_000);
    await world.runJob("payments.disputes.expire");
    await t.change(notice, { respondBy: inDays(3) });
    expect(await t.read(dispute.disputeId)).toMatchObject({
      status: "needs-response",
      canRespond: true,
      outcome: null,
    });
  });
});

test("an answer that fails each time is tried after growing pauses, and sent once it can be", async () => {
  const { dispute, notice } = await t.open();
  await t.accept(dispute.disputeId);
  const { payments } = world.service;
  const pauses = createFailurePauses();
  const triedAtMinutes: number[] = [];
  for (let minute = 0; minute < 40; minute += 2) {
    const load = async () => {
      triedAtMinutes.push(minute);
      throw new Error("broken");
    };
    const deps = { ...payments, keyring: { ...payments.keyring, load } };
    await followAnswers(deps, { only: "northbank" }, pauses);
    world.clock.advance(2 * 60_000);
  }
  expect(triedAtMinutes).toEqual([0, 2, 6, 14, 30]);
  world.clock.advance(60 * 60_000);
  await followAnswers(payments, { only: "northbank" }, pauses);
  expect(t.callsAbout(notice)).toHaveLength(1);
});

test("a processor that hangs delays only the answers to its own disputes", async () => {
  const { northbank, quayside } = world.parties;
  try {
    // The job's batch has five answers.
    for (let count = 0; count < 5; count += 1) {
      await t.accept((await t.open()).dispute.disputeId);
      northbank.disputes.next({ response: "hang" });
    }
    await routeTo("quayside");
    world.clock.advance(1);
    await t.accept((await disputeTools(world, "quayside").open()).dispute.disputeId);
    const calls = northbank.disputes.calls.length;
    const following = t.follow();
    await vi.waitFor(() => expect(northbank.disputes.calls).toHaveLength(calls + 5), 5_000);
    await vi.waitFor(() => expect(quayside.disputes.taken.size).toBe(1), 5_000);
    world.parties.release();
    await following;
  } finally {
    world.parties.release();
    northbank.disputes.forget();
    await routeTo();
  }
});

test("a claim whose response is lost frees only the answers of its processor", async () => {
  const { payments } = world.service;
  const accepted = async (of: DisputeTools) => {
    const { disputeId } = (await of.open()).dispute;
    await t.accept(disputeId);
    return disputeId;
  };
  const atNorthbank = await accepted(t);
  await routeTo("quayside");
  const atQuayside = await accepted(disputeTools(world, "quayside"));
  await routeTo();
  world.clock.advance(1);
  const lost = new StoreUnavailable(new Error("lost"));
  let loses = true;
  const kysely = payments.database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (loses) throw lost;
      return result;
    },
  });
  const onceBack: (() => Promise<unknown>)[] = [];
  const database = {
    ...payments.database,
    kysely,
    onceBack: (work: () => Promise<unknown>) => onceBack.push(work),
  };
  const deps = { ...payments, database };
  // Both claims end in the same millisecond.
  for (const only of ["northbank", "quayside"]) {
    await expect(followAnswers(deps, { only }, createFailurePauses())).rejects.toBe(lost);
  }
  loses = false;
  await onceBack[0]?.();
  const due = await payments.database.kysely
    .selectFrom("dispute_answers")
    .select("dispute_id")
    .where("dispute_id", "in", [atNorthbank, atQuayside])
    .where("next_check_at", "<=", new Date(world.clock.nowMs()))
    .execute();
  expect(due).toEqual([{ dispute_id: atNorthbank }]);
  await onceBack[1]?.();
  await t.follow();
  const steps = await payments.database.kysely
    .selectFrom("dispute_answers")
    .select("step")
    .where("dispute_id", "in", [atNorthbank, atQuayside])
    .execute();
  expect(steps).toEqual([{ step: "done" }, { step: "done" }]);
});

test("another operator's dispute does not exist", async () => {
  const { dispute } = await t.open();
  const other = await world.createOperator();
  const token = other.secretKey;
  const url = `/v1/disputes/${dispute.disputeId}`;
  const responses = await Promise.all([
    world.call("GET", url, { token }),
    world.call("PUT", `${url}/evidence`, { token, body: { fields: { explanation: "x" } } }),
    world.call("POST", `${url}/submit`, { token }),
    world.call("POST", `${url}/accept`, { token }),
  ]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect((await world.call("GET", "/v1/disputes", { token })).json().data).toEqual([]);
  expect(await t.read(dispute.disputeId)).toMatchObject({ status: "needs-response" });
});

test("the list can be narrowed to a status", async () => {
  const { notice } = await t.open();
  await t.change(notice, { status: "won" });
  const all = (await world.call("GET", "/v1/disputes?status=won&size=100")).json();
  expect(all.data.length).toBeGreaterThan(0);
  expect(new Set(all.data.map(({ status }: Dispute) => status))).toEqual(new Set(["won"]));
  expect((await world.call("GET", "/v1/disputes?status=open")).statusCode).toBe(400);
});
