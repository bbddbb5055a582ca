import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paymentReasonOf } from "#contract/payment-reasons/index";
import { changeOperator } from "../operators/accounts/index.ts";
import { maxAttempts } from "./states/intent-status.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  type PaymentWorld,
} from "./testing/payment-world.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

describe("a payment is refused for", () => {
  it.each([
    ["a wrong check digit", { number: "4242424242424241" }, "card.number", "card_number_invalid"],
    ["an expired card", { expiryYear: 2020 }, "card.expiryMonth", "card_expired"],
    ["a CVC of the wrong length", { cvc: "1234" }, "card.cvc", "card_cvc_invalid"],
    [
      "an unsupported brand",
      { number: "6062826786276634" },
      "card.number",
      "card_brand_unsupported",
    ],
  ])("%s names the field", async (_, card, path, errorCode) => {
    const refused = await world.pay(await world.createIntent(), { card });
    expect(refused).toMatchObject({
      statusCode: 400,
      body: { errorCode: "validation_failed", errors: [{ path, errorCode }] },
    });
    expect(JSON.stringify(refused.body)).not.toContain(
      (card as { number?: string }).number ?? "737",
    );
  });

  it("a total other than the one shown, and the error has the right one", async () => {
    const refused = await world.pay(await world.createIntent(), { total: 49.98 });
    expect(refused).toMatchObject({
      statusCode: 409,
      body: { errorCode: "amount_changed", breakdown: { total: 49.99, currency: "USD" } },
    });
  });

  it("a field that does not exist, and nothing is stored", async () => {
    const intent = await world.createIntent();
    const refused = await world.callAsClient(
      "POST",
      "/v1/client/payments",
      intent.clientSecretKey,
      {
        body: { type: "card", card: goodCard, total: 49.99, browser, tip: 5 },
      },
    );
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors[0].path).toBe("tip");
    expect(await world.eventsOf(intent)).toEqual(["created"]);
  });

  it("a second payment after a success", async () => {
    const intent = await world.createIntent();
    await world.pay(intent);
    expect(await world.pay(intent)).toMatchObject({
      statusCode: 409,
      body: { errorCode: "payment_already_succeeded" },
    });
  });

  it("an intent whose window has closed", async () => {
    const intent = await world.createIntent();
    world.clock.advance(2 * 60 * 60_000);
    expect(await world.pay(intent)).toMatchObject({
      statusCode: 409,
      body: { errorCode: "payment_intent_expired" },
    });
  });

  it(`another attempt after ${maxAttempts} failed ones, as the last one advises`, async () => {
    await changeOperator(world.service.deps, world.operator.operatorId, {
      settings: { cardAttemptsPerIntent: maxAttempts },
    });
    const intent = await world.createIntent();
    const advices: unknown[] = [];
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      world.parties.northbank.next({ becomes: { declined: "try_again_later" } });
      advices.push((await world.pay(intent)).body.advice);
      world.clock.advance(1_000);
    }
    expect(advices.at(-2)).toEqual({ retry: true, with: "later" });
    expect(advices.at(-1)).toEqual({ retry: false, with: "none" });
    expect(await world.pay(intent)).toMatchObject({
      statusCode: 409,
      body: { errorCode: "payment_attempts_used_up" },
    });
  });

  it("another intent's payment, which is not found", async () => {
    const [one, other] = [await world.createIntent(), await world.createIntent()];
    const paid = await world.pay(one);
    const response = await world.continuePayment(other, paid.body.paymentId, {
      after: "challenge",
      outcome: "completed",
    });
    expect(response.statusCode).toBe(404);
  });
});

describe("declines", () => {
  it.each([
    ["insufficient_funds", "insufficient_funds", "other_card"],
    ["incorrect_cvc", "incorrect_cvc", "check_details"],
    ["try_again_later", "try_again_later", "later"],
    ["stolen_card", "generic_decline", "other_card"],
    ["reason_of_2031", "reason_of_2031", "other_card"],
  ])("%s reaches the customer as %s with advice %s", async (declined, code, advice) => {
    world.parties.northbank.next({ becomes: { declined } });
    const intent = await world.createIntent();
    const paid = await world.pay(intent);
    expect(paid.body).toMatchObject({
      status: "failed",
      intentStatus: "failed",
      messages: [{ code }],
      advice: { retry: true, with: advice },
    });
    expect(JSON.stringify(paid.body)).not.toContain("operatorMessage");
    const { category, operatorMessage } = paymentReasonOf(declined);
    expect(await world.statusOf(intent)).toMatchObject({
      payments: [
        {
          messages: [
            { code: declined, category, operatorMessage, advice: { retry: true, with: advice } },
          ],
        },
      ],
    });
  });

  it("allow another attempt inside the window, and advise none after it", async () => {
    const intent = await world.createIntent();
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    const failed = await world.pay(intent);
    const second = await world.pay(intent);
    expect(second.body.status).toBe("success");
    expect(second.body.paymentId).not.toBe(failed.body.paymentId);
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      "pending",
      "failed",
      "pending",
      "success",
    ]);

    const other = await world.createIntent();
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    await world.pay(other);
    world.clock.advance(2 * 60 * 60_000);
    const status = await world.callAsClient("GET", "/v1/client/status", other.clientSecretKey);
    expect(status.json().payment.advice).toEqual({ retry: false, with: "none" });
  });
});

describe("the same submission again", () => {
  it("gets the same response and charges nothing", async () => {
    const intent = await world.createIntent();
    const first = await world.pay(intent, { key: "try-1" });
    const repeat = await world.pay(intent, { key: "try-1" });
    expect(repeat).toEqual({ ...first, replayed: true });
    expect(
      world.parties.northbank.calls.filter(({ key }) => key.startsWith(first.body.paymentId)),
    ).toHaveLength(1);
  });

  it("with another total under the same key is refused", async () => {
    const intent = await world.createIntent();
    await world.pay(intent, { key: "try-1" });
    expect(await world.pay(intent, { key: "try-1", total: 1 })).toMatchObject({
      statusCode: 409,
      body: { errorCode: "idempotency_key_reused" },
    });
  });

  it("while the first still runs is refused, and there is one charge", async () => {
    const intent = await world.createIntent();
    const { calls } = world.parties.northbank;
    const before = calls.length;
    world.parties.northbank.next({ response: "hang" });
    const first = world.pay(intent, { key: "double" });
    // The attempt is pending before its charge is sent.
    await expect.poll(() => calls.length, { timeout: 15_000 }).toBe(before + 1);
    expect((await world.statusOf(intent))["status"]).toBe("pending");
    const second = await world.pay(intent, { key: "double" });
    expect(second).toMatchObject({
      statusCode: 409,
      body: { errorCode: "idempotency_key_in_use" },
    });
    world.parties.release();
    const { body } = await first;
    expect(body.status).toBe("success");
    const charges = [...world.parties.northbank.charges.keys()];
    expect(charges.filter((key) => key.startsWith(body.paymentId))).toHaveLength(1);
  });

  it("by a double click under two keys is charged once", async () => {
    const intent = await world.createIntent();
    const responses = await Promise.all([
      world.pay(intent, { key: "one" }),
      world.pay(intent, { key: "two" }),
      world.pay(intent),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(await world.statusOf(intent)).toMatchObject({ status: "success", payments: [{}] });
  });
});
