import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { DisbursementIntent } from "#contract/api/disbursements";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { inTransaction } from "../platform/database/transaction.ts";
import { lookAfterPayout } from "./flow/send-payout.ts";
import { writeChange } from "./flow/store-payout.ts";
import { movePayout } from "./payout-changes.ts";
import { findPayout, lockPayout } from "./store/payout-store.ts";
import { createPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import type { PayoutManner } from "./testing/stand-in-payouts.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());
afterEach(() => {
  world.payouts.lookUpFault = null;
  expect(doubles(), "payouts that were made twice").toEqual([]);
});

/** References for which the processor made more than one payout: there must never be any. */
function doubles(): string[] {
  const references = [...world.payouts.payouts.values()].map(
    (each) => each.request.merchantReference,
  );
  return references.filter((each, index) => references.indexOf(each) !== index);
}

const madeFor = (intent: DisbursementIntent) =>
  world.payouts.payouts.get(intent.disbursement?.disbursementId ?? "");

/** Approved with the processor behaving so; then the intent as it is at once. */
async function approvedWith(...manners: PayoutManner[]): Promise<DisbursementIntent> {
  world.payouts.next(...manners);
  return world.statusOf(await world.approved());
}

describe("an answer that ends it at once", () => {
  test("declined: failed, with a reason that the customer can read", async () => {
    const intent = await approvedWith({ becomes: { declined: "account_closed" } });
    expect(intent).toMatchObject({
      status: "failed",
      disbursement: {
        status: "failed",
        messages: [{ code: "account_closed", message: "The bank account is closed." }],
      },
    });
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      "pending-validation",
      "approved",
      "declined",
    ]);
  });

  test("a reason that nobody has heard of goes through", async () => {
    const intent = await approvedWith({ becomes: { declined: "moon_in_eclipse" } });
    expect(intent.disbursement?.messages).toMatchObject([
      { code: "moon_in_eclipse", message: expect.any(String) },
    ]);
  });

  test("the request itself refused: failed, and nothing was sent", async () => {
    const refusal = { status: 422, body: { error: { code: "bad", message: "bad" } } };
    const intent = await approvedWith({ becomes: "nothing", answers: refusal });
    expect(intent).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "processing_error" }] },
    });
    expect(madeFor(intent)).toBeUndefined();
  });
});

describe("an answer that leaves it open", () => {
  test.each<[string, PayoutManner]>([
    ["5xx after sending", { answers: { status: 500, body: {} } }],
    ["a connection that breaks after sending", { answers: "break" }],
    ["a page of HTML", { answers: { status: 200, body: "<html>" } }],
    ["a status that nobody has heard of", { answers: (payout) => ({ ...payout, status: "odd" }) }],
    ["another amount", { answers: (payout) => ({ ...payout, amountMinor: 1 }) }],
    ["another currency", { answers: (payout) => ({ ...payout, currency: "JPY" }) }],
  ])("%s: looked up at once, and not sent again", async (_, manner) => {
    const intent = await approvedWith(manner);
    expect(intent.status).toBe("success");
    const key = intent.disbursement?.disbursementId;
    expect(world.payouts.calls.filter((each) => each === key)).toHaveLength(1);
  });

  test.each<[string, PayoutManner]>([
    ["5xx before sending", { becomes: "nothing", answers: { status: 503, body: {} } }],
    ["a connection that breaks before sending", { becomes: "nothing", answers: "break" }],
  ])("%s: pending, then sent again under the same key", async (_, manner) => {
    const intent = await approvedWith(manner);
    expect(intent.disbursement?.status).toBe("pending");
    await world.lookAfter();
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test("a processor whose look-ups fail too: pending until it is well, sent once", async () => {
    world.payouts.lookUpFault = { status: 503 };
    const intent = await approvedWith({ answers: { status: 500, body: {} } });
    for (let round = 0; round < 3; round += 1) await world.lookAfter();
    expect((await world.statusOf(intent)).status).toBe("pending");
    world.payouts.lookUpFault = null;
    await world.lookAfter();
    expect((await world.statusOf(intent)).status).toBe("success");
    const key = intent.disbursement?.disbursementId;
    expect(world.payouts.calls.filter((each) => each === key)).toHaveLength(1);
  });

  test("one that lies about the amount for good is never believed", async () => {
    const intent = await approvedWith({ becomes: "pending" });
    const made = madeFor(intent);
    if (made) Object.assign(made, { status: "paid", amountMinor: 1 });
    await world.lookAfter();
    expect((await world.statusOf(intent)).status).toBe("pending");
    if (made) made.amountMinor = 5_000;
    await world.lookAfter();
    expect((await world.statusOf(intent)).status).toBe("success");
  });
});

describe("a payout that is sent again after a lost answer", () => {
  const refusals: [string, PayoutManner][] = [
    [
      "declined",
      { answers: (payout) => ({ ...payout, status: "declined", reasonCode: "duplicate" }) },
    ],
    [
      "canceled",
      { answers: (payout) => ({ ...payout, status: "canceled", reasonCode: "duplicate" }) },
    ],
    [
      "refused",
      { answers: { status: 422, body: { error: { code: "duplicate", message: "no" } } } },
    ],
  ];
  /** The first request is carried out, but neither it nor look-ups say so; then it is sent again. */
  async function sentAgain(manner: PayoutManner): Promise<DisbursementIntent> {
    world.payouts.lookUpFault = "not_found";
    const intent = await approvedWith({ answers: "break" });
    world.payouts.next(manner);
    return intent;
  }

  test.each(refusals)(
    "and then %s: looked up, and the one that was paid counts",
    async (_, manner) => {
      const intent = await sentAgain(manner);
      await world.lookAfter();
      // Nothing is found and nothing is believed.
      expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
      world.payouts.lookUpFault = null;
      await world.lookAfter();
      expect((await world.statusOf(intent)).status).toBe("success");
    },
  );

  test("and then declined for good: the look-up confirms it", async () => {
    const intent = await approvedWith({ becomes: "nothing", answers: "break" });
    world.payouts.next({ becomes: { declined: "account_closed" } });
    await world.lookAfter();
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "account_closed" }] },
    });
  });

  test("and then refused, with nothing found: believed when the first can't be on its way any more", async () => {
    const refusal = { status: 422, body: { error: { code: "bad", message: "bad" } } };
    const intent = await approvedWith({ becomes: "nothing", answers: "break" });
    world.payouts.next({ becomes: "nothing", answers: refusal });
    await world.lookAfter();
    expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
    world.payouts.next({ becomes: "nothing", answers: refusal });
    await world.lookAfter(10 * 60_000);
    expect((await world.statusOf(intent)).status).toBe("failed");
    expect(madeFor(intent)).toBeUndefined();
  });
});

test("a refusal says nothing about what another process has sent since", async () => {
  const refusal = { status: 422, body: { error: { code: "bad", message: "bad" } } };
  world.payouts.lookUpFault = "not_found";
  world.payouts.next({ becomes: "nothing", answers: { later: refusal } }, { answers: "break" });
  const intent = await world.submitted();
  const callsBefore = world.payouts.calls.length;
  await world.proceed(intent, true);
  await vi.waitFor(() => expect(world.payouts.calls).toHaveLength(callsBefore + 1), 20_000);
  // The first process stands still for so long that another takes over: it pays, and its answer is lost.
  world.clock.advance(120_000);
  await lookAfterPayout(world.service.disbursements.deps, intent.disbursementIntentId);
  world.payouts.release();
  await world.idle();
  expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
  world.payouts.lookUpFault = null;
  await world.lookAfter();
  expect((await world.statusOf(intent)).status).toBe("success");
});

describe("no answer", () => {
  test("in time: pending, found by its key later, and not sent again", async () => {
    const hasty = await createPayoutWorld({ payoutTimes: { sendDeadlineMs: 200 } });
    hasty.payouts.next({ answers: "hang" });
    hasty.payouts.lookUpFault = { status: 503 };
    const intent = await hasty.statusOf(await hasty.approved());
    expect(intent.disbursement?.status).toBe("pending");
    hasty.payouts.lookUpFault = null;
    await hasty.lookAfter();
    expect((await hasty.statusOf(intent)).status).toBe("success");
    expect(hasty.payouts.calls).toHaveLength(1);
    await hasty.close();
  });

  test("because nobody listens: pending, tried slower and slower, and sent when somebody does", async () => {
    const lonely = await createPayoutWorld({
      env: {
        PAYOUT_PROCESSOR: JSON.stringify({ name: "gone", url: "http://127.0.0.1:9", key: "k" }),
      },
    });
    const intent = await lonely.statusOf(await lonely.approved());
    await lonely.lookAfter();
    expect((await lonely.statusOf(intent)).disbursement).toMatchObject({
      status: "pending",
      messages: [],
    });
    await lonely.close();
  });
});

describe("what comes later", () => {
  const settle = async (status: "paid" | "failed" | "canceled", reasonCode?: string) => {
    const intent = await approvedWith({ becomes: "pending" });
    const made = madeFor(intent);
    if (made) Object.assign(made, { status, ...(reasonCode ? { reasonCode } : {}) });
    await world.lookAfter();
    return world.statusOf(intent);
  };

  test("paid", async () => {
    const intent = await settle("paid");
    expect(intent.status).toBe("success");
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      "pending-validation",
      "approved",
      "success",
    ]);
  });

  test("failed on the rail", async () => {
    const intent = await settle("failed", "account_not_found");
    expect(intent).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "account_not_found" }] },
    });
    expect((await world.eventsOf(intent)).at(-1)).toBe("failed");
  });

  test("called off before it left", async () => {
    const intent = await settle("canceled", "canceled");
    expect(intent).toMatchObject({ status: "failed", disbursement: { status: "voided" } });
    expect((await world.eventsOf(intent)).at(-1)).toBe("voided");
  });

  test("arrived, and came back: refunded", async () => {
    const intent = await world.statusOf(await world.approved());
    expect(intent.status).toBe("success");
    const made = madeFor(intent);
    if (made) Object.assign(made, { status: "returned", reasonCode: "credit_refused" });
    await world.lookAfter(13 * 60 * 60_000);
    expect(await world.statusOf(intent)).toMatchObject({
      status: "refunded",
      disbursement: { status: "refunded", messages: [{ code: "credit_refused" }] },
    });
    expect((await world.eventsOf(intent)).at(-1)).toBe("refunded");
  });

  test("is asked about for as long as banks may send it back, and then no more", async () => {
    const intent = await world.statusOf(await world.approved());
    const key = intent.disbursement?.disbursementId ?? "";
    const asked = () => world.payouts.lookUps.filter((each) => each === key).length;
    await world.lookAfter(13 * 60 * 60_000);
    expect(asked()).toBe(1);
    await world.lookAfter(70 * 24 * 60 * 60_000);
    expect(asked()).toBe(2);
    await world.lookAfter(24 * 60 * 60_000);
    expect(asked()).toBe(2);
  });
});

describe("a notice of the processor", () => {
  const notify = (idempotencyKey: string, key: string = sandboxCredentials.tidewater) =>
    world.call("POST", "/v1/payout-notifications", {
      token: key,
      body: { eventId: "evt", idempotencyKey },
    });

  test("makes us ask, however often it comes; what it says is not believed", async () => {
    const intent = await approvedWith({ becomes: "pending" });
    const key = intent.disbursement?.disbursementId ?? "";
    expect((await notify(key)).statusCode).toBe(200);
    await world.idle();
    expect((await world.statusOf(intent)).status).toBe("pending");
    const made = madeFor(intent);
    if (made) made.status = "paid";
    await Promise.all([notify(key), notify(key), notify(key)]);
    await world.idle();
    expect((await world.statusOf(intent)).status).toBe("success");
    expect((await world.eventsOf(intent)).filter((each) => each === "success")).toHaveLength(1);
  });

  test("from somebody else is refused; about nothing of ours it changes nothing", async () => {
    expect((await notify("dis_1", "wrong")).statusCode).toBe(401);
    expect((await notify("dis_nobody")).statusCode).toBe(200);
    const waiting = await world.statusOf(await world.submitted());
    await notify(waiting.disbursement?.disbursementId ?? "");
    await world.idle();
    expect((await world.statusOf(waiting)).status).toBe("pending-validation");
  });
});

describe("a crash", () => {
  /** Stores the approval as a process does that dies before, or while, it sends. */
  async function approvedAndDead(): Promise<DisbursementIntent> {
    const submitted = await world.submitted();
    const { deps } = world.service.disbursements;
    await inTransaction(deps.database, async (tx) => {
      const payout = await lockPayout(deps, tx, submitted.disbursementIntentId);
      const nowMs = world.clock.nowMs();
      const patch = { provider: "tidewater", nextCheckAtMs: nowMs + 35_000 };
      const change = movePayout(payout, "approved", nowMs, patch);
      if (change) await writeChange(deps, tx, change, { actor: "api" });
    });
    return world.statusOf(submitted);
  }

  test("between the intention and the sending: sent by the recovery, once", async () => {
    const intent = await approvedAndDead();
    await world.lookAfter(10_000);
    expect(madeFor(intent)).toBeUndefined();
    await world.lookAfter();
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test("between the sending and its answer: found by its key, not sent again", async () => {
    const intent = await approvedAndDead();
    const key = intent.disbursement?.disbursementId ?? "";
    const request = { merchantReference: key, amountMinor: 5_000, currency: "USD" };
    world.payouts.payouts.set(key, {
      payoutId: "po-lost",
      status: "paid",
      amountMinor: 5_000,
      currency: "USD",
      request: request as never,
    });
    await world.lookAfter();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(world.payouts.calls).not.toContain(key);
  });
});

describe("a processor that names the payout of another disbursement", () => {
  test.each(["paid", "declined"] as const)(
    "as %s is not believed: asked until it names its own, and sent once",
    async (status) => {
      const good = madeFor(await world.statusOf(await world.approved()));
      const intent = await approvedWith({
        answers: (own) => ({ ...own, payoutId: good?.payoutId, status, reasonCode: "no" }),
      });
      expect(intent.status).toBe("pending");
      const lines = world.logLines.filter((line) => line.includes("the payout of another"));
      expect(lines.at(-1)).toContain(intent.disbursementIntentId);
      await world.lookAfter();
      expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
      const key = intent.disbursement?.disbursementId ?? "";
      expect(world.payouts.calls.filter((each) => each === key)).toHaveLength(1);
    },
  );
});

test("a final payout keeps nothing of where the money went but what may be shown", async () => {
  const intent = await world.statusOf(await world.approved());
  const payout = await findPayout(world.service.disbursements.deps, intent.disbursementIntentId);
  expect(payout?.record).toMatchObject({ destinationSealed: null, shown: { last4: "6789" } });
});

test("an older write than the present state is refused and merges nothing", async () => {
  const submitted = await world.submitted();
  const { deps } = world.service.disbursements;
  const stale = await findPayout(deps, submitted.disbursementIntentId);
  await world.proceed(submitted, false);
  const change = stale && movePayout(stale, "approved", world.clock.nowMs());
  const storing = inTransaction(deps.database, async (tx) => {
    if (change) await writeChange(deps, tx, change, { actor: "api" });
  });
  await expect(storing).rejects.toMatchObject({ code: "disbursement_changed" });
  expect((await world.statusOf(submitted)).status).toBe("rejected");
});
