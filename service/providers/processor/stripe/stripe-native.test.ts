/** Stripe's own 3-D Secure, without a 3DS server, against the sandbox's Stripe and its issuers. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { composeCardNumber } from "../../../../sandbox/catalogue/composed-cards.ts";
import { changeOperator } from "../../../operators/accounts/index.ts";
import { browser, generousTimes, goodCard } from "../../../payments/testing/payment-world.ts";
import { type CustomerAct, confirmOnPage } from "../testing/native-customer.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "../testing/vendor-world.ts";

const entry = {
  name: "shop",
  type: "stripe",
  url: "/vendors/stripe",
  secretKey: sandboxCredentials.stripe,
  webhookSecret: sandboxCredentials.stripeWebhook,
};
const challenged = sandboxCard("three_ds_required");

let world: VendorWorld;
beforeAll(async () => {
  world = await createVendorWorld([entry], { DIRECTORY_SERVER: "none" }, undefined, generousTimes);
});
afterAll(() => world.close());

type Intent = Awaited<ReturnType<VendorWorld["createIntent"]>>;

async function pay(card: object = challenged, intentBody: object = {}) {
  const intent = await world.createIntent({ ...intentBody });
  return { intent, body: (await world.pay(intent, { card })).body };
}
const completed = { after: "challenge", outcome: "completed" };
const canceled = { after: "challenge", outcome: "canceled" };
const chargesOf = async (paymentId: string) =>
  (await world.charges("stripe")).filter(
    ({ merchantReference }) => merchantReference === paymentId,
  );
const rowOf = (paymentId: string) =>
  world.service.deps.database.kysely
    .selectFrom("payments")
    .select(["step", "details_sealed", "charge_reference", "three_ds"])
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
const atStripe = async (reference: string | null) => {
  const response = await fetch(
    `${world.sandboxUrl}/vendors/stripe/v1/payment_intents/${reference}`,
    {
      headers: { authorization: `Bearer ${sandboxCredentials.stripe}` },
    },
  );
  return (await response.json()) as { status: string };
};
/** Confirms the payment intent with another card, as a browser with its client secret can. */
async function confirmElsewhere(paymentId: string, card: string) {
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    fetch(`${world.sandboxUrl}/vendors/stripe/v1/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${sandboxCredentials.stripe}`,
        "idempotency-key": `${paymentId} ${path}`,
      },
      body: new URLSearchParams(form),
    });
  const response = await post("payment_methods", {
    type: "card",
    "card[number]": sandboxCard(card).number,
    "card[exp_month]": "12",
    "card[exp_year]": "2030",
  });
  const { id } = (await response.json()) as { id: string };
  const { charge_reference: reference } = await rowOf(paymentId);
  return post(`payment_intents/${reference}/confirm`, { payment_method: id });
}
const cancelByOperator = (paymentId: string) =>
  world.call("POST", `/v1/payments/${paymentId}/cancel`, { body: {} });
const act = (payment: Parameters<typeof confirmOnPage>[1], what: CustomerAct) =>
  confirmOnPage(world.sandboxUrl, payment, what);
const attemptOf = async (intent: Intent) => {
  const { payments } = (await world.statusOf(intent)) as unknown as {
    payments: Record<string, unknown>[];
  };
  return payments.at(-1);
};

describe("a challenge on Stripe’s page", () => {
  test("is a page to open in the dialog; the payment is charged once, after Stripe says so", async () => {
    const { intent, body } = await pay();
    expect(body).toMatchObject({
      status: "pending",
      nextAction: { type: "challenge", acsUrl: expect.stringContaining("/3d-secure/pi_") },
    });
    expect(body.nextAction).not.toHaveProperty("creq");
    expect(await chargesOf(body.paymentId)).toEqual([]);
    // The card is not needed again.
    expect((await rowOf(body.paymentId)).details_sealed).toBeNull();

    const back = await act(body, "code");
    const page = await world.call("GET", `${back?.pathname}${back?.search}`, { token: null });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("challenge_done");
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors");

    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body).toMatchObject({ status: "success", nextAction: null });
    expect(await chargesOf(body.paymentId)).toMatchObject([
      { status: "approved", threeDSecure: { transStatus: "Y", eci: "05" } },
    ]);
    expect(await attemptOf(intent)).toMatchObject({
      threeDSecure: { status: "Y", eci: "05", version: "2.2.0", challenged: true },
    });
    expect((await rowOf(body.paymentId)).three_ds).toMatchObject({ liabilityShift: true });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });

  test("is not over because the browser says so", async () => {
    const { intent, body } = await pay();
    await act(body, "open");
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body).toMatchObject({ status: "pending", nextAction: null });
    expect(await chargesOf(body.paymentId)).toEqual([]);
  });

  test.each([
    ["fail", "authentication_failed"],
    ["cancel", "authentication_failed"],
  ] as const)("ends with %s and declines the payment: %s", async (what, code) => {
    const { intent, body } = await pay();
    await act(body, what);
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body).toMatchObject({ status: "failed", messages: [{ code }] });
    // The browser knows the client secret from Stripe's page.
    expect((await confirmElsewhere(body.paymentId, "visa")).status).toBe(400);
    expect(await chargesOf(body.paymentId)).toEqual([]);
  });

  test("is not final after a failure before Stripe has canceled the payment intent", async () => {
    const { intent, body } = await pay();
    await act(body, "fail");
    await world.fault("stripe", "cancel", "refused", 20);
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body).toMatchObject({ status: "pending", nextAction: null });
    await fetch(`${world.sandboxUrl}/admin/faults`, { method: "DELETE" });
    expect(await world.recovered(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "authentication_failed" }] }],
    });
    const { charge_reference: reference } = await rowOf(body.paymentId);
    expect(await atStripe(reference)).toMatchObject({ status: "canceled" });
  });

  test("is reversed if another card pays through the payment's client secret", async () => {
    const { intent, body } = await pay();
    expect((await confirmElsewhere(body.paymentId, "visa")).status).toBe(200);
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body).toMatchObject({ status: "failed", messages: [{ code: "charge_reversed" }] });
    expect(await chargesOf(body.paymentId)).toMatchObject([{ reversal: expect.anything() }]);
  });

  test("is canceled at Stripe if the customer leaves it, and nobody can confirm it afterwards", async () => {
    const { intent, body } = await pay();
    await act(body, "open");
    const after = await world.continuePayment(intent, body.paymentId, canceled);
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_canceled" }],
      advice: { retry: true },
    });
    await act(body, "code");
    const { charge_reference: reference } = await rowOf(body.paymentId);
    expect(await atStripe(reference)).toMatchObject({ status: "canceled" });
    expect(await chargesOf(body.paymentId)).toEqual([]);
  });

  test("is paid if the customer confirmed and then left it: leaving no longer has an effect", async () => {
    const { intent, body } = await pay();
    await act(body, "code");
    const after = await world.continuePayment(intent, body.paymentId, canceled);
    expect(after.body).toMatchObject({ status: "success" });
    expect(await chargesOf(body.paymentId)).toHaveLength(1);
  });

  test.each(["error_without_charging", "refused"])(
    "is canceled by the job if its cancellation fails (%s), with the same reason",
    async (kind) => {
      const { intent, body } = await pay();
      await world.fault("stripe", "cancel", kind);
      const after = await world.continuePayment(intent, body.paymentId, canceled);
      expect(after.body).toMatchObject({ status: "pending", nextAction: null });
      expect(await world.recovered(intent)).toMatchObject({
        status: "failed",
        payments: [{ messages: [{ code: "authentication_canceled" }] }],
      });
    },
  );

  test("is canceled at Stripe first if the operator cancels it, and nobody can confirm it afterwards", async () => {
    const { intent, body } = await pay();
    await act(body, "open");
    await world.fault("stripe", "cancel", "error_without_charging");
    const lost = await cancelByOperator(body.paymentId);
    expect([lost.statusCode, lost.json().errorCode]).toEqual([409, "payment_not_cancelable"]);
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });

    expect((await cancelByOperator(body.paymentId)).statusCode).toBe(200);
    expect(await attemptOf(intent)).toMatchObject({
      status: "failed",
      messages: [{ code: "payment_canceled" }],
    });
    await act(body, "code");
    const { charge_reference: reference } = await rowOf(body.paymentId);
    expect(await atStripe(reference)).toMatchObject({ status: "canceled" });
    expect(await chargesOf(body.paymentId)).toEqual([]);
  });

  test("can no longer be canceled by the operator once the customer has confirmed it", async () => {
    const { intent, body } = await pay();
    await act(body, "code");
    expect((await cancelByOperator(body.paymentId)).statusCode).toBe(409);
    expect(await world.recovered(intent)).toMatchObject({ status: "success" });
  });

  test("is found by the job if the tab was closed, and paid if the customer confirmed", async () => {
    const { intent, body } = await pay();
    await act(body, "code");
    expect(await world.recovered(intent)).toMatchObject({ status: "success" });
    expect(await chargesOf(body.paymentId)).toHaveLength(1);
  });

  test("is declined and canceled at Stripe if the tab was closed, but only after its time", async () => {
    const { intent, body } = await pay(sandboxCard("challenge_missing_result"));
    await act(body, "open");
    for (let minute = 0; minute < 10; minute += 1) {
      world.clock.advance(60_000);
      await world.runJob("payments.recover");
    }
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    expect(await world.recovered(intent)).toMatchObject({
      status: "failed",
      payments: [{ messages: [{ code: "authentication_timed_out" }] }],
    });
    const { charge_reference: reference } = await rowOf(body.paymentId);
    expect(await atStripe(reference)).toMatchObject({ status: "canceled" });
  });

  test.each(["dropped_after_charging", "garbled", "error_after_charging"])(
    "still opens if its announcement was lost (%s)",
    async (kind) => {
      await world.fault("stripe", "charge", kind);
      const { intent, body } = await pay();
      expect(body).toMatchObject({ status: "pending", nextAction: { type: "challenge" } });
      await act(body, "code");
      const after = await world.continuePayment(intent, body.paymentId, completed);
      expect(after.body.status).toBe("success");
      expect(await chargesOf(body.paymentId)).toHaveLength(1);
    },
  );

  test("opens for the customer, who is still there, if only the job finds it", async () => {
    await world.fault("stripe", "charge", "dropped_after_charging");
    await world.fault("stripe", "look_up", "error_without_charging");
    const { intent, body } = await pay();
    expect(body).toMatchObject({ status: "pending", nextAction: null });
    world.clock.advance(60_000);
    await world.runJob("payments.recover");
    world.clock.advance(2_000);
    const status = await world.callAsClient("GET", "/v1/client/status", intent.clientSecretKey);
    const { payment } = status.json();
    expect(payment.nextAction).toMatchObject({ type: "challenge" });
    await act(payment, "code");
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body.status).toBe("success");
  });

  test("is found later if the customer confirmed it while its first two look-ups failed", async () => {
    const { intent, body } = await pay();
    await act(body, "code");
    await world.fault("stripe", "look_up", "error_without_charging", 6);
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body).toMatchObject({ status: "pending", nextAction: null });
    expect(await world.recovered(intent)).toMatchObject({ status: "success" });
    expect(await chargesOf(body.paymentId)).toHaveLength(1);
  });

  test("is declined by the issuer after it was confirmed, with the issuer's reason", async () => {
    const { intent, body } = await pay(sandboxCard("three_ds_then_insufficient"));
    await act(body, "code");
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "insufficient_funds" }],
    });
  });

  test("has a return page for this payment only", async () => {
    for (const id of ["nobody", "8a880dc0-d2d2-4067-bcb1-b08d1690b26e", "%3Cscript%3E"]) {
      const page = await world.call("GET", `/v1/three-ds/challenge-return/${id}`, { token: null });
      expect([page.statusCode, page.body.includes("script")]).toEqual([400, false]);
    }
  });
});

describe("without a challenge", () => {
  test("a card that takes no part in 3-D Secure is charged, and has no record of it", async () => {
    const { intent, body } = await pay(sandboxCard("visa"));
    expect(body.status).toBe("success");
    expect(await attemptOf(intent)).toMatchObject({ threeDSecure: null });
  });

  test("a customer whom the issuer recognizes pays at once", async () => {
    const { intent, body } = await pay(sandboxCard("three_ds_optional"));
    expect(body.status).toBe("success");
    expect(await attemptOf(intent)).toMatchObject({
      threeDSecure: { status: "Y", challenged: false },
    });
  });

  test("a customer whom the issuer does not recognize is declined", async () => {
    const { body } = await pay({ number: composeCardNumber({ authentication: "N" }) });
    expect(body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_failed" }],
    });
    expect(await chargesOf(body.paymentId)).toEqual([]);
  });

  test("a soft decline is charged again, with a challenge and a new payment intent", async () => {
    const { intent, body } = await pay(sandboxCard("soft_decline"));
    expect(body).toMatchObject({ status: "pending", nextAction: { type: "challenge" } });
    await act(body, "code");
    const after = await world.continuePayment(intent, body.paymentId, completed);
    expect(after.body.status).toBe("success");
    expect(await chargesOf(body.paymentId)).toMatchObject([
      { idempotencyKey: `${body.paymentId}-1`, status: "declined" },
      { idempotencyKey: `${body.paymentId}-2`, status: "approved" },
    ]);
  });

  test("a charge without the authentication that the settings require is reversed", async () => {
    const { body } = await pay({ number: composeCardNumber({ authentication: "U" }) });
    expect(body).toMatchObject({ status: "failed", messages: [{ code: "charge_reversed" }] });
    expect(await chargesOf(body.paymentId)).toMatchObject([{ reversal: expect.anything() }]);
  });
});

describe("a saved card that the customer confirms without its security code", () => {
  async function paySaved(name: string) {
    const { operatorId } = world.operator;
    const settings = { savedPaymentMethods: true, savedCardVerification: "three_ds" } as const;
    await changeOperator(world.service.deps, operatorId, { settings });
    const externalCustomerId = `keeper-${name}`;
    await world.call("POST", "/v1/customers", {
      body: { externalCustomerId, data: { email: `${externalCustomerId}@example.com` } },
    });
    const submit = async (body: object) => {
      const intent = await world.createIntent({ externalCustomerId });
      const response = await world.callAsClient(
        "POST",
        "/v1/client/payments",
        intent.clientSecretKey,
        { body: { total: intent.amount, browser, ...body } },
      );
      return { intent, body: response.json() };
    };
    await submit({ type: "card", card: { ...goodCard, ...sandboxCard(name) }, save: true });
    const [saved] = await world.service.deps.database.kysely
      .selectFrom("payment_methods")
      .select("payment_method_id")
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
    return submit({ type: "saved", paymentMethodId: saved?.payment_method_id });
  }

  test("is paid if the issuer authenticates the customer", async () => {
    const { intent, body } = await paySaved("three_ds_optional");
    expect(body).toMatchObject({ status: "success" });
    expect(await attemptOf(intent)).toMatchObject({ threeDSecure: { status: "Y" } });
  });

  test("is reversed if the issuer does not authenticate the customer", async () => {
    const { body } = await paySaved("visa");
    expect(body).toMatchObject({ status: "failed", messages: [{ code: "charge_reversed" }] });
    expect(await chargesOf(body.paymentId)).toMatchObject([{ reversal: expect.anything() }]);
  });
});
