/** Runs with the sandbox's Trustly: our pages and API, and Trustly's API over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { visitBank } from "../../../sandbox/testing/bank-customer.ts";
import { readPostings } from "../../ledger/testing/read-ledger.ts";
import { createTrustlyWorld, type TrustlyWorld } from "./testing/trustly-world.ts";

let world: TrustlyWorld;
beforeAll(async () => {
  world = await createTrustlyWorld();
});
afterAll(() => world.close());

async function paymentOf(intent: CreatedPaymentIntent) {
  const { payment } = await world.statusOf(intent);
  if (!payment) throw new Error("no payment");
  return payment;
}
async function paidFrom(account: string) {
  const intent = await world.newIntent();
  await world.payAtBank(intent, { account });
  await world.deliver();
  return intent;
}

describe("a customer who pays with Trustly", () => {
  test("has paid once the event of the authorization has arrived, and not before", async () => {
    const intent = await world.newIntent();
    const back = await world.payAtBank(intent);
    expect(back.statusCode).toBe(200);
    const { paymentId } = await paymentOf(intent);
    await world.wait(5_000);
    expect((await paymentOf(intent)).status).toBe("pending");
    expect(await world.bookings(paymentId)).toEqual([]);
    await world.deliver();
    expect(await paymentOf(intent)).toMatchObject({
      status: "success",
      paymentMethod: { bankName: "Harbour Bank", accountType: "checking", last4: "6789" },
    });
    expect(await world.bookings(paymentId)).toMatchObject([{ type: "3", amountMinor: 5_240 }]);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });

  test("pays at once if the event came first, even after a redirect that they did not finish", async () => {
    const intent = await world.newIntent();
    const payer = world.newBrowser();
    await world.leave(intent, payer);
    const { nextAction } = await paymentOf(intent);
    if (nextAction?.type !== "redirect") throw new Error("no second link");
    world.clock.advance(2_000);
    const { location = "" } = await payer.open(nextAction.url);
    const back = await visitBank(location);
    await world.deliver();
    await payer.open(back);
    expect((await paymentOf(intent)).status).toBe("success");
  });

  test("waits for a slow bank", async () => {
    const intent = await paidFrom("savings");
    expect((await paymentOf(intent)).status).toBe("pending");
    await world.wait(6_000);
    await world.deliver();
    expect((await paymentOf(intent)).status).toBe("success");
  });

  test.each([
    ["closed", 0, "payer_account_unusable"],
    ["holiday", 4_000, "ach_r01"],
  ])("from the account %s sees why it failed", async (account, afterMs, code) => {
    const intent = await paidFrom(account);
    await world.wait(afterMs);
    await world.deliver();
    expect(await paymentOf(intent)).toMatchObject({ status: "failed", messages: [{ code }] });
  });

  test("pays once if the capture never got a response", async () => {
    const intent = await paidFrom("joint");
    const { paymentId } = await paymentOf(intent);
    await world.wait(60_000);
    expect((await paymentOf(intent)).status).toBe("success");
    expect(await world.bookings(paymentId)).toHaveLength(1);
  });

  test("waits when Trustly reports a different amount, and the payment is not captured again", async () => {
    const intent = await paidFrom("business");
    const { paymentId } = await paymentOf(intent);
    for (let round = 0; round < 6; round += 1) await world.wait(60_000);
    expect((await paymentOf(intent)).status).toBe("pending");
    expect(await world.bookings(paymentId)).toHaveLength(1);
  });

  test.each(["login", "consent"] as const)("can give up at the %s", async (refuseAt) => {
    const intent = await world.newIntent();
    await world.payAtBank(intent, { refuseAt });
    await world.deliver();
    const payment = await paymentOf(intent);
    expect(payment).toMatchObject({ status: "failed", messages: [{ code: "bank_access_denied" }] });
    expect(await world.bookings(payment.paymentId)).toEqual([]);
  });

  test("no longer has a payment once the bank returns it", async () => {
    const intent = await paidFrom("returning");
    const { status, paymentId } = await paymentOf(intent);
    expect(status).toBe("success");
    await world.wait(7_000);
    await world.deliver();
    expect(await paymentOf(intent)).toMatchObject({
      status: "failed",
      messages: [{ code: "ach_r01" }],
    });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success", "failed"]);
    const { database } = world.service.deps;
    expect(await readPostings(database, paymentId)).toEqual({
      charge: { pay_by_bank_in_flight: 5_240, customer_orders: -5_240 },
      charge_reversed: { pay_by_bank_in_flight: -5_240, customer_orders: 5_240 },
    });
  });
});

describe("a notice", () => {
  async function waiting() {
    const intent = await world.newIntent();
    await world.payAtBank(intent);
    const { paymentId } = await paymentOf(intent);
    const own = (await world.events()).filter(({ body }) =>
      body.includes(paymentId.replace("pay_", "")),
    );
    const [event] = own;
    if (!event) throw new Error("no event");
    return { intent, paymentId, event };
  }

  test("is refused and changes nothing if its signature is wrong or for another body", async () => {
    const { intent, paymentId, event } = await waiting();
    const other = { ...event, body: event.body.replace("Authorize", "Completed") };
    const unsigned = { ...event, headers: { "content-type": event.headers["content-type"] ?? "" } };
    for (const forged of [other, unsigned]) {
      const response = await world.notify(forged);
      expect([response.statusCode, response.json().errorCode]).toEqual([
        401,
        "notice_signature_invalid",
      ]);
    }
    await world.wait(3_000);
    expect(await world.bookings(paymentId)).toEqual([]);
    expect((await paymentOf(intent)).status).toBe("pending");
    expect((await world.notify(event)).statusCode).toBe(200);
  });

  test("captures once if it is repeated, at once and later", async () => {
    const { intent, paymentId, event } = await waiting();
    const responses = await Promise.all(
      [event, event, event].map((trustlyEvent) => world.notify(trustlyEvent)),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await world.wait(0);
    for (let round = 0; round < 3; round += 1) {
      await world.notify(event);
      await world.wait(90_000);
    }
    expect((await paymentOf(intent)).status).toBe("success");
    expect(await world.bookings(paymentId)).toHaveLength(1);
  });

  test("captures nothing if it comes after the payment has failed", async () => {
    const { intent, paymentId, event } = await waiting();
    await world.wait(21 * 60_000);
    expect((await paymentOf(intent)).status).toBe("failed");
    expect((await world.notify(event)).statusCode).toBe(200);
    await world.wait(60_000);
    expect(await world.bookings(paymentId)).toEqual([]);
    expect((await paymentOf(intent)).status).toBe("failed");
  });

  test("is refused before it is read if it is of any other kind", async () => {
    const { event } = await waiting();
    const post = (body: string, type: string, name = "trustly") =>
      world.call("POST", `/v1/connectors/${name}/notices`, {
        token: null,
        body,
        headers: { ...event.headers, "content-type": type },
      });
    const form = "application/x-www-form-urlencoded";
    expect((await post("x".repeat(300_000), form)).statusCode).toBe(413);
    expect((await post(event.body, "text/xml")).statusCode).toBe(415);
    expect((await post("", form)).statusCode).toBe(401);
    expect((await post(event.body, form, "nobody")).statusCode).toBe(415);
    expect((await post("{}", "application/json", "nobody")).statusCode).toBe(404);
  });
});

describe("connectors check", () => {
  test("starts a redirect and finds it, and says what a person must try", async () => {
    const { operatorId } = world.operator;
    const { text } = await world.command("connectors", "check", "trustly", operatorId);
    expect(text).toContain("works");
    expect(text).not.toContain("FAILS");
    expect(text).toContain("a person must complete this step at the vendor: test it by hand");
    const { text: list } = await world.command("connectors", "list", operatorId);
    expect(list).toMatch(/bank:trustly\s+trustly\s+passed/);
  });
});
