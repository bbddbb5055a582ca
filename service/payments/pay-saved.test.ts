import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { goodCard, type PaymentWorld } from "./testing/payment-world.ts";
import { createSavedCardWorld, savedCardCalls } from "./testing/saved-card-calls.ts";
import { aResFor, enrol } from "./testing/three-ds-parties.ts";

let world: PaymentWorld;
const customer = savedCardCalls(() => world);
const { set, newIntent, submit, sessionOf, saveCard, paySaved, confirmAtBank } = customer;
beforeAll(async () => {
  world = await createSavedCardWorld();
});
afterAll(() => world.close());
beforeEach(customer.startOver);

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
    await world.call("DELETE", `/v1/customers/${customer.id()}/payment-methods/${id}`);
    await confirmAtBank(response.body);
    const done = await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "123",
    });
    expect(done.body.status).toBe("success");
  });
});
