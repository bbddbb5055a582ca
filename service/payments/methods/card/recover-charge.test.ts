/** Recovery decides by what it has read. Meanwhile a request can move the attempt, and may be charging. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RReq } from "#contract/connectors/three-ds";
import { changeOperator } from "../../../operators/accounts/index.ts";
import { leaseFor } from "../../../platform/database/machine-lease.ts";
import { StoreUnavailable } from "../../../platform/database/store-unavailable.ts";
import { createFailurePauses, type FailurePauses } from "../../../platform/jobs/failure-pauses.ts";
import type { ChargeOutcome } from "../../../providers/processor/index.ts";
import { damageValues } from "../../../testing/damage-values.ts";
import type { AttemptHandle } from "../../flow/attempt-handle.ts";
import { newHold } from "../../flow/attempt-hold.ts";
import { type AttemptRecord, attemptOf } from "../../records.ts";
import { recoverAttempts } from "../../recover-attempts.ts";
import type { PaymentStore } from "../../store/payment-store.ts";
import { createPaymentWorld, type PaymentWorld } from "../../testing/payment-world.ts";
import { acsTransID, bankAnswers, dsTransID, enrol } from "../../testing/three-ds-parties.ts";
import { applyFound, recoverCharge } from "./recover-charge.ts";

const card = { number: "4000000000003220" };

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
  enrol(world, card.number, { method: false });
});
afterAll(() => world.close());

async function read(paymentIntentId: string, paymentId: string) {
  const intent = await world.service.payments.store.read(paymentIntentId);
  const attempt = intent && attemptOf(intent, paymentId);
  if (!intent || !attempt) throw new Error("no attempt");
  return { intent, attempt };
}

/** A payment whose challenge is open. */
async function challenged() {
  bankAnswers(world, { transStatus: "C" });
  const created = await world.createIntent();
  const { body } = await world.pay(created, { card });
  const { paymentIntentId } = created;
  const { paymentId } = body;
  const handle: AttemptHandle = {
    deps: world.service.payments,
    operatorId: world.operator.operatorId,
    paymentIntentId,
    paymentId,
    claim: null,
    successCode: 200,
    hold: newHold(),
  };
  const stored = () => read(paymentIntentId, paymentId);
  expect((await stored()).attempt.step).toBe("challenge");
  return { handle, stored };
}

describe("a look-up of a charge that a request has followed with another one", () => {
  const outcomes: [string, ChargeOutcome][] = [
    ["declined", { type: "declined", chargeId: "ch_1", declineCode: "authentication_required" }],
    ["reversed", { type: "reversed", chargeId: "ch_2" }],
    ["not made as ordered", { type: "mismatch", chargeId: "ch_3", charged: false }],
    ["not found", { type: "not_found" }],
  ];
  const moved: [string, Partial<AttemptRecord>][] = [
    ["in 3-D Secure", { step: "processing" }],
    ["under the next key", { chargeNumber: 0 }],
    ["at another processor", { processor: "quayside" }],
  ];
  const cases = outcomes.flatMap(([found, outcome]) =>
    moved.map(([now, seen]) => [found, now, outcome, seen] as const),
  );

  test.each(cases)("finds it %s, and leaves the payment %s alone", async (_, __, outcome, seen) => {
    const { handle, stored } = await challenged();
    const { intent, attempt } = await stored();
    const old = { ...attempt, ...seen, checks: 20 };
    await applyFound(handle, intent, old, outcome, "person");
    expect((await stored()).attempt).toMatchObject({ step: "challenge", chargeId: null });
  });

  test.each(outcomes)("ends the payment if the charge is its own: %s", async (_, outcome) => {
    const { handle, stored } = await challenged();
    const { intent, attempt } = await stored();
    const own = { ...attempt, checks: 20 };
    world.clock.advance(10 * 60_000);
    await applyFound(handle, intent, own, outcome, "person");
    expect((await stored()).attempt.step).toBe("failed");
  });
});

test.each<[string, ChargeOutcome]>([
  ["nothing", { type: "not_found" }],
  ["another amount that it did not charge", { type: "mismatch", chargeId: "ch_4", charged: false }],
])(
  "the job stops looking for a late charge when the processor still shows %s",
  async (_, outcome) => {
    const { handle, stored } = await challenged();
    const { intent, attempt } = await stored();
    world.clock.advance(10 * 60_000);
    await applyFound(handle, intent, { ...attempt, checks: 20 }, { type: "not_found" }, "job");
    const byName = (name: string) => {
      const processor = handle.deps.processors.byName(name);
      return processor && { ...processor, lookUp: () => Promise.resolve(outcome) };
    };
    const deps = { ...handle.deps, processors: { ...handle.deps.processors, byName } };
    const recover = async () => {
      const failed = await stored();
      expect(failed.attempt).toMatchObject({ step: "failed", chargeId: null });
      await recoverCharge({ ...handle, deps }, failed.intent, failed.attempt);
      return (await stored()).attempt.nextCheckAtMs;
    };
    expect(await recover()).not.toBeNull();
    world.clock.advance(deps.times.lateChargeWatchMs);
    expect(await recover()).toBeNull();
  },
);

test("an authentication that looked abandoned is not ended if a request has continued it", async () => {
  const { handle, stored } = await challenged();
  const { intent, attempt } = await stored();
  await recoverCharge(handle, intent, { ...attempt, step: "authenticated" });
  expect((await stored()).attempt.step).toBe("challenge");
});

test("a payment whose card is damaged fails once its customer is authenticated", async () => {
  const { handle, stored } = await challenged();
  // After ten minutes the process reads the card again.
  world.clock.advance(11 * 60_000);
  await damageValues(world, "payments", "details_sealed", { payment_id: handle.paymentId });
  const { intent, attempt } = await stored();
  const result: RReq = {
    messageType: "RReq",
    messageVersion: "2.2.0",
    messageCategory: "01",
    threeDSServerTransID: attempt.threeDS?.threeDSServerTransID ?? "",
    acsTransID,
    dsTransID,
    transStatus: "Y",
    authenticationValue: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
    eci: "05",
    interactionCounter: "01",
  };
  const server = handle.deps.threeDSServer;
  const threeDSServer = {
    ...server,
    capabilities: { ...server.capabilities, results: "asked" as const },
    askResult: () => Promise.resolve({ type: "known" as const, result }),
  };
  await recoverCharge({ ...handle, deps: { ...handle.deps, threeDSServer } }, intent, attempt);
  const { attempt: ended } = await stored();
  expect(ended).toMatchObject({ step: "failed", threeDS: { transStatus: "Y" } });
  expect(ended.messages.at(-1)?.code).toBe("processing_interrupted");
});

describe("the job", () => {
  /** Runs the job, which reads the attempt after its claim and after `meanwhile`. */
  async function runJob(
    meanwhile: (paymentIntentId: string) => Promise<unknown>,
    pauses: FailurePauses = createFailurePauses(),
  ) {
    const { payments: deps } = world.service;
    const store: PaymentStore = {
      ...deps.store,
      async read(id) {
        await meanwhile(id);
        return deps.store.read(id);
      },
    };
    await recoverAttempts({ ...deps, store }, { only: "northbank" }, pauses);
  }

  /** Two open challenges: the first at northbank, the second at quayside. */
  async function challengedAtBoth() {
    const routeTo = (...processors: string[]) =>
      changeOperator(world.service.deps, world.operator.operatorId, {
        settings: {
          routingRules: processors.map((id) => ({ id, to: [{ processor: id, weight: 1 }] })),
        },
      });
    const atNorthbank = await challenged();
    await routeTo("quayside");
    const atQuayside = await challenged();
    await routeTo();
    return [atNorthbank, atQuayside] as const;
  }

  test("takes only the attempts of its processor, so that one that hangs does not delay the others", async () => {
    const [atNorthbank, atQuayside] = await challengedAtBoth();
    const steps = async () => [
      (await atNorthbank.stored()).attempt.step,
      (await atQuayside.stored()).attempt.step,
    ];
    world.clock.advance(11 * 60_000);
    const others = { except: ["northbank", "quayside"] };
    await recoverAttempts(world.service.payments, others, createFailurePauses());
    expect(await steps()).toEqual(["challenge", "challenge"]);
    await world.runJob("payments.recover.quayside");
    expect(await steps()).toEqual(["challenge", "failed"]);
    await world.runJob("payments.recover.northbank");
    expect(await steps()).toEqual(["failed", "failed"]);
  });

  test("releases no claim of another processor's job, even one of the same millisecond", async () => {
    const [atNorthbank, atQuayside] = await challengedAtBoth();
    world.clock.advance(11 * 60_000);
    const { payments: deps } = world.service;
    const lease = leaseFor(deps, 60_000);
    await deps.store.claimDue({ only: "northbank" }, lease, 20);
    await deps.store.claimDue({ only: "quayside" }, lease, 20);
    await deps.store.release({ only: "quayside" }, [lease.untilMs], lease.nowMs);
    expect((await atNorthbank.stored()).attempt.nextCheckAtMs).toBe(lease.untilMs);
    expect((await atQuayside.stored()).attempt.nextCheckAtMs).toBe(lease.nowMs);
    world.clock.advance(60_000);
    await world.runJob("payments.recover");
  });

  test("ends only when all its attempts have ended, even if one of them is not released", async () => {
    const failing = await challenged();
    const slow = await challenged();
    world.clock.advance(11 * 60_000);
    const { payments: deps } = world.service;
    const lost = new StoreUnavailable(new Error("lost"));
    let continueSlow = () => {};
    const continued = new Promise<void>((resolve) => {
      continueSlow = resolve;
    });
    const store: PaymentStore = {
      ...deps.store,
      async read(id) {
        if (id === failing.handle.paymentIntentId) throw new Error("broken");
        await continued;
        return deps.store.read(id);
      },
      release: () => Promise.reject(lost),
    };
    let hasEnded = false;
    const round = recoverAttempts(
      { ...deps, store },
      { only: "northbank" },
      createFailurePauses(),
    ).finally(() => {
      hasEnded = true;
    });
    const failed = expect(round).rejects.toBe(lost);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(hasEnded).toBe(false);
    continueSlow();
    await failed;
    expect((await slow.stored()).attempt.step).toBe("failed");
  });

  test("ends a challenge that has timed out", async () => {
    const { stored } = await challenged();
    world.clock.advance(11 * 60_000);
    await runJob(async () => {});
    expect((await stored()).attempt.step).toBe("failed");
  });

  test("tries an attempt that fails each time after growing pauses", async () => {
    const { stored, handle } = await challenged();
    world.clock.advance(11 * 60_000);
    const pauses = createFailurePauses();
    const triedAfterMinutes: number[] = [];
    for (let minute = 0; minute < 20; minute += 1) {
      await runJob(async (id) => {
        if (id === handle.paymentIntentId) triedAfterMinutes.push(minute);
        throw new Error("broken");
      }, pauses);
      world.clock.advance(60_000);
    }
    expect(triedAfterMinutes).toEqual([0, 1, 3, 7, 15]);
    world.clock.advance(60 * 60_000);
    await runJob(async () => {}, pauses);
    expect((await stored()).attempt.step).toBe("failed");
  });

  test("leaves an attempt alone that a request has scheduled since the claim", async () => {
    const { handle, stored } = await challenged();
    world.clock.advance(11 * 60_000);
    const { kysely } = world.service.deps.database;
    const nextMs = world.clock.nowMs() + 5 * 60_000;
    await runJob(() =>
      kysely
        .updateTable("payments")
        .set({ next_check_at: new Date(nextMs) })
        .where("payment_id", "=", handle.paymentId)
        .execute(),
    );
    expect((await stored()).attempt).toMatchObject({ step: "challenge", nextCheckAtMs: nextMs });
  });
});
