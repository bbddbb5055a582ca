import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeOperator } from "../operators/accounts/index.ts";
import { damageValues } from "../testing/damage-values.ts";
import { createPaymentWorld, type PaymentWorld } from "./testing/payment-world.ts";
import {
  acsTransID,
  chargeCallsFor,
  decoded,
  enrol,
  payUntilChallenge,
  postResults,
} from "./testing/three-ds-parties.ts";

const card = { number: "4000002760003184" };
const withoutMethod = { number: "4000000000003220" };

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
  enrol(world, card.number);
  enrol(world, withoutMethod.number, { method: false });
});
afterAll(() => world.close());

const challenged = () => payUntilChallenge(world, withoutMethod.number);

describe("a challenge", () => {
  it("reaches the frame with all that the issuer's page needs", async () => {
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

  it("ends in a charge with CVC and proof once the issuer has confirmed", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    const results = await postResults(world, { threeDSServerTransID });
    expect(results).toMatchObject({
      statusCode: 200,
      body: { messageType: "RRes", resultsStatus: "01" },
    });
    expect(chargeCallsFor(world, payment)).toHaveLength(0);
    const after = await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "999",
    });
    expect(after.body.status).toBe("success");
    expect(chargeCallsFor(world, payment)[0]?.body).toMatchObject({
      card: { cvc: "999" },
      threeDSecure: { transStatus: "Y", eci: "05" },
    });
    expect(await world.statusOf(intent)).toMatchObject({
      payments: [{ threeDSecure: { status: "Y", challenged: true } }],
    });
  });

  it("is never charged if the issuer denies it, whatever the frame reports", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    await postResults(world, { threeDSServerTransID, transStatus: "N" });
    const after = await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
    });
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_failed" }],
    });
    expect(chargeCallsFor(world, payment)).toHaveLength(0);
  });

  it("counts as not carried out if it is confirmed without proof", async () => {
    for (const [transStatus, proof] of [
      ["Y", { authenticationValue: undefined }],
      ["Y", { authenticationValue: "" }],
      ["A", { eci: "06" }],
    ] as const) {
      const { intent, payment, threeDSServerTransID } = await challenged();
      const results = await postResults(world, { threeDSServerTransID, transStatus, ...proof });
      expect(results.body).toMatchObject({ messageType: "RRes", resultsStatus: "01" });
      const after = await world.continuePayment(intent, payment.paymentId, {
        after: "challenge",
        outcome: "completed",
      });
      expect(after.body).toMatchObject({
        status: "failed",
        messages: [{ code: "authentication_unavailable" }],
      });
      expect(chargeCallsFor(world, payment)).toHaveLength(0);
      expect(await world.statusOf(intent)).toMatchObject({
        payments: [{ threeDSecure: { status: "U", eci: "07" } }],
      });
    }
  });

  it("is charged without proof if it is confirmed without proof and the operator's setting allows that", async () => {
    const unavailable = (threeDSecureUnavailable: "authorise" | "decline") =>
      changeOperator(world.service.deps, world.operator.operatorId, {
        settings: { threeDSecureUnavailable },
      });
    await unavailable("authorise");
    const { intent, payment, threeDSServerTransID } = await challenged();
    await postResults(world, { threeDSServerTransID, authenticationValue: undefined });
    const after = await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
    });
    await unavailable("decline");
    expect(after.body.status).toBe("success");
    const [call] = chargeCallsFor(world, payment);
    expect(call?.body.threeDSecure).toMatchObject({ transStatus: "U", eci: "07" });
    expect(call?.body.threeDSecure).not.toHaveProperty("authenticationValue");
  });

  it("does not end on the frame's report alone; the later result charges without a CVC", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    const after = await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "999",
    });
    expect(after.body.status).toBe("pending");
    expect(chargeCallsFor(world, payment)).toHaveLength(0);

    await postResults(world, { threeDSServerTransID });
    await expect
      .poll(async () => (await world.statusOf(intent))["status"], { timeout: 15_000 })
      .toBe("success");
    const [call] = chargeCallsFor(world, payment);
    expect(call?.body.card).not.toHaveProperty("cvc");
    expect(chargeCallsFor(world, payment)).toHaveLength(1);
  });

  it("fails when the customer cancels it, and a later confirmation changes nothing", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    const after = await world.continuePayment(intent, payment.paymentId, {
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
    expect(chargeCallsFor(world, payment)).toHaveLength(0);
  });

  it("fails, too, when the customer cancels it while the confirmation is on its way", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    await postResults(world, { threeDSServerTransID });
    const late = await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "timed_out",
    });
    expect(late.body.nextAction).toEqual({ type: "resume" });
    const after = await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "canceled",
    });
    expect(after.body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_canceled" }],
    });
    await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
    });
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    expect(chargeCallsFor(world, payment)).toHaveLength(0);
  });

  it("accepts a repeated result without charging twice", async () => {
    const { intent, payment, threeDSServerTransID } = await challenged();
    await postResults(world, { threeDSServerTransID });
    const done = () =>
      world.continuePayment(intent, payment.paymentId, {
        after: "challenge",
        outcome: "completed",
      });
    await Promise.all([done(), postResults(world, { threeDSServerTransID }), done()]);
    await postResults(world, { threeDSServerTransID, transStatus: "N" });
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(chargeCallsFor(world, payment)).toHaveLength(1);
  });

  it("continues after a reload: the session shows the challenge, and after the result `resume`", async () => {
    const { intent, payment, action, threeDSServerTransID } = await challenged();
    const session = () => world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey);
    expect((await session()).json().payment).toMatchObject({
      paymentId: payment.paymentId,
      nextAction: { type: "challenge", creq: action.creq },
    });
    await postResults(world, { threeDSServerTransID });
    expect((await session()).json().payment.nextAction).toEqual({ type: "resume" });
    const after = await world.continuePayment(intent, payment.paymentId, {
      after: "challenge",
      outcome: "completed",
    });
    expect(after.body.status).toBe("success");
    expect(chargeCallsFor(world, payment)[0]?.body.card).not.toHaveProperty("cvc");
  });

  it("ends with its time-out if it is left open", async () => {
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

  it("ends with its time-out if the card is damaged; until then the frame reads the payment as pending", async () => {
    const { intent, payment } = await challenged();
    const { paymentId } = payment;
    await damageValues(world, "payments", "details_sealed", { payment_id: paymentId });
    const back = { after: "challenge", outcome: "completed", cvc: "999" };
    const after = await world.continuePayment(intent, paymentId, back);
    expect(after).toMatchObject({ statusCode: 200, body: { status: "pending" } });
    world.clock.advance(20 * 60_000);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    expect(chargeCallsFor(world, payment)).toHaveLength(0);
  });

  it("refuses results from others, for unknown transactions, and with ids that don't belong together", async () => {
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

describe("the page that the issuer sends the browser to", () => {
  const post = (path: string, form: Record<string, string>) =>
    world.service.app.inject({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://acs.test" },
      payload: new URLSearchParams(form).toString(),
    });

  it("tells only the frame that the challenge is over", async () => {
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

  it("finds the payment by the session data when the issuer's message is unreadable", async () => {
    const { threeDSServerTransID, action } = await challenged();
    const page = await post("/v1/three-ds/challenge-notification", {
      cres: "garbage",
      threeDSSessionData: action.threeDSSessionData,
    });
    expect(page.body).toContain(threeDSServerTransID);
  });

  it("tells the frame that the 3DS method is done", async () => {
    const intent = await world.createIntent();
    const response = await world.pay(intent, { card });
    if (response.body.nextAction?.type !== "three_ds_method") throw new Error("no 3DS method");
    const { threeDSServerTransID } = decoded(response.body.nextAction.threeDSMethodData);
    const threeDSMethodData = Buffer.from(JSON.stringify({ threeDSServerTransID })).toString(
      "base64url",
    );
    const page = await post("/v1/three-ds/method-notification", { threeDSMethodData });
    expect(page.body).toContain('"tessera":"three_ds_method"');
  });

  it("contains no script for an unknown payment", async () => {
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
