/** The processor decides while our answer is on its way: its notice decides, and no dispute stays open. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dispute } from "#contract/api/disputes";
import type { DisputeNotice } from "#contract/connectors/processor";
import { noticeOf, type StandInDisputes } from "../../testing/stand-in-disputes.ts";
import { type DisputeTools, disputeTools, type PaidIntent } from "../testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";

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

async function change(notice: DisputeNotice, status: DisputeNotice["status"]): Promise<void> {
  serial += 1;
  const sequence = notice.sequence + serial;
  await t.notify(noticeOf({ ...notice, eventId: `late-${serial}`, sequence, status }));
}

async function ask(method: string, path: string, body?: object): Promise<void> {
  const response = await world.call(method, `/v1/disputes/${path}`, { ...(body && { body }) });
  expect(response.statusCode).toBe(200);
}
async function submit({ disputeId }: Dispute): Promise<void> {
  await ask("PUT", `${disputeId}/evidence`, { fields: { explanation: "Delivered." } });
  await ask("POST", `${disputeId}/submit`);
}

/** Sends the answer, which the processor refuses. */
async function sendRefused(): Promise<void> {
  const error = { error: { code: "dispute_not_answerable", message: "no" } };
  processor.next({ becomes: "nothing", response: { status: 400, body: error } });
  await world.runJob("payments.disputes.answers");
}

async function refundErrorOf({ intent }: PaidIntent): Promise<string | undefined> {
  serial += 1;
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const response = await world.call("POST", url, { body: { externalRefundId: `late-${serial}` } });
  return response.json().errorCode;
}

test("a dispute that is withdrawn before our acceptance arrives is won, and stays so", async () => {
  const { dispute, notice, paid } = await t.open();
  await ask("POST", `${dispute.disputeId}/accept`);
  await change(notice, "withdrawn");
  await sendRefused();
  expect(await t.read(dispute.disputeId)).toMatchObject({ status: "won", outcome: "withdrawn" });
  expect(await refundErrorOf(paid)).toBeUndefined();
});

test.each(["accepted", "expired"] as const)(
  "a dispute that is %s at the processor before our evidence arrives ends with that status",
  async (status) => {
    const { dispute, notice, paid } = await t.open();
    await submit(dispute);
    await change(notice, status);
    await sendRefused();
    expect(await t.read(dispute.disputeId)).toMatchObject({ status, outcome: status });
    expect(await refundErrorOf(paid)).toBe("refund_exceeds_payment");
  },
);

test("a dispute that expired here is under review again if the processor has an answer", async () => {
  const { dispute, notice, paid } = await t.open();
  await change(notice, "expired");
  await change(notice, "under_review");
  expect(await t.read(dispute.disputeId)).toMatchObject({ status: "under-review", outcome: null });
  expect(await refundErrorOf(paid)).toBe("payment_disputed");
});
