import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { PaymentRouting } from "#contract/api/payment-routing";
import { changeOperator } from "../operators/accounts/index.ts";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "./testing/payment-world.ts";
import {
  aResFor,
  decoded,
  enrol,
  issuerChallengeOf,
  postResults,
} from "./testing/three-ds-parties.ts";

/** A payment fails over only when the processor certainly did not charge. An unknown outcome is looked up there. */
let world: PaymentWorld;
/** The deadline of a charge that hangs. */
const chargeDeadlineMs = 250;
beforeAll(async () => {
  world = await createPaymentWorld({ paymentTimes: { ...generousTimes, chargeDeadlineMs } });
});
afterAll(() => world.close());
afterEach(async () => {
  const { northbank, quayside } = world.parties;
  northbank.lookUps = quayside.lookUps = null;
  northbank.isHealthy = quayside.isHealthy = true;
  world.parties.release();
  await route([]);
});

const route = (routingRules: unknown) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings: { routingRules } });
const refusal = { status: 422, body: { error: { code: "not_taken", message: "no" } } };
const pastTheLease = 5 * 60_000;

/** The processors that charged, and those that received a charge request. */
function tracesOf(paymentId: string) {
  const { northbank, quayside } = world.parties;
  const isOurs = (key: string) => key.startsWith(paymentId);
  const at = ([name, processor]: readonly [string, typeof northbank]) => ({
    charged: [...processor.charges.keys()].filter(isOurs).map(() => name),
    asked: processor.calls.filter(({ key }) => isOurs(key)).map(() => name),
  });
  const both = [at(["northbank", northbank]), at(["quayside", quayside])];
  return {
    charged: both.flatMap(({ charged }) => charged),
    asked: both.flatMap(({ asked: callCount }) => callCount),
  };
}

interface Attempt {
  status: string;
  processor: string;
  routing: PaymentRouting;
}

async function attemptOf(intent: CreatedPaymentIntent): Promise<Attempt> {
  const { payments } = await world.statusOf(intent);
  const [attempt] = payments as unknown as Attempt[];
  if (!attempt) throw new Error("no attempt");
  return attempt;
}

async function recovered(intent: CreatedPaymentIntent): Promise<Attempt> {
  world.clock.advance(pastTheLease);
  await world.runJob("payments.recover");
  return attemptOf(intent);
}

describe("a processor that certainly did not charge", () => {
  it("is skipped for the next one after it rejected the request, and the payment says so", async () => {
    world.parties.northbank.next({ becomes: "nothing", response: refusal });
    const intent = await world.createIntent();
    const { body } = await world.pay(intent);
    expect(body.status).toBe("success");
    expect(tracesOf(body.paymentId)).toEqual({
      charged: ["quayside"],
      asked: ["northbank", "quayside"],
    });
    expect(await attemptOf(intent)).toMatchObject({
      processor: "quayside",
      routing: {
        ruleId: null,
        reason: "order",
        chosen: "northbank",
        funding: "credit",
        candidates: [
          { processor: "northbank", weight: 0, outcome: "chosen" },
          { processor: "quayside", weight: 0, outcome: "in_reserve" },
        ],
        failedOver: [{ processor: "northbank", reason: "refused", at: expect.any(String) }],
      },
    });
  });

  it("fails the payment when all reject the request, each asked once", async () => {
    world.parties.northbank.next({ becomes: "nothing", response: refusal });
    world.parties.quayside.next({ becomes: "nothing", response: refusal });
    const { body } = await world.pay(await world.createIntent());
    expect(body).toMatchObject({ status: "failed", messages: [{ code: "processing_error" }] });
    expect(tracesOf(body.paymentId)).toEqual({ charged: [], asked: ["northbank", "quayside"] });
  });

  it("keeps the payment if it declined, because a decline is final", async () => {
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    const { body } = await world.pay(await world.createIntent());
    expect(body.status).toBe("failed");
    expect(tracesOf(body.paymentId).asked).toEqual(["northbank"]);
  });
});

describe("a processor that charged and then timed out", () => {
  it("is looked up, and no other processor is asked", async () => {
    world.parties.northbank.next({ response: "hang" });
    const { body } = await world.pay(await world.createIntent());
    expect(body.status).toBe("success");
    expect(tracesOf(body.paymentId)).toEqual({ charged: ["northbank"], asked: ["northbank"] });
  });

  it("keeps the payment while the look-up fails too, through a second tab and a recovery", async () => {
    world.parties.northbank.next({ response: "hang" });
    world.parties.northbank.lookUps = { status: 503 };
    const intent = await world.createIntent();
    const first = world.pay(intent, { key: "tab-1" });
    const second = await world.pay(intent, { key: "tab-2" });
    const { body } = await first;
    const [paid, refused] = body.errorCode ? [second.body, body] : [body, second.body];
    expect([paid.status, refused.errorCode]).toEqual(["pending", "payment_in_progress"]);
    expect((await world.pay(intent, { key: "tab-3" })).statusCode).toBe(409);

    expect(await recovered(intent)).toMatchObject({ status: "pending", processor: "northbank" });
    world.parties.northbank.lookUps = null;
    expect(await recovered(intent)).toMatchObject({ status: "success", processor: "northbank" });
    expect(tracesOf(paid.paymentId)).toEqual({ charged: ["northbank"], asked: ["northbank"] });
    expect((await world.pay(intent)).body.errorCode).toBe("payment_already_succeeded");
  });

  it("keeps the payment after a failover, too: recovery asks the last processor", async () => {
    world.parties.northbank.next({ becomes: "nothing", response: refusal });
    world.parties.quayside.next({ response: "hang" });
    world.parties.quayside.lookUps = { status: 503 };
    const intent = await world.createIntent();
    const { body } = await world.pay(intent);
    expect(body.status).toBe("pending");
    world.parties.quayside.lookUps = null;
    expect(await recovered(intent)).toMatchObject({ status: "success", processor: "quayside" });
    const traces = { charged: ["quayside"], asked: ["northbank", "quayside"] };
    expect(tracesOf(body.paymentId)).toEqual(traces);
  });

  it("during a failover that a crash cut off is found, and no other processor charges", async () => {
    world.parties.northbank.next({ becomes: "nothing", response: refusal });
    world.parties.quayside.next({ response: "hang" });
    const intent = await world.createIntent();
    const callCount = world.parties.quayside.calls.length;
    const cutOff = world.pay(intent);
    await expect
      .poll(() => world.parties.quayside.calls.length, { timeout: 15_000 })
      .toBe(callCount + 1);
    expect(await recovered(intent)).toMatchObject({ status: "success", processor: "quayside" });
    const { body } = await cutOff;
    expect(body.status).toBe("success");
    expect(tracesOf(body.paymentId).charged).toEqual(["quayside"]);
    expect(world.parties.quayside.reversals).toEqual([]);
  });
});

describe("breakers", () => {
  const stateOf = async (processor: string) => {
    const { text } = await world.service.deps.metrics.expose();
    return new RegExp(`tessera_processor_breaker\\{processor="${processor}"\\} (\\d)`).exec(
      text,
    )?.[1];
  };
  /** Each test starts with closed breakers. */
  afterEach(async () => {
    world.clock.advance(10 * 60_000);
    for (const name of ["northbank", "quayside"]) {
      await route([name]);
      for (let count = 0; count < 3; count += 1) await world.pay(await world.createIntent());
      expect(await stateOf(name)).toBe("0");
    }
  });

  it("open when the health check fails, and admit a few charges when it passes again", async () => {
    world.parties.northbank.isHealthy = false;
    await world.runJob("payments.processor_health");
    const first = await world.createIntent();
    await world.pay(first);
    expect(await world.statusOf(first)).toMatchObject({ payments: [{ processor: "quayside" }] });
    world.parties.northbank.isHealthy = true;
    await world.runJob("payments.processor_health");
    const second = await world.createIntent();
    await world.pay(second);
    expect(await world.statusOf(second)).toMatchObject({ payments: [{ processor: "northbank" }] });
  });

  it("open after failures in a row; payments then go elsewhere, and return after a few trials succeed", async () => {
    const { northbank } = world.parties;
    const fault = { status: 503, body: {} };
    for (let count = 0; count < 5; count += 1) northbank.next({ response: fault });
    for (let count = 0; count < 5; count += 1) await world.pay(await world.createIntent());
    const intent = await world.createIntent();
    await world.pay(intent);
    expect(await attemptOf(intent)).toMatchObject({
      processor: "quayside",
      routing: {
        candidates: [{ outcome: "breaker_open" }, { processor: "quayside", outcome: "chosen" }],
      },
    });
    expect(world.logLines.join("")).toContain("a processor's breaker has opened");
    expect(await stateOf("northbank")).toBe("2");

    world.clock.advance(10 * 60_000);
    for (const state of ["1", "1", "0"]) {
      await world.pay(await world.createIntent());
      expect(await stateOf("northbank")).toBe(state);
    }
  });

  it("send the charge elsewhere with the 3-D Secure proof if they open during a challenge", async () => {
    const number = "4000002760003184";
    enrol(world, number, { method: false });
    world.parties.directory.answer = (request) => aResFor(request, { transStatus: "C" });
    const intent = await world.createIntent();
    const response = await world.pay(intent, { card: { number } });
    const action = issuerChallengeOf(response.body);
    const { threeDSServerTransID = "" } = decoded(action.creq);
    await postResults(world, { threeDSServerTransID });
    world.parties.northbank.isHealthy = false;
    await world.runJob("payments.processor_health");
    const done = await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "123",
    });
    expect(done.body.status).toBe("success");
    expect(await attemptOf(intent)).toMatchObject({
      processor: "quayside",
      routing: {
        chosen: "northbank",
        failedOver: [{ processor: "northbank", reason: "breaker_open" }],
      },
    });
    expect(tracesOf(response.body.paymentId)).toEqual({
      charged: ["quayside"],
      asked: ["quayside"],
    });
    const [call] = world.parties.quayside.calls.slice(-1);
    expect(call?.body.threeDSecure).toMatchObject({ transStatus: "Y" });
    world.parties.northbank.isHealthy = true;
    await world.runJob("payments.processor_health");
  });

  it("are ignored when all are open: a try is better than a refusal", async () => {
    const { northbank, quayside } = world.parties;
    northbank.isHealthy = quayside.isHealthy = false;
    await world.runJob("payments.processor_health");
    for (const processor of ["northbank", "quayside"]) {
      if (processor === "quayside") northbank.next({ becomes: "nothing", response: refusal });
      const intent = await world.createIntent();
      const { body } = await world.pay(intent);
      expect(body.status).toBe("success");
      expect(await attemptOf(intent)).toMatchObject({
        processor,
        routing: { reason: "last_resort", chosen: "northbank" },
      });
    }
    northbank.isHealthy = quayside.isHealthy = true;
    await world.runJob("payments.processor_health");
  });
});

describe("an operator's rules", () => {
  const to = (processor: string, overrides: object = {}) => ({
    to: [{ processor, weight: 1 }],
    ...overrides,
  });

  it("decide by brand, amount and the customer's country, and the payment names the rule", async () => {
    const address = {
      line1: "1 Main Street",
      city: "Toronto",
      postalCode: "M5V 2T6",
      country: "CA",
    };
    await world.call("PUT", "/v1/customers/ada/data", { body: { address } });
    await route([
      { id: "large", when: { minAmount: 1_000, currencies: ["USD"] }, ...to("northbank") },
      { id: "off", enabled: false, ...to("northbank") },
      { id: "canadians", when: { countries: ["CA"], brands: ["visa"] }, ...to("quayside") },
    ]);
    const intent = await world.createIntent();
    await world.pay(intent);
    expect(await attemptOf(intent)).toMatchObject({
      processor: "quayside",
      routing: { ruleId: "canadians", reason: "only_candidate", country: "CA", failedOver: [] },
    });
    const large = await world.createIntent({ amount: 1_000 });
    await world.pay(large);
    expect(await attemptOf(large)).toMatchObject({
      processor: "northbank",
      routing: { ruleId: "large" },
    });
  });

  it("are refused with their position when they are wrong, and reported when they never match", async () => {
    const set = (rules: unknown) =>
      world.command("set", world.operator.operatorId, `routingRules=${JSON.stringify(rules)}`);
    expect(await set(["northbank", "atlantis"])).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining(
        "routingRules.0.to.1.processor: There is no processor atlantis",
      ),
    });
    expect(await set([{ id: "a", when: { minAmount: 5 }, ...to("northbank") }])).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("routingRules.0.when.minAmount"),
    });
    expect(
      await set([
        { id: "all", ...to("northbank") },
        { id: "none", ...to("quayside") },
      ]),
    ).toEqual({
      exitCode: 0,
      text: "set routingRules\nNote: all already matches all of these payments. This rule never matches.",
    });
  });
});
