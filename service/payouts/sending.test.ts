import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { DisbursementIntent } from "#contract/api/disbursements";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { inTransaction } from "../platform/database/transaction.ts";
import { writeChange } from "./flow/store-payout.ts";
import { movePayout } from "./payout-changes.ts";
import { findPayout, lockPayout } from "./store/payout-store.ts";
import { createPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import type { PayoutBehavior } from "./testing/stand-in-payouts.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());
afterEach(() => {
  world.payouts.lookUpFault = null;
  expect(doubles(), "payouts that were made twice").toEqual([]);
});

/** References of payouts that the processor made more than once. There must never be any. */
function doubles(): string[] {
  const sentKeys = [...world.payouts.payouts.values()].map(
    ({ request }) => request.merchantReference,
  );
  return sentKeys.filter((each, index) => sentKeys.indexOf(each) !== index);
}

const madeFor = (intent: DisbursementIntent) =>
  world.payouts.payouts.get(intent.disbursement?.disbursementId ?? "");

/** Approves a payout and resolves right after sending. */
async function approvedWith(...behaviors: PayoutBehavior[]): Promise<DisbursementIntent> {
  world.payouts.next(...behaviors);
  return world.statusOf(await world.approved());
}

describe("a final response", () => {
  test("that declines the payout fails it, with a reason for the customer", async () => {
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

  test("keeps a reason code that we do not know", async () => {
    const intent = await approvedWith({ becomes: { declined: "moon_in_eclipse" } });
    const message = { code: "moon_in_eclipse", message: expect.any(String) };
    expect(intent.disbursement?.messages).toMatchObject([message]);
  });

  test("that refuses the request fails the payout, and nothing was sent", async () => {
    const refusal = { status: 422, body: { error: { code: "bad", message: "bad" } } };
    const intent = await approvedWith({ becomes: "nothing", response: refusal });
    expect(intent).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "processing_error" }] },
    });
    expect(madeFor(intent)).toBeUndefined();
  });
});

describe("an unclear response", () => {
  test.each<[string, PayoutBehavior]>([
    ["5xx after sending", { response: { status: 500, body: {} } }],
    ["a connection that breaks after sending", { response: "break" }],
    ["a page of HTML", { response: { status: 200, body: "<html>" } }],
    ["an unknown status", { response: (payout) => ({ ...payout, status: "odd" }) }],
    ["another amount", { response: (payout) => ({ ...payout, amountMinor: 1 }) }],
    ["another currency", { response: (payout) => ({ ...payout, currency: "JPY" }) }],
  ])("(%s) is looked up at once, and not sent again", async (_, behavior) => {
    const intent = await approvedWith(behavior);
    expect(intent.status).toBe("success");
    const key = intent.disbursement?.disbursementId;
    expect(world.payouts.calls.filter((call) => call === key)).toHaveLength(1);
  });

  test.each<[string, PayoutBehavior]>([
    ["5xx before sending", { becomes: "nothing", response: { status: 503, body: {} } }],
    ["a connection that breaks before sending", { becomes: "nothing", response: "break" }],
  ])("(%s) leaves it pending, to be sent again under the same key", async (_, behavior) => {
    const intent = await approvedWith(behavior);
    expect(intent.disbursement?.status).toBe("pending");
    await world.recover();
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test("leaves the payout pending until the processor recovers if look-ups fail too, and it is sent once", async () => {
    world.payouts.lookUpFault = { status: 503 };
    const intent = await approvedWith({ response: { status: 500, body: {} } });
    for (let round = 0; round < 3; round += 1) await world.recover();
    expect((await world.statusOf(intent)).status).toBe("pending");
    world.payouts.lookUpFault = null;
    await world.recover();
    expect((await world.statusOf(intent)).status).toBe("success");
    const key = intent.disbursement?.disbursementId;
    expect(world.payouts.calls.filter((call) => call === key)).toHaveLength(1);
  });

  test("never accepts a wrong amount", async () => {
    const intent = await approvedWith({ becomes: "pending" });
    const booked = madeFor(intent);
    if (booked) Object.assign(booked, { status: "paid", amountMinor: 1 });
    await world.recover();
    expect((await world.statusOf(intent)).status).toBe("pending");
    if (booked) booked.amountMinor = 5_000;
    await world.recover();
    expect((await world.statusOf(intent)).status).toBe("success");
  });
});

describe("a payout that is sent again after a lost response", () => {
  const refusals: [string, PayoutBehavior][] = [
    [
      "declined",
      { response: (payout) => ({ ...payout, status: "declined", reasonCode: "duplicate" }) },
    ],
    [
      "canceled",
      { response: (payout) => ({ ...payout, status: "canceled", reasonCode: "duplicate" }) },
    ],
    [
      "refused",
      { response: { status: 422, body: { error: { code: "duplicate", message: "no" } } } },
    ],
  ];
  /** Makes a payout that is sent again, because neither the response nor look-ups show the first request's success. */
  async function sentAgain(behavior: PayoutBehavior): Promise<DisbursementIntent> {
    world.payouts.lookUpFault = "not_found";
    const intent = await approvedWith({ response: "break" });
    world.payouts.next(behavior);
    return intent;
  }

  test.each(refusals)(
    "is looked up if the retry is %s, and the first, paid try counts",
    async (_, behavior) => {
      const intent = await sentAgain(behavior);
      await world.recover();
      // The look-up finds nothing, so the refusal does not count yet.
      expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
      world.payouts.lookUpFault = null;
      await world.recover();
      expect((await world.statusOf(intent)).status).toBe("success");
    },
  );

  test("fails if the retry is declined and the look-up confirms that", async () => {
    const intent = await approvedWith({ becomes: "nothing", response: "break" });
    world.payouts.next({ becomes: { declined: "account_closed" } });
    await world.recover();
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "account_closed" }] },
    });
  });

  test("fails if the retry is refused and nothing is found, once the first request is no longer in transit", async () => {
    const refusal = { status: 422, body: { error: { code: "bad", message: "bad" } } };
    const intent = await approvedWith({ becomes: "nothing", response: "break" });
    world.payouts.next({ becomes: "nothing", response: refusal });
    await world.recover();
    expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
    world.payouts.next({ becomes: "nothing", response: refusal });
    await world.recover(10 * 60_000);
    expect((await world.statusOf(intent)).status).toBe("failed");
    expect(madeFor(intent)).toBeUndefined();
  });
});

describe("no response", () => {
  test("within the deadline leaves the payout pending; it is found by its key later, and not sent again", async () => {
    const hasty = await createPayoutWorld({ payoutTimes: { sendDeadlineMs: 200 } });
    hasty.payouts.next({ response: "hang" });
    hasty.payouts.lookUpFault = { status: 503 };
    const intent = await hasty.statusOf(await hasty.approved());
    expect(intent.disbursement?.status).toBe("pending");
    hasty.payouts.lookUpFault = null;
    await hasty.recover();
    expect((await hasty.statusOf(intent)).status).toBe("success");
    expect(hasty.payouts.calls).toHaveLength(1);
    await hasty.close();
  });

  test("from an unavailable processor leaves the payout pending, without a message", async () => {
    const lonely = await createPayoutWorld({
      env: {
        PAYOUT_PROCESSOR: JSON.stringify({ name: "gone", url: "http://127.0.0.1:9", key: "k" }),
      },
    });
    const intent = await lonely.statusOf(await lonely.approved());
    await lonely.recover();
    expect((await lonely.statusOf(intent)).disbursement).toMatchObject({
      status: "pending",
      messages: [],
    });
    await lonely.close();
  });
});

describe("a later outcome", () => {
  const settle = async (status: "paid" | "failed" | "canceled", reasonCode?: string) => {
    const intent = await approvedWith({ becomes: "pending" });
    const booked = madeFor(intent);
    if (booked) Object.assign(booked, { status, ...(reasonCode ? { reasonCode } : {}) });
    await world.recover();
    return world.statusOf(intent);
  };

  test("of paid makes the payout a success", async () => {
    const intent = await settle("paid");
    expect(intent.status).toBe("success");
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      "pending-validation",
      "approved",
      "success",
    ]);
  });

  test("of failed on the rail fails it", async () => {
    const intent = await settle("failed", "account_not_found");
    expect(intent).toMatchObject({
      status: "failed",
      disbursement: { messages: [{ code: "account_not_found" }] },
    });
    expect((await world.eventsOf(intent)).at(-1)).toBe("failed");
  });

  test("of canceled before it was sent voids it", async () => {
    const intent = await settle("canceled", "canceled");
    expect(intent).toMatchObject({ status: "failed", disbursement: { status: "voided" } });
    expect((await world.eventsOf(intent)).at(-1)).toBe("voided");
  });

  test("of returned after it had arrived makes it refunded", async () => {
    const intent = await world.statusOf(await world.approved());
    expect(intent.status).toBe("success");
    const booked = madeFor(intent);
    if (booked) Object.assign(booked, { status: "returned", reasonCode: "credit_refused" });
    await world.recover(13 * 60 * 60_000);
    expect(await world.statusOf(intent)).toMatchObject({
      status: "refunded",
      disbursement: { status: "refunded", messages: [{ code: "credit_refused" }] },
    });
    expect((await world.eventsOf(intent)).at(-1)).toBe("refunded");
  });

  test("is no longer looked up when banks can no longer return the payout", async () => {
    const intent = await world.statusOf(await world.approved());
    const key = intent.disbursement?.disbursementId ?? "";
    const lookUpCount = () => world.payouts.lookUps.filter((each) => each === key).length;
    await world.recover(13 * 60 * 60_000);
    expect(lookUpCount()).toBe(1);
    await world.recover(70 * 24 * 60 * 60_000);
    expect(lookUpCount()).toBe(2);
    await world.recover(24 * 60 * 60_000);
    expect(lookUpCount()).toBe(2);
  });
});

describe("a processor notification", () => {
  const notify = (idempotencyKey: string, key: string = sandboxCredentials.tidewater) =>
    world.call("POST", "/v1/payout-notifications", {
      token: key,
      body: { eventId: "evt", idempotencyKey },
    });

  test("triggers a look-up each time, and its content is not trusted", async () => {
    const intent = await approvedWith({ becomes: "pending" });
    const key = intent.disbursement?.disbursementId ?? "";
    expect((await notify(key)).statusCode).toBe(200);
    await world.idle();
    expect((await world.statusOf(intent)).status).toBe("pending");
    const booked = madeFor(intent);
    if (booked) booked.status = "paid";
    await Promise.all([notify(key), notify(key), notify(key)]);
    await world.idle();
    expect((await world.statusOf(intent)).status).toBe("success");
    expect((await world.eventsOf(intent)).filter((each) => each === "success")).toHaveLength(1);
  });

  test("is refused without the key, and ignored for an unknown payout", async () => {
    expect((await notify("dis_1", "wrong")).statusCode).toBe(401);
    expect((await notify("dis_nobody")).statusCode).toBe(200);
    const waiting = await world.statusOf(await world.submitted());
    await notify(waiting.disbursement?.disbursementId ?? "");
    await world.idle();
    expect((await world.statusOf(waiting)).status).toBe("pending-validation");
  });
});

describe("a crash", () => {
  /** Stores the approval like a process that dies before or during sending. */
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

  test("between storing and sending leads to a recovery that sends the payout once", async () => {
    const intent = await approvedAndDead();
    await world.recover(10_000);
    expect(madeFor(intent)).toBeUndefined();
    await world.recover();
    expect((await world.statusOf(intent)).status).toBe("success");
  });

  test("between sending and the response leads to a look-up by the key, and the payout is not sent again", async () => {
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
    await world.recover();
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(world.payouts.calls).not.toContain(key);
  });
});

describe("a processor that names the payout of another disbursement", () => {
  test.each(["paid", "declined"] as const)(
    "is not accepted if it says %s: the payout is looked up until it names its own, and sent once",
    async (status) => {
      const good = madeFor(await world.statusOf(await world.approved()));
      const intent = await approvedWith({
        response: (own) => ({ ...own, payoutId: good?.payoutId, status, reasonCode: "no" }),
      });
      expect(intent.status).toBe("pending");
      const lines = world.logLines.filter((line) => line.includes("the payout of another"));
      expect(lines.at(-1)).toContain(intent.disbursementIntentId);
      await world.recover();
      expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
      const key = intent.disbursement?.disbursementId ?? "";
      expect(world.payouts.calls.filter((call) => call === key)).toHaveLength(1);
    },
  );
});

test("a final payout keeps only the masked destination", async () => {
  const intent = await world.statusOf(await world.approved());
  const payout = await findPayout(world.service.disbursements.deps, intent.disbursementIntentId);
  expect(payout?.record).toMatchObject({ destinationSealed: null, shown: { last4: "6789" } });
});

test("an outdated write is refused and changes nothing", async () => {
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
