// Long: saving a card and paying with it share one world and its helpers.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ClientSession } from "#contract/client/session";
import { changeOperator } from "../operators/accounts/index.ts";
import { damageValues } from "../testing/damage-values.ts";
import { whileKeysClosed } from "../testing/while-keys-closed.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  type PaymentWorld,
} from "./testing/payment-world.ts";
import { aResFor, decoded, enrol, postResults } from "./testing/three-ds-parties.ts";

const challenged = { number: "4000002760003184" };

let world: PaymentWorld;
let customers = 0;
let externalCustomerId: string;
beforeAll(async () => {
  world = await createPaymentWorld({ settings: { paymentMethodTypes: ["card", "bank"] } });
  enrol(world, challenged.number, { method: false });
});
afterAll(() => world.close());
beforeEach(async () => {
  customers += 1;
  externalCustomerId = `keeper-${customers}`;
  await world.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `keeper${customers}@example.com` } },
  });
  await set({
    savedPaymentMethods: true,
    savedCardVerification: "cvc",
    threeDSecureUnavailable: "decline",
    surcharge: "off",
  });
  world.parties.directory.cards.delete(goodCard.number);
  world.parties.directory.answer = (request) => aResFor(request, { transStatus: "C" });
});

const set = (settings: object) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings });
const newIntent = (overrides = {}) => world.createIntent({ externalCustomerId, ...overrides });

async function submit(intent: CreatedPaymentIntent, body: object, key?: string) {
  const response = await world.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    body: { total: intent.amount, browser, ...body },
    headers: key ? { "idempotency-key": key } : {},
  });
  return { statusCode: response.statusCode, body: response.json() };
}
const payAndSave = async (card: object = {}, intent?: CreatedPaymentIntent) =>
  submit(intent ?? (await newIntent()), {
    type: "card",
    card: { ...goodCard, ...card },
    save: true,
  });
const sessionOf = async (intent?: CreatedPaymentIntent): Promise<ClientSession> => {
  const { clientSecretKey } = intent ?? (await newIntent());
  return (await world.callAsClient("GET", "/v1/client/session", clientSecretKey)).json();
};
async function saveCard(card?: object): Promise<string> {
  expect((await payAndSave(card)).body.status).toBe("success");
  return (await sessionOf()).savedPaymentMethods[0]?.paymentMethodId ?? "";
}
const paySaved = async (paymentMethodId: string, fields: object = { cvc: "123" }) =>
  submit(await newIntent(), { type: "saved", paymentMethodId, ...fields });
async function confirmAtBank({ nextAction }: { nextAction: { creq: string } }) {
  const { threeDSServerTransID = "" } = decoded(nextAction.creq);
  await postResults(world, { threeDSServerTransID });
}
const states = async () =>
  (
    await world.service.deps.database.kysely
      .selectFrom("payment_methods")
      .select("status")
      .where("external_customer_id", "=", externalCustomerId)
      .execute()
  ).map(({ status }) => status);

describe("a card that the customer asks to save", () => {
  it("is offered for the next payment, with the verification that it needs", async () => {
    const { calls } = world.parties.northbank;
    const first = await newIntent();
    expect(await sessionOf(first)).toMatchObject({
      savedPaymentMethods: [],
      canSavePaymentMethod: true,
    });
    await payAndSave({}, first);
    expect(calls.at(-1)?.body.credentialOnFile).toBe("stored");
    expect((await sessionOf()).savedPaymentMethods).toEqual([
      {
        paymentMethodId: expect.stringMatching(/^pm_/),
        type: "card",
        paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 },
        createdAt: expect.any(String),
        lastUsedAt: null,
        verification: "cvc",
        isExpired: false,
      },
    ]);
  });

  it("is not offered if it cannot be decrypted, and the customer can pay another way", async () => {
    await payAndSave();
    await damageValues(world, "payment_methods", "shown_sealed", {
      external_customer_id: externalCustomerId,
    });
    expect(await sessionOf()).toMatchObject({ savedPaymentMethods: [] });
    const other = { type: "card", card: { ...goodCard, number: "5555555555554444" } };
    expect((await submit(await newIntent(), other)).body.status).toBe("success");
  });

  it("is not saved without consent, nor when it is declined", async () => {
    await submit(await newIntent(), { type: "card", card: goodCard });
    await submit(await newIntent(), { type: "card", card: goodCard, save: false });
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    expect((await payAndSave()).body.status).toBe("failed");
    expect(await states()).toEqual([]);
  });

  it("is not saved if the operator saves no methods, and the payment continues", async () => {
    await set({ savedPaymentMethods: false });
    expect((await payAndSave()).body.status).toBe("success");
    expect(world.parties.northbank.calls.at(-1)?.body).not.toHaveProperty("credentialOnFile");
    expect(await states()).toEqual([]);
    expect(await sessionOf()).toMatchObject({
      savedPaymentMethods: [],
      canSavePaymentMethod: false,
    });
  });

  it("is saved after its challenge, by the job", async () => {
    const intent = await newIntent();
    const response = await payAndSave(challenged, intent);
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual(["wanted"]);
    await confirmAtBank(response.body);
    const done = await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "737",
    });
    expect(done.body.status).toBe("success");
    await world.runJob("payments.keep_methods");
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual(["kept"]);
  });

  it.each(["details_sealed", "shown_sealed", "consent_sealed"])(
    "is not saved, and no longer tried, if its %s is damaged in the meantime",
    async (column) => {
      await saveCard();
      enrol(world, goodCard.number, { method: false });
      const intent = await newIntent();
      const response = await payAndSave({}, intent);
      const { paymentId } = response.body;
      await damageValues(world, "payment_methods", column, { payment_id: paymentId });
      await confirmAtBank(response.body);
      await world.continuePayment(intent, paymentId, {
        after: "challenge",
        outcome: "completed",
        cvc: "737",
      });
      await world.runJob("payments.keep_methods");
      expect(await states()).toEqual(["kept"]);
      expect(world.logLines.filter((line) => line.includes(paymentId)).join()).toContain(
        "a damaged payment method is not saved",
      );
    },
  );

  it("is saved later if the operator's keys do not open for a while", async () => {
    await saveCard();
    enrol(world, goodCard.number, { method: false });
    const intent = await newIntent();
    const response = await payAndSave({}, intent);
    await confirmAtBank(response.body);
    await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "737",
    });
    expect((await states()).sort()).toEqual(["kept", "wanted"]);
    await whileKeysClosed(world, () => world.runJob("payments.keep_methods"));
    expect((await states()).sort()).toEqual(["kept", "wanted"]);
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual(["kept"]);
  });

  it("replaces a damaged entry for the same card", async () => {
    await saveCard();
    await damageValues(world, "payment_methods", "details_sealed", {
      external_customer_id: externalCustomerId,
    });
    const id = await saveCard({ expiryYear: 2032 });
    expect((await paySaved(id)).body.status).toBe("success");
    expect(await states()).toEqual(["kept"]);
  });

  it("is not saved after a canceled challenge", async () => {
    const intent = await newIntent();
    const response = await payAndSave(challenged, intent);
    await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "canceled",
    });
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual([]);
  });

  it("is saved even if the service dies while it charges", async () => {
    world.parties.northbank.next({ becomes: "approved", response: "hang" });
    const calls = world.parties.northbank.calls.length;
    const intent = await newIntent();
    const paying = payAndSave({}, intent);
    await expect
      .poll(() => world.parties.northbank.calls.length, { timeout: 15_000 })
      .toBe(calls + 1);
    world.clock.advance(5 * 60_000);
    await world.runJob("payments.recover");
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual(["kept"]);
    world.parties.release();
    await paying;
    expect(await states()).toEqual(["kept"]);
  });

  it("leaves nothing when the payment is refused before it is stored", async () => {
    const intent = await newIntent();
    await world.pay(intent);
    const repeat = await payAndSave({}, intent);
    expect(repeat.body.errorCode).toBe("payment_already_succeeded");
    await world.runJob("payments.keep_methods");
    world.clock.advance(10 * 60_000);
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual([]);
  });

  it("is one entry, however often it is saved", async () => {
    await payAndSave();
    await payAndSave({ expiryYear: 2032 });
    const { savedPaymentMethods } = await sessionOf();
    expect(savedPaymentMethods).toHaveLength(1);
    expect(savedPaymentMethods[0]?.paymentMethod).toMatchObject({ expiryYear: 2032 });
  });
});

describe("a payment with a saved card", () => {
  it("charges the full card with the newly typed CVC", async () => {
    const id = await saveCard();
    const paid = await paySaved(id, { cvc: "999" });
    expect(paid).toMatchObject({
      statusCode: 201,
      body: { type: "card", status: "success", paymentMethod: { brand: "visa", last4: "4242" } },
    });
    expect(world.parties.northbank.calls.at(-1)?.body).toMatchObject({
      card: { number: goodCard.number, expiryYear: 2030, cvc: "999", holderName: "Ada Lovelace" },
      credentialOnFile: "used",
    });
    expect((await sessionOf()).savedPaymentMethods[0]?.lastUsedAt).toEqual(expect.any(String));
  });

  it("charges once for the same key", async () => {
    const id = await saveCard();
    const intent = await newIntent();
    const calls = world.parties.northbank.calls.length;
    const body = { type: "saved", paymentMethodId: id, cvc: "123" };
    const first = await submit(intent, body, "once");
    expect(await submit(intent, body, "once")).toEqual(first);
    expect(world.parties.northbank.calls).toHaveLength(calls + 1);
  });

  it.each([
    [{}, "required", "cvc"],
    [{ cvc: "1234" }, "card_cvc_invalid", "cvc"],
  ])("is refused with %j: %s", async (more, errorCode, path) => {
    const refused = await paySaved(await saveCard(), more);
    expect(refused).toMatchObject({ statusCode: 400, body: { errorCode, errors: [{ path }] } });
  });

  it("with the policy three_ds needs a challenge and no CVC", async () => {
    const id = await saveCard();
    await set({ savedCardVerification: "three_ds" });
    expect((await sessionOf()).savedPaymentMethods[0]?.verification).toBe("three_ds");
    // From now on the issuer takes part in 3-D Secure.
    enrol(world, goodCard.number, { method: false });
    const intent = await newIntent();
    const response = await submit(intent, { type: "saved", paymentMethodId: id });
    expect(response.body).toMatchObject({ status: "pending", nextAction: { type: "challenge" } });
    expect(world.parties.directory.requests.at(-1)?.threeDSRequestorChallengeInd).toBe("04");
    await confirmAtBank(response.body);
    const done = await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
    });
    expect(done.body.status).toBe("success");
  });

  it("with the policy three_ds fails without a challenge, whatever the other settings say", async () => {
    const id = await saveCard();
    await set({ savedCardVerification: "three_ds", threeDSecureUnavailable: "authorise" });
    const calls = world.parties.northbank.calls.length;
    const declined = await paySaved(id, {});
    expect(declined.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_required" }],
    });
    enrol(world, goodCard.number, { method: false });
    // U: could not authenticate. A: attempted only. I: informational only.
    for (const transStatus of ["U", "A", "I"] as const) {
      world.parties.directory.answer = (request) => aResFor(request, { transStatus });
      const unconfirmed = await paySaved(id, {});
      expect(unconfirmed.body.messages).toMatchObject([{ code: "authentication_unavailable" }]);
    }
    expect(world.parties.northbank.calls).toHaveLength(calls);
    world.parties.directory.answer = (request) => aResFor(request, { transStatus: "C" });
    world.parties.directory.cards.delete(goodCard.number);
    await set({ threeDSecureUnavailable: "decline" });
  });

  it("is priced by the card's brand before it is paid", async () => {
    const id = await saveCard();
    await set({ surcharge: { basisPoints: 200, fixedMinor: 0 } });
    const intent = await newIntent();
    const quoted = await world.callAsClient("POST", "/v1/client/quote", intent.clientSecretKey, {
      body: { type: "saved", paymentMethodId: id },
    });
    const asTyped = await world.callAsClient("POST", "/v1/client/quote", intent.clientSecretKey, {
      body: { type: "card", card: { prefix: goodCard.number.slice(0, 8) } },
    });
    expect(quoted.json().breakdown).toEqual(asTyped.json().breakdown);
  });

  it("is refused after the card's month has ended, and the card is offered as expired", async () => {
    const now = new Date(world.clock.nowMs());
    const soon = { expiryMonth: now.getUTCMonth() + 1, expiryYear: now.getUTCFullYear() };
    const id = await saveCard(soon);
    world.clock.advance(40 * 24 * 60 * 60_000);
    expect((await sessionOf()).savedPaymentMethods).toMatchObject([{ isExpired: true }]);
    expect((await paySaved(id)).body).toMatchObject({
      errorCode: "card_expired",
      errors: [{ path: "paymentMethodId" }],
    });
  });

  it("refuses another customer's card, a removed card, and any card once the operator saves none", async () => {
    const id = await saveCard();
    const notFound = { errorCode: "payment_method_not_found" };
    const other = await world.createIntent();
    const stolen = { type: "saved", paymentMethodId: id, cvc: "123" };
    expect((await submit(other, stolen)).body).toMatchObject(notFound);
    const path = `/v1/client/payment-methods/${id}`;
    const remove = (by: CreatedPaymentIntent) =>
      world.callAsClient("DELETE", path, by.clientSecretKey);
    expect((await remove(other)).statusCode).toBe(404);
    expect((await paySaved(id)).body.status).toBe("success");

    const own = await newIntent();
    expect((await remove(own)).json()).toEqual({ paymentMethodId: id, removed: true });
    expect((await remove(own)).statusCode).toBe(404);
    expect((await paySaved(id)).body).toMatchObject(notFound);

    const again = await saveCard();
    await set({ savedPaymentMethods: false });
    expect((await paySaved(again)).body.errorCode).toBe("payment_method_type_not_enabled");
  });

  it("is neither offered nor accepted for an intent that does not allow cards", async () => {
    const id = await saveCard();
    const intent = await newIntent({ paymentMethodTypes: ["bank"] });
    expect((await sessionOf(intent)).savedPaymentMethods).toEqual([]);
    const body = { type: "saved", paymentMethodId: id, cvc: "123" };
    expect((await submit(intent, body)).body.errorCode).toBe("payment_method_type_not_enabled");
  });

  it("is not charged without the CVC and without a confirmation, even if a wrong CVC was sent first", async () => {
    const id = await saveCard();
    enrol(world, goodCard.number);
    const pay = async (transStatus: "A" | "Y", cvc?: string) => {
      world.parties.directory.answer = (request) => aResFor(request, { transStatus });
      const intent = await newIntent();
      const response = await submit(intent, { type: "saved", paymentMethodId: id, cvc: "000" });
      expect(response.body.nextAction.type).toBe("three_ds_method");
      return world.continuePayment(intent, response.body.paymentId, {
        after: "three_ds_method",
        completionIndicator: "Y",
        ...(cvc && { cvc }),
      });
    };
    const calls = world.parties.northbank.calls.length;
    expect((await pay("A")).body.status).toBe("failed");
    expect(world.parties.northbank.calls).toHaveLength(calls);
    expect((await pay("A", "123")).body.status).toBe("success");
    expect((await pay("Y")).body.status).toBe("success");
    world.parties.directory.answer = (request) => aResFor(request, { transStatus: "C" });
    world.parties.directory.cards.delete(goodCard.number);
  });

  it("continues when the card is removed during the challenge", async () => {
    const id = await saveCard();
    enrol(world, goodCard.number, { method: false });
    const intent = await newIntent();
    const response = await submit(intent, { type: "saved", paymentMethodId: id, cvc: "123" });
    expect(response.body.nextAction.type).toBe("challenge");
    await world.call("DELETE", `/v1/customers/${externalCustomerId}/payment-methods/${id}`);
    await confirmAtBank(response.body);
    const done = await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "123",
    });
    expect(done.body.status).toBe("success");
  });
});
