import { afterAll, beforeAll, expect, test } from "vitest";
import type { HomeWaiting } from "#contract/console/home";
import { type DisputeTools, disputeTools } from "../../payments/testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { addStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let t: DisputeTools;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeTools(world);
});
afterAll(() => world.close());

const hourMs = 60 * 60_000;
const inHours = (hours: number) => new Date(world.clock.nowMs() + hours * hourMs).toISOString();
const remind = () => world.runJob("payments.disputes.remind");
async function dueOnHome(): Promise<number | undefined> {
  const viewer = await addStaff(world, "viewer");
  const { work }: HomeWaiting = await viewer.browser.ok("GET", "/home/waiting");
  return work.find(({ kind }) => kind === "deadlines")?.count;
}

test("a dispute is reported once in its last day, and again if the processor moves the deadline", async () => {
  const { dispute, notice } = await t.open({ respondBy: inHours(25) });
  const unknown = await t.open({ respondBy: null });
  await remind();
  expect([await t.events(dispute.disputeId), await dueOnHome()]).toEqual([["created"], 0]);
  world.clock.advance(2 * hourMs);
  await Promise.all([remind(), remind()]);
  await remind();
  expect(await t.events(dispute.disputeId)).toEqual(["created", "deadline-near"]);
  expect(await t.events(unknown.dispute.disputeId)).toEqual(["created"]);
  expect(await dueOnHome()).toBe(1);
  const respondBy = inHours(30);
  await t.notify(noticeOf({ ...notice, eventId: "moved", sequence: 2, respondBy }));
  expect(await dueOnHome()).toBe(0);
  await remind();
  world.clock.advance(10 * hourMs);
  await remind();
  expect(await t.events(dispute.disputeId)).toEqual([
    "created",
    "deadline-near",
    "updated",
    "deadline-near",
  ]);
});

test("staff can submit the version that they saw before a reminder", async () => {
  const { dispute } = await t.open({ respondBy: inHours(20) });
  const { browser } = await addStaff(world, "reviewer");
  const path = `/disputes/${dispute.disputeId}`;
  await browser.ok("PUT", `${path}/evidence`, { fields: { explanation: "Delivered." } });
  const { version } = await browser.ok("GET", path);
  await remind();
  expect((await browser.call("POST", `${path}/submit`, { version })).statusCode).toBe(200);
  expect(await t.events(dispute.disputeId)).toEqual([
    "created",
    "updated",
    "deadline-near",
    "under-review",
  ]);
});

test("nobody is reminded of a dispute that was answered, cannot be answered, or is over", async () => {
  const answered = await t.open({ respondBy: inHours(20) });
  const path = `/v1/disputes/${answered.dispute.disputeId}`;
  const body = { fields: { explanation: "Delivered." } };
  expect((await world.call("PUT", `${path}/evidence`, { body })).statusCode).toBe(200);
  expect((await world.call("POST", `${path}/submit`)).statusCode).toBe(200);
  const without = await t.open({ respondBy: inHours(20), defendable: false });
  const past = await t.open({ respondBy: inHours(1) });
  world.clock.advance(2 * hourMs);
  await remind();
  for (const { dispute } of [answered, without, past]) {
    expect(await t.events(dispute.disputeId)).not.toContain("deadline-near");
  }
});
