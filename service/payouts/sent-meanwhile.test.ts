/** The processor refuses the request of one process, while another process sends the same payout. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { recoverPayout } from "./flow/send-payout.ts";
import { createPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import type { PayoutBehavior } from "./testing/stand-in-payouts.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());
afterEach(() => {
  world.payouts.lookUpFault = null;
});

const refusal = { status: 422, body: { error: { code: "bad", message: "bad" } } };

/** The request of the first process gets a refusal only after another process has sent the payout. */
async function refusedAfter(other: PayoutBehavior) {
  world.payouts.next({ becomes: "nothing", response: { later: refusal } }, other);
  const intent = await world.submitted();
  const callsBefore = world.payouts.calls.length;
  await world.proceed(intent, true);
  await vi.waitFor(() => expect(world.payouts.calls).toHaveLength(callsBefore + 1), 20_000);
  world.clock.advance(120_000);
  await recoverPayout(world.service.disbursements.deps, intent.disbursementIntentId);
  world.payouts.release();
  await world.idle();
  return intent;
}

test("a refusal does not count if another process has sent since", async () => {
  world.payouts.lookUpFault = "not_found";
  const intent = await refusedAfter({ response: "break" });
  expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
  world.payouts.lookUpFault = null;
  await world.recover();
  expect((await world.statusOf(intent)).status).toBe("success");
});

test("a refusal does not count if the processor has accepted the request of another process since", async () => {
  const intent = await refusedAfter({ becomes: "pending" });
  const { disbursement } = await world.statusOf(intent);
  expect(disbursement).toMatchObject({ status: "pending", messages: [] });
  const sent = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
  if (sent) sent.status = "paid";
  await world.recover();
  expect((await world.statusOf(intent)).status).toBe("success");
});
