import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AReq } from "#contract/connectors/three-ds";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";
import { aResFor, bankAnswers, chargeCallsFor, enrol } from "./testing/three-ds-parties.ts";

const card = { number: "4000002760003184" };
const withoutMethod = { number: "4000000000003220" };

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
  enrol(world, card.number);
  enrol(world, withoutMethod.number, { method: false });
});
afterAll(() => world.close());

function lastRequest(): AReq {
  const request = world.parties.directory.requests.at(-1);
  if (!request) throw new Error("the directory server was not asked");
  return request;
}

describe("an enrolled card", () => {
  it("runs the 3DS method first, and is charged with the proof when the issuer confirms", async () => {
    bankAnswers(world, { transStatus: "Y", eci: "05" });
    const intent = await world.createIntent();
    const response = await world.pay(intent, { card });
    expect(response.body).toMatchObject({
      status: "pending",
      nextAction: {
        type: "three_ds_method",
        methodUrl: "http://acs.test/method",
        timeoutMs: 10_000,
      },
    });
    expect(chargeCallsFor(world, response.body)).toHaveLength(0);

    const after = await world.continuePayment(intent, response.body.paymentId, {
      after: "three_ds_method",
      completionIndicator: "Y",
      cvc: "123",
    });

    expect(after.body).toMatchObject({ status: "success", nextAction: null });
    expect(lastRequest()).toMatchObject({
      threeDSCompInd: "Y",
      acctNumber: card.number,
      purchaseAmount: "4999",
      purchaseCurrency: "840",
      purchaseExponent: "2",
      cardExpiryDate: "3012",
      notificationURL: "http://pay.localhost:4000/v1/three-ds/challenge-notification",
      browserAcceptHeader: "application/json",
      browserIP: "127.0.0.1",
    });
    expect(chargeCallsFor(world, response.body)[0]?.body).toMatchObject({
      card: { cvc: "123" },
      threeDSecure: { version: "2.2.0", transStatus: "Y", eci: "05" },
    });
    expect(await world.statusOf(intent)).toMatchObject({
      payments: [{ threeDSecure: { status: "Y", version: "2.2.0", eci: "05", challenged: false } }],
    });
  });

  it("continues after a 3DS method that timed out, and tells the issuer", async () => {
    bankAnswers(world, { transStatus: "A" });
    const intent = await world.createIntent();
    const response = await world.pay(intent, { card });
    const after = await world.continuePayment(intent, response.body.paymentId, {
      after: "three_ds_method",
      completionIndicator: "N",
    });
    expect(after.body.status).toBe("success");
    expect(lastRequest().threeDSCompInd).toBe("N");
    expect(chargeCallsFor(world, response.body)[0]?.body.threeDSecure).toMatchObject({
      transStatus: "A",
      eci: "06",
    });
  });

  it("without a 3DS method is authenticated at once", async () => {
    bankAnswers(world, { transStatus: "Y" });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: withoutMethod });
    expect(paid.body.status).toBe("success");
    expect(lastRequest().threeDSCompInd).toBe("U");
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
  });

  it.each([
    ["N", undefined, "authentication_failed"],
    ["R", undefined, "authentication_rejected"],
    ["U", undefined, "authentication_unavailable"],
    ["D", undefined, "authentication_unavailable"],
    ["N", "05", "expired_card"],
  ] as const)(
    "is not charged when the issuer responds with %s (%s)",
    async (transStatus, reason, code) => {
      bankAnswers(world, { transStatus, ...(reason ? { transStatusReason: reason } : {}) });
      const intent = await world.createIntent();
      const paid = await world.pay(intent, { card: withoutMethod });
      expect(paid.body).toMatchObject({ status: "failed", messages: [{ code }] });
      expect(paid.body.advice?.retry).toBe(true);
      expect(chargeCallsFor(world, paid.body)).toHaveLength(0);
      expect(await world.eventsOf(intent)).toEqual(["created", "pending", "failed"]);
    },
  );

  it("is charged without liability shift when the issuer responds with I", async () => {
    bankAnswers(world, { transStatus: "I", eci: "07" });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: withoutMethod });
    expect(paid.body.status).toBe("success");
    expect(chargeCallsFor(world, paid.body)[0]?.body.threeDSecure).toMatchObject({
      transStatus: "I",
      eci: "07",
    });
  });

  it("is not charged on an authentication that can't be right", async () => {
    for (const lie of [
      { threeDSServerTransID: "00000000-0000-4000-8000-000000000000" },
      { transStatus: "Y" as const, authenticationValue: "" },
      { transStatus: "C" as const, acsURL: "javascript:alert(1)" },
      { messageVersion: "2.1.0" },
    ]) {
      bankAnswers(world, lie);
      const intent = await world.createIntent();
      const paid = await world.pay(intent, { card: withoutMethod });
      expect(paid.body).toMatchObject({
        status: "failed",
        messages: [{ code: "authentication_unavailable" }],
      });
    }
  });

  it("is not charged while the directory server is down, and the advice is to try later", async () => {
    world.parties.directory.failsWith = 503;
    const intent = await world.createIntent();
    const paid = await world.pay(intent);
    world.parties.directory.failsWith = null;
    expect(paid.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_unavailable" }],
      advice: { retry: true, with: "later" },
    });
  });
});

describe("an operator's policy", () => {
  it("authorises U if the operator's setting allows it", async () => {
    const lenient = await createPaymentWorld({
      settings: { threeDSecureUnavailable: "authorise" },
    });
    try {
      enrol(lenient, withoutMethod.number, { method: false });
      lenient.parties.directory.answer = (request) => aResFor(request, { transStatus: "U" });
      const paid = await lenient.pay(await lenient.createIntent(), { card: withoutMethod });
      expect(paid.body.status).toBe("success");
      lenient.parties.directory.answer = (request) => aResFor(request, { transStatus: "N" });
      const refused = await lenient.pay(await lenient.createIntent(), { card: withoutMethod });
      expect(refused.body.status).toBe("failed");
    } finally {
      await lenient.close();
    }
  });

  it("always refuses cards that can't be authenticated with the policy `always`", async () => {
    const strict = await createPaymentWorld({ settings: { threeDSecure: "always" } });
    try {
      const paid = await strict.pay(await strict.createIntent());
      expect(paid.body).toMatchObject({
        status: "failed",
        messages: [{ code: "authentication_unavailable" }],
      });
      expect(strict.parties.northbank.calls).toHaveLength(0);
    } finally {
      await strict.close();
    }
  });
});

describe("a soft decline", () => {
  it("is charged again after a challenge, under a second charge key", async () => {
    world.parties.northbank.next({ becomes: { declined: "authentication_required" } });
    bankAnswers(world, { transStatus: "Y" });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: withoutMethod });
    // The first charge already had a proof, because the card is enrolled. The issuer wants a challenge.
    expect(paid.body.status).toBe("success");
    expect(lastRequest().threeDSRequestorChallengeInd).toBe("04");
    expect(chargeCallsFor(world, paid.body).map(({ key }) => key)).toEqual([
      `${paid.body.paymentId}-1`,
      `${paid.body.paymentId}-2`,
    ]);
  });

  it("is a decline when the card takes no part in 3-D Secure", async () => {
    world.parties.northbank.next({ becomes: { declined: "authentication_required" } });
    const intent = await world.createIntent();
    const paid = await world.pay(intent);
    expect(paid.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_required" }],
      advice: { with: "other_card" },
    });
  });

  it("a second time is a decline", async () => {
    const again = { becomes: { declined: "authentication_required" } };
    world.parties.northbank.next(again, again);
    bankAnswers(world, { transStatus: "Y" });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: withoutMethod });
    expect(paid.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_required" }],
    });
  });
});
