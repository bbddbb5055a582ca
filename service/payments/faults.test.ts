import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Charge } from "#contract/connectors/processor";
import { readRoutingRules } from "#contract/routing-rules";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "./testing/payment-world.ts";

let world: PaymentWorld;
/** Has a short deadline for a processor that hangs. */
let impatient: PaymentWorld;
beforeAll(async () => {
  // The faults open the breaker. The only processor is used anyway.
  const settings = { routingRules: readRoutingRules(["northbank"]) };
  world = await createPaymentWorld({ settings });
  impatient = await createPaymentWorld({
    settings,
    paymentTimes: { ...generousTimes, chargeDeadlineMs: 200 },
  });
});
afterAll(() => Promise.all([world.close(), impatient.close()]));
beforeEach(() => {
  world.parties.northbank.lookUps = null;
});

/** The payment's charges at both processors. */
function charged(paymentId: string, where = world): Charge[] {
  const { northbank, quayside } = where.parties;
  return [...northbank.charges, ...quayside.charges]
    .filter(([key]) => key.startsWith(paymentId))
    .map(([, charge]) => charge);
}

async function recovered(intent: CreatedPaymentIntent, where = world) {
  for (let round = 0; round < 30; round += 1) {
    where.clock.advance(60_000);
    await where.runJob("payments.recover");
    const status = await where.statusOf(intent);
    if (status["status"] !== "pending") return status;
  }
  return where.statusOf(intent);
}

describe("a processor that charges but does not respond correctly", () => {
  it.each([
    ["responds with 500", { status: 500, body: {} }],
    ["responds with 503", { status: 503, body: { error: { code: "busy", message: "busy" } } }],
    ["breaks the connection", "break"],
    ["responds with nonsense", { status: 200, body: "not a charge" }],
    [
      "responds with a status that does not exist",
      (charge: Charge) => ({ ...charge, status: "maybe" }),
    ],
  ] as const)("(it %s) is looked up, and the customer pays once", async (_, response) => {
    world.parties.northbank.next({ response: response as never });
    const intent = await world.createIntent();
    const paid = await world.pay(intent);
    expect(paid.body.status).toBe("success");
    expect(charged(paid.body.paymentId)).toHaveLength(1);
  });

  it("is looked up if it hangs, and the customer pays once", async () => {
    impatient.parties.northbank.next({ response: "hang" });
    const paid = await impatient.pay(await impatient.createIntent());
    expect(paid.body.status).toBe("success");
    expect(charged(paid.body.paymentId, impatient)).toHaveLength(1);
  });

  it("the payment stays pending while look-ups fail too, and succeeds when one works", async () => {
    world.parties.northbank.next({ response: { status: 500, body: {} } });
    world.parties.northbank.lookUps = { status: 500 };
    const intent = await world.createIntent();
    const paid = await world.pay(intent);
    expect(paid.body).toMatchObject({ status: "pending", intentStatus: "pending", advice: null });
    const repeat = await world.pay(intent);
    expect(repeat).toMatchObject({ statusCode: 409, body: { errorCode: "payment_in_progress" } });

    world.parties.northbank.lookUps = null;
    expect(await recovered(intent)).toMatchObject({ status: "success" });
    expect(charged(paid.body.paymentId)).toHaveLength(1);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });

  it("the payment stays pending after the window has closed, until the outcome is known", async () => {
    world.parties.northbank.next({ response: { status: 500, body: {} } });
    world.parties.northbank.lookUps = { status: 500 };
    const intent = await world.createIntent();
    await world.pay(intent);
    world.clock.advance(3 * 60 * 60_000);
    await world.runJob("payments.expire");
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    world.parties.northbank.lookUps = null;
    expect(await recovered(intent)).toMatchObject({ status: "success" });
  });
});

it("a payment that cannot be expired does not block the others", async () => {
  const broken = await world.createIntent();
  world.clock.advance(60_000);
  const other = await world.createIntent();
  const { kysely } = world.service.deps.database;
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused''; end'`.execute(kysely);
  await sql`create trigger refuse before update on payment_intents for each row
    when (old.payment_intent_id = ${sql.lit(broken.paymentIntentId)})
    execute function refuse()`.execute(kysely);
  world.clock.advance(3 * 60 * 60_000);
  await world.runJob("payments.expire");
  expect(await world.eventsOf(broken)).toEqual(["created"]);
  expect(await world.eventsOf(other)).toEqual(["created", "expired"]);
  await sql`drop function refuse cascade`.execute(kysely);
  await world.runJob("payments.expire");
  expect(await world.eventsOf(broken)).toEqual(["created", "expired"]);
});

describe("a processor that fails before it charges", () => {
  it("gets the same charge once more, under the same key", async () => {
    world.parties.northbank.next({ becomes: "nothing", response: { status: 500, body: {} } });
    const intent = await world.createIntent();
    const paid = await world.pay(intent);
    expect(paid.body.status).toBe("success");
    const keys = world.parties.northbank.calls
      .map(({ key }) => key)
      .filter((key) => key.startsWith(paid.body.paymentId));
    expect(keys).toEqual([`${paid.body.paymentId}-1`, `${paid.body.paymentId}-1`]);
  });

  it("fails the payment at once when it rejects the request", async () => {
    world.parties.northbank.next({
      becomes: "nothing",
      response: { status: 400, body: { error: { code: "invalid_descriptor", message: "no" } } },
    });
    const paid = await world.pay(await world.createIntent());
    expect(paid.body).toMatchObject({
      status: "failed",
      messages: [{ code: "processing_error" }],
      advice: { retry: true, with: "same" },
    });
  });

  it("leaves the payment pending, then interrupted, if it hangs, and the customer may try again", async () => {
    impatient.parties.northbank.next({ becomes: "nothing", response: "hang" });
    const intent = await impatient.createIntent();
    const paid = await impatient.pay(intent);
    expect(paid.body.status).toBe("pending");
    expect(await recovered(intent, impatient)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "processing_interrupted" }] }],
    });
    const repeat = await impatient.pay(intent);
    expect(repeat.body.status).toBe("success");
    expect(await impatient.eventsOf(intent)).toEqual([
      "created",
      "pending",
      "failed",
      "pending",
      "success",
    ]);
  });

  it("gets a reversal if its charge appears after the payment failed", async () => {
    impatient.parties.northbank.next({ becomes: "nothing", response: "hang" });
    const intent = await impatient.createIntent();
    const paid = await impatient.pay(intent);
    expect(await recovered(intent, impatient)).toMatchObject({ status: "failed" });

    const key = `${paid.body.paymentId}-1`;
    const late: Charge = {
      chargeId: "ch-late",
      status: "approved",
      amountMinor: 4999,
      currency: "USD",
    };
    impatient.parties.northbank.charges.set(key, late);
    impatient.clock.advance(10 * 60_000);
    await impatient.runJob("payments.recover");

    expect(impatient.parties.northbank.reversals).toContainEqual({
      chargeId: "ch-late",
      key: `${key}-reversal`,
    });
    expect(await impatient.statusOf(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "processing_interrupted" }, { code: "charge_reversed" }] }],
    });
    const reversals = impatient.parties.northbank.reversals.length;
    impatient.clock.advance(2 * 60 * 60_000);
    await impatient.runJob("payments.recover");
    expect(impatient.parties.northbank.reversals).toHaveLength(reversals);
  });
});

describe("a processor that responds with wrong data", () => {
  it("is looked up if the amount is wrong once, and the look-up decides", async () => {
    world.parties.northbank.next({ response: (charge) => ({ ...charge, amountMinor: 1 }) });
    const paid = await world.pay(await world.createIntent());
    expect(paid.body.status).toBe("success");
  });

  it.each([
    ["amount", { amountMinor: 499900 }],
    ["currency", { currency: "EUR" }],
  ])(
    "has its charge reversed if the %s is wrong in the look-up, too, and the payment fails",
    async (_, lie) => {
      world.parties.northbank.next({ response: (charge) => ({ ...charge, ...lie }) });
      world.parties.northbank.lookUps = (charge) => ({ ...charge, ...lie });
      const intent = await world.createIntent();
      const paid = await world.pay(intent);
      expect(paid.body).toMatchObject({
        status: "failed",
        messages: [{ code: "charge_reversed" }],
      });
      const { paymentId } = paid.body;
      expect(world.parties.northbank.reversals.map(({ key }) => key)).toContain(
        `${paymentId}-1-reversal`,
      );
      expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    },
  );
});

describe("a processor that needs time", () => {
  it("leaves the payment pending and is asked until it has an outcome", async () => {
    world.parties.northbank.next({ becomes: "pending" });
    const intent = await world.createIntent();
    const paid = await world.pay(intent);
    expect(paid.body).toMatchObject({ status: "pending", nextAction: null });
    const key = `${paid.body.paymentId}-1`;
    const charge = world.parties.northbank.charges.get(key);
    if (!charge) throw new Error("no charge");
    world.clock.advance(2_000);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    world.parties.northbank.charges.set(key, {
      ...charge,
      status: "declined",
      declineCode: "insufficient_funds",
    });
    expect(await recovered(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "insufficient_funds" }] }],
    });
  });
});

describe("a processor that can't be reached", () => {
  it("is skipped for the next, and not asked first until it is healthy again", async () => {
    const half = await createPaymentWorld({
      env: {
        PROCESSORS: JSON.stringify([
          { name: "gone", url: "http://127.0.0.1:9", key: "k" },
          { name: "quayside", url: `${world.parties.url}/processors/quayside`, key: "k" },
        ]),
      },
    });
    try {
      const intent = await half.createIntent();
      const paid = await half.pay(intent);
      expect(paid.body.status).toBe("success");
      expect(await half.statusOf(intent)).toMatchObject({ payments: [{ processor: "quayside" }] });
      expect(charged(paid.body.paymentId)).toHaveLength(1);
      const next = await half.createIntent();
      await half.pay(next);
      expect(await half.statusOf(next)).toMatchObject({ payments: [{ processor: "quayside" }] });
    } finally {
      await half.close();
    }
  });

  it("fails the payment when there is no other processor, with nothing charged", async () => {
    const none = await createPaymentWorld({
      env: { PROCESSORS: JSON.stringify({ name: "gone", url: "http://127.0.0.1:9", key: "k" }) },
    });
    try {
      const paid = await none.pay(await none.createIntent());
      expect(paid.body).toMatchObject({
        status: "failed",
        messages: [{ code: "processing_error" }],
      });
    } finally {
      await none.close();
    }
  });
});

describe("a processor that names the charge of another payment", () => {
  /** Makes a successful payment, and then one whose response names the first one's charge. */
  async function confused(status: Charge["status"] = "approved", change: Partial<Charge> = {}) {
    const good = await world.createIntent();
    const paid = await world.pay(good);
    const [charge] = charged(paid.body.paymentId);
    if (!charge) throw new Error("nothing was charged");
    const lie = { ...charge, ...change, status };
    world.parties.northbank.next({ response: () => lie });
    world.parties.northbank.lookUps = () => lie;
    const intent = await world.createIntent();
    const response = await world.pay(intent);
    return { good, intent, response };
  }
  const reported = () =>
    world.logLines.filter((line) => line.includes("named the charge of another payment")).length;

  it("is not trusted: the payment is pending, and succeeds once a look-up finds its own charge", async () => {
    const before = reported();
    const { intent, response } = await confused();
    expect(response.body).toMatchObject({ status: "pending", intentStatus: "pending" });
    world.clock.advance(60_000);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    expect(reported()).toBe(before + 2);
    world.parties.northbank.lookUps = null;
    expect(await recovered(intent)).toMatchObject({ status: "success" });
    expect(charged(response.body.paymentId)).toHaveLength(1);
    const { text } = await world.service.deps.metrics.expose();
    expect(text).toMatch(/tessera_charges_of_another_total\{processor="northbank"\} [1-9]/);
  });

  it("is not trusted if it says declined: the payment has the outcome of its own charge", async () => {
    const { intent, response } = await confused("declined", {
      declineCode: "do_not_honor",
    });
    expect(response.body.status).toBe("pending");
    world.parties.northbank.lookUps = null;
    expect(await recovered(intent)).toMatchObject({ status: "success" });
  });

  it("does not cause a reversal of the other customer's charge if the amount differs", async () => {
    const before = world.parties.northbank.reversals.length;
    const { good, intent, response } = await confused("approved", { amountMinor: 1 });
    expect(response.body.status).toBe("pending");
    world.clock.advance(60_000);
    await world.runJob("payments.recover");
    expect(world.parties.northbank.reversals).toHaveLength(before);
    expect(await world.statusOf(good)).toMatchObject({ status: "success" });
    world.parties.northbank.lookUps = null;
    expect(await recovered(intent)).toMatchObject({ status: "success" });
  });

  it("does not cause a reversal of the other customer's charge after the payment failed", async () => {
    world.parties.northbank.next({ becomes: "nothing", response: "hang" });
    const good = await world.createIntent();
    const intent = await world.createIntent();
    const calls = world.parties.northbank.calls.length;
    const hanging = world.pay(intent);
    await expect
      .poll(() => world.parties.northbank.calls.length, { timeout: 15_000 })
      .toBe(calls + 1);
    world.parties.northbank.lookUps = "not_found";
    expect((await recovered(intent))["status"]).toBe("failed");
    const paid = await world.pay(good);
    const [charge] = charged(paid.body.paymentId);
    const before = world.parties.northbank.reversals.length;
    world.parties.northbank.lookUps = () => charge;
    world.clock.advance(10 * 60_000);
    await world.runJob("payments.recover");
    expect(world.parties.northbank.reversals).toHaveLength(before);
    expect(await world.statusOf(good)).toMatchObject({ status: "success" });
    world.parties.release();
    await hanging;
  });
});
