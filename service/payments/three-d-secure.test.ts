/**
 * 3-D Secure from the card's look-up to the charge, branch by branch. Long because every branch of
 * the protocol is one short test over the same world.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "../../contract/api/payment-intents.ts";
import type { ChallengeAction, ClientPayment } from "../../contract/client/payments.ts";
import type { AReq } from "../../contract/connectors/three-ds.ts";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";
import { acsTransID, aResFor, decoded, enrol, postResults } from "./testing/three-ds-parties.ts";

const card = { number: "4000002760003184" };
const withoutMethod = { number: "4000000000003220" };

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
  enrol(world, card.number);
  enrol(world, withoutMethod.number, { method: false });
});
afterAll(() => world.close());

function bankAnswers(change: Parameters<typeof aResFor>[1]): void {
  world.parties.directory.answer = (request) => aResFor(request, change);
}

function lastRequest(): AReq {
  const request = world.parties.directory.requests.at(-1);
  if (!request) throw new Error("the directory server was not asked");
  return request;
}

function callsFor(payment: ClientPayment) {
  return world.parties.northbank.calls.filter(({ key }) => key.startsWith(payment.paymentId));
}

/** An intent in the middle of a challenge. */
async function challenged(): Promise<{
  intent: CreatedPaymentIntent;
  payment: ClientPayment;
  action: ChallengeAction;
  threeDSServerTransID: string;
}> {
  bankAnswers({ transStatus: "C" });
  const intent = await world.createIntent();
  const { body } = await world.pay(intent, { card: withoutMethod });
  const action = body.nextAction as ChallengeAction;
  expect(action.type).toBe("challenge");
  return {
    intent,
    payment: body,
    action,
    threeDSServerTransID: decoded(action.creq)["threeDSServerTransID"] ?? "",
  };
}

describe("an enrolled card", () => {
  it("is asked for the 3DS Method first, and charged with the proof when the bank says yes", async () => {
    bankAnswers({ transStatus: "Y", eci: "05" });
    const intent = await world.createIntent();
    const begun = await world.pay(intent, { card });
    expect(begun.body).toMatchObject({
      status: "pending",
      nextAction: {
        type: "three_ds_method",
        methodUrl: "http://acs.test/method",
        timeoutMs: 10_000,
      },
    });
    expect(callsFor(begun.body)).toHaveLength(0);

    const after = await world.goOn(intent, begun.body.paymentId, {
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
    expect(callsFor(begun.body)[0]?.body).toMatchObject({
      card: { cvc: "123" },
      threeDSecure: { version: "2.2.0", transStatus: "Y", eci: "05" },
    });
    expect(await world.statusOf(intent)).toMatchObject({
      payments: [{ threeDSecure: { status: "Y", version: "2.2.0", eci: "05", challenged: false } }],
    });
  });

  it("goes on after a Method that timed out, and says so to the bank", async () => {
    bankAnswers({ transStatus: "A" });
    const intent = await world.createIntent();
    const begun = await world.pay(intent, { card });
    const after = await world.goOn(intent, begun.body.paymentId, {
      after: "three_ds_method",
      completionIndicator: "N",
    });
    expect(after.body.status).toBe("success");
    expect(lastRequest().threeDSCompInd).toBe("N");
    expect(callsFor(begun.body)[0]?.body.threeDSecure).toMatchObject({
      transStatus: "A",
      eci: "06",
    });
  });

  it("without a Method is authenticated at once", async () => {
    bankAnswers({ transStatus: "Y" });
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
  ] as const)("is not charged when the bank answers %s (%s)", async (transStatus, reason, code) => {
    bankAnswers({ transStatus, ...(reason ? { transStatusReason: reason } : {}) });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: withoutMethod });
    expect(paid.body).toMatchObject({ status: "failed", messages: [{ code }] });
    expect(paid.body.advice?.retry).toBe(true);
    expect(callsFor(paid.body)).toHaveLength(0);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "failed"]);
  });

  it("is charged without liability shift when the bank answers I", async () => {
    bankAnswers({ transStatus: "I", eci: "07" });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: withoutMethod });
    expect(paid.body.status).toBe("success");
    expect(callsFor(paid.body)[0]?.body.threeDSecure).toMatchObject({
      transStatus: "I",
      eci: "07",
    });
  });

  it("is not charged on an answer that can't be true", async () => {
    for (const lie of [
      { threeDSServerTransID: "00000000-0000-4000-8000-000000000000" },
      { transStatus: "Y" as const, authenticationValue: "" },
      { transStatus: "C" as const, acsURL: "javascript:alert(1)" },
      { messageVersion: "2.1.0" },
    ]) {
      bankAnswers(lie);
      const intent = await world.createIntent();
      const paid = await world.pay(intent, { card: withoutMethod });
      expect(paid.body).toMatchObject({
        status: "failed",
        messages: [{ code: "authentication_unavailable" }],
      });
    }
  });

  it("is not charged while the directory server is down, and may be tried again later", async () => {
    world.parties.directory.cards.set("4000000000000077", { status: 503 });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: { number: "4000000000000077" } });
    expect(paid.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_unavailable" }],
      advice: { retry: true, with: "later" },
    });
  });
});

describe("a challenge", () => {
  it("is told to the frame with all that the bank's page needs", async () => {
    const { action, threeDSServerTransID } = await challenged();
    expect(action).toMatchObject({
      acsUrl: "http://acs.test/challenge",
      windowSize: "03",
      messageVersion: "2.2.0",
    });
    expect(action.creq).not.toContain("=");
    expect(decoded(action.creq)).toEqual({
      messageType: "CReq",
      messageVersion: "2.2.0",
      threeDSServerTransID,
      acsTransID,
      challengeWindowSize: "03",
    });
    expect(action.threeDSSessionData.length).toBeLessThanOrEqual(1024);
  });

  it("ends in a charge with CVC and proof once the bank's server has said yes", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    const results = await postResults(world, { threeDSServerTransID });
    expect(results).toMatchObject({
      statusCode: 200,
      body: { messageType: "RRes", resultsStatus: "01" },
    });
    expect(callsFor(payment)).toHaveLength(0);
    const after = await world.goOn(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "999",
    });
    expect(after.body.status).toBe("success");
    expect(callsFor(payment)[0]?.body).toMatchObject({
      card: { cvc: "999" },
      threeDSecure: { transStatus: "Y", eci: "05" },
    });
    expect(await world.statusOf(intent)).toMatchObject({
      payments: [{ threeDSecure: { status: "Y", challenged: true } }],
    });
  });

  it("that the bank answers with no is never charged, whatever the frame says", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    await postResults(world, { threeDSServerTransID, transStatus: "N" });
    const after = await world.goOn(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
    });
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_failed" }],
    });
    expect(callsFor(payment)).toHaveLength(0);
  });

  it("is not believed on the frame's word alone; the result that comes later charges without a CVC", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    const after = await world.goOn(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "999",
    });
    expect(after.body.status).toBe("pending");
    expect(callsFor(payment)).toHaveLength(0);

    await postResults(world, { threeDSServerTransID });
    await expect
      .poll(async () => (await world.statusOf(intent))["status"], { timeout: 15_000 })
      .toBe("success");
    const [call] = callsFor(payment);
    expect(call?.body.card).not.toHaveProperty("cvc");
    expect(callsFor(payment)).toHaveLength(1);
  });

  it("that the customer cancels fails, and a yes that comes afterwards changes nothing", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    const after = await world.goOn(intent, payment.paymentId, {
      after: "challenge",
      outcome: "canceled",
    });
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_canceled" }],
      advice: { retry: true, with: "same" },
    });
    expect((await postResults(world, { threeDSServerTransID })).body).toMatchObject({
      resultsStatus: "01",
    });
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    expect(callsFor(payment)).toHaveLength(0);
  });

  it("that the customer cancels while the bank's yes is on its way fails too", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    await postResults(world, { threeDSServerTransID });
    const late = await world.goOn(intent, payment.paymentId, {
      after: "challenge",
      outcome: "timed_out",
    });
    expect(late.body.nextAction).toEqual({ type: "resume" });
    const after = await world.goOn(intent, payment.paymentId, {
      after: "challenge",
      outcome: "canceled",
    });
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_canceled" }],
    });
    await world.goOn(intent, payment.paymentId, { after: "challenge", outcome: "completed" });
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    expect(callsFor(payment)).toHaveLength(0);
  });

  it("takes a result twice without charging twice", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    await postResults(world, { threeDSServerTransID });
    const done = () =>
      world.goOn(intent, payment.paymentId, { after: "challenge", outcome: "completed" });
    await Promise.all([done(), postResults(world, { threeDSServerTransID }), done()]);
    await postResults(world, { threeDSServerTransID, transStatus: "N" });
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(callsFor(payment)).toHaveLength(1);
  });

  it("goes on after a reload: the session shows it again, and then that only the frame is missing", async () => {
    const { intent, payment, action, threeDSServerTransID } = await challenged();
    const session = () => world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
    expect((await session()).json().payment).toMatchObject({
      paymentId: payment.paymentId,
      nextAction: { type: "challenge", creq: action.creq },
    });
    await postResults(world, { threeDSServerTransID });
    expect((await session()).json().payment.nextAction).toEqual({ type: "resume" });
    const after = await world.goOn(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
    });
    expect(after.body.status).toBe("success");
    expect(callsFor(payment)[0]?.body.card).not.toHaveProperty("cvc");
  });

  it("that nobody ends is ended by its time-out", async () => {
    const { intent, payment } = await challenged();
    world.clock.advance(11 * 60_000 + 1);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({
      status: "failed",
      payments: [
        { paymentId: payment.paymentId, messages: [{ code: "authentication_timed_out" }] },
      ],
    });
  });

  it("refuses results from others, of unknown transactions, and with ids that don't belong together", async () => {
    const { threeDSServerTransID } = await challenged();
    expect((await postResults(world, { threeDSServerTransID }, "ds_wrong")).statusCode).toBe(401);
    const unknown = "11111111-1111-4111-8111-111111111111";
    const errorOf = async (change: Parameters<typeof postResults>[1]) =>
      (await postResults(world, change)).body["errorCode"];
    expect(await errorOf({ threeDSServerTransID: unknown })).toBe("301");
    expect(await errorOf({ threeDSServerTransID, acsTransID: unknown })).toBe("305");
    expect(await errorOf({ threeDSServerTransID: "nonsense" })).toBe("203");
  });
});

describe("the page that the bank sends the browser to", () => {
  const post = (path: string, form: Record<string, string>) =>
    world.service.app.inject({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://acs.test" },
      payload: new URLSearchParams(form).toString(),
    });

  it("tells the frame, and only it, that the challenge is over", async () => {
    const { threeDSServerTransID, action } = await challenged();
    const cres = Buffer.from(
      JSON.stringify({
        messageType: "CRes",
        messageVersion: "2.2.0",
        threeDSServerTransID,
        acsTransID,
        transStatus: "Y",
      }),
    ).toString("base64");
    const page = await post("/v1/three-ds/challenge-notification", {
      cres,
      threeDSSessionData: action.threeDSSessionData,
    });
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.body).toContain(`"threeDSServerTransID":"${threeDSServerTransID}"`);
    expect(page.body).toContain('"http://pay.localhost:4000"');
    expect(page.headers["content-security-policy"]).toMatch(/script-src 'nonce-[\w-]+'/);
    expect(page.headers["content-security-policy"]).toContain(
      "frame-ancestors http://pay.localhost:4000",
    );
  });

  it("knows the payment by the session data when the bank's message can't be read", async () => {
    const { threeDSServerTransID, action } = await challenged();
    const page = await post("/v1/three-ds/challenge-notification", {
      cres: "garbage",
      threeDSSessionData: action.threeDSSessionData,
    });
    expect(page.body).toContain(threeDSServerTransID);
  });

  it("tells the frame that the 3DS Method is done", async () => {
    const intent = await world.createIntent();
    const begun = await world.pay(intent, { card });
    if (begun.body.nextAction?.type !== "three_ds_method") throw new Error("no 3DS Method");
    const { threeDSServerTransID } = decoded(begun.body.nextAction.threeDSMethodData);
    const threeDSMethodData = Buffer.from(JSON.stringify({ threeDSServerTransID })).toString(
      "base64url",
    );
    const page = await post("/v1/three-ds/method-notification", { threeDSMethodData });
    expect(page.body).toContain('"tessera":"three_ds_method"');
  });

  it("runs nothing for a payment that it does not know", async () => {
    const threeDSMethodData = Buffer.from(
      JSON.stringify({ threeDSServerTransID: "11111111-1111-4111-8111-111111111111" }),
    ).toString("base64url");
    for (const form of [{ threeDSMethodData }, { threeDSMethodData: "<script>" }, {}]) {
      const page = await post("/v1/three-ds/method-notification", form);
      expect(page.statusCode).toBe(400);
      expect(page.body).not.toContain("script");
    }
  });
});

describe("an operator's policy", () => {
  it("lets U through for an operator who wants that", async () => {
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

  it("of always refuses cards that can't be authenticated", async () => {
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
  it("is tried again with a challenge, under a key of its own", async () => {
    world.parties.northbank.next({ becomes: { declined: "authentication_required" } });
    bankAnswers({ transStatus: "Y" });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: withoutMethod });
    // The card is enrolled, so the first charge had a proof already; the issuer wants a challenge.
    expect(paid.body.status).toBe("success");
    expect(lastRequest().threeDSRequestorChallengeInd).toBe("04");
    expect(callsFor(paid.body).map(({ key }) => key)).toEqual([
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
    bankAnswers({ transStatus: "Y" });
    const intent = await world.createIntent();
    const paid = await world.pay(intent, { card: withoutMethod });
    expect(paid.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_required" }],
    });
  });
});
