import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createKycWorld, type KycWorld, picture } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

const minuteMs = 60_000;
let world: KycWorld;
let customer: string;
let serial = 0;
beforeAll(async () => {
  world = await createKycWorld({ verifyOnFirstPayment: true });
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  world.reader.next = readingOf({ ...janesLicense, documentNumber: `L${serial}` });
  customer = await world.newCustomer();
});

describe("kyc-info", () => {
  test("starts a verification once, and returns two links with the secret after the #", async () => {
    const info = await world.kycInfo(customer);
    expect(info).toMatchObject({ status: "pending", verifications: [{ status: "pending" }] });
    expect(info.clientSecret).toMatch(/^kyc_\w{24}_secret_[\w-]{43}$/);
    const expiresAt = new Date(world.clock.nowMs() + 60 * minuteMs).toISOString();
    expect(info.clientSecretExpiresAt).toBe(expiresAt);
    const base = "http://pay.localhost:4000/verify";
    const rest = `for=${world.operator.operatorId}#${info.clientSecret}`;
    expect(info.links).toEqual({
      driversLicense: { url: `${base}/drivers-license?${rest}`, expiresAt },
      passport: { url: `${base}/passport?${rest}`, expiresAt },
    });
    world.clock.advance(59 * minuteMs);
    expect(await world.kycInfo(customer)).toEqual(info);
    expect(await world.eventsOf(customer)).toEqual(["pending"]);
  });

  test("starts one verification for many simultaneous requests", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => world.kycInfo(customer)));
    expect(new Set(all.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(await world.eventsOf(customer)).toEqual(["pending"]);
  });

  test("works only for the operator's own customers", async () => {
    const url = (id: string) => `/v1/customers/${id}/kyc-info`;
    expect((await world.call("GET", url("nobody"))).statusCode).toBe(404);
    const other = await world.createOperator();
    const token = other.secretKey;
    expect((await world.call("GET", url(customer), { token })).statusCode).toBe(404);
    expect(
      (await world.call("POST", `/v1/customers/${customer}/kyc-verify/passport`)).statusCode,
    ).toBe(410);
    expect((await world.call("GET", "/v1/customers/kyc-for-review")).statusCode).toBe(410);
  });
});

describe("the client secret", () => {
  test("expires after an hour, and kyc-info then returns a new one", async () => {
    const { clientSecret } = await world.kycInfo(customer);
    world.clock.advance(60 * minuteMs);
    const dead = world.widget(clientSecret);
    expect((await dead.session()).body.errorCode).toBe("client_secret_expired");
    const fresh = await world.kycInfo(customer);
    expect(fresh.clientSecret).not.toBe(clientSecret);
    expect((await world.widget(fresh.clientSecret).session()).statusCode).toBe(200);
    expect((await dead.consent()).body.errorCode).toBe("client_secret_expired");
  });

  test("stays valid for the capture that it began, and shows the outcome", async () => {
    const { clientSecret } = await world.kycInfo(customer);
    const widget = world.widget(clientSecret);
    world.clock.advance(59 * minuteMs);
    await widget.consent();
    world.clock.advance(50 * minuteMs);
    expect((await world.kycInfo(customer)).clientSecret).not.toBe(clientSecret);
    expect((await widget.upload("front")).statusCode).toBe(200);
    world.clock.advance(50 * minuteMs);
    await widget.upload("back");
    expect((await widget.submit()).statusCode).toBe(200);
    world.clock.advance(2 * 60 * minuteMs);
    await world.read();
    expect((await widget.progress()).body.status).toBe("verified");
    expect((await widget.consent()).body.errorCode).toBe("client_secret_expired");
    world.clock.advance(24 * 60 * minuteMs);
    expect((await widget.progress()).body.errorCode).toBe("client_secret_expired");
  });

  test("ends its capture after an hour without a step", async () => {
    const widget = await world.widgetOf(customer);
    await widget.consent();
    world.clock.advance(61 * minuteMs);
    expect((await widget.upload("front")).body.errorCode).toBe("client_secret_expired");
    // A new secret continues with the pictures.
    expect((await (await world.widgetOf(customer)).session()).body.nextAction).toBe("upload");
  });

  test("works without a publishable key, but not with another operator's", async () => {
    const { clientSecret } = await world.kycInfo(customer);
    const url = "/v1/client/kyc";
    expect((await world.call("GET", url, { token: clientSecret })).statusCode).toBe(200);
    const { publishableKey } = await world.createOperator();
    const other = await world.callAsClient("GET", url, clientSecret, { publishableKey });
    expect(other.json()).toMatchObject({ errorCode: "publishable_key_invalid" });
    const forged = `${clientSecret.slice(0, -3)}AAA`;
    expect((await world.call("GET", url, { token: forged })).json()).toMatchObject({
      errorCode: "client_secret_invalid",
    });
    const headers = { "content-type": "application/octet-stream" };
    const asKey = await world.call("GET", "/v1/customers", { token: clientSecret });
    expect(asKey.statusCode).toBe(401);
    const put = { token: null, headers, body: picture };
    expect((await world.call("POST", `${url}/uploads/kup_1?offset=0`, put)).statusCode).toBe(401);
  });
});

async function intentSecret(): Promise<string> {
  const response = await world.call("POST", "/v1/payment-intents", {
    body: {
      externalPaymentIntentId: `order-${serial}`,
      externalCustomerId: customer,
      amount: 10,
      currency: "USD",
    },
  });
  return response.json<{ clientSecretKey: string }>().clientSecretKey;
}

test("an expired intent's secret takes no step, but still reads the progress", async () => {
  const widget = world.widget(await intentSecret());
  await widget.consent();
  await widget.upload("front");
  const started = await widget.begin("back");
  world.clock.advance(120 * minuteMs);
  const refused = [
    await widget.consent("passport"),
    await widget.begin("back"),
    await widget.send(started.body.uploadId, 0, picture),
    await widget.submit(),
    await widget.retry(),
  ];
  expect(refused.map(({ statusCode, body }) => [statusCode, body.errorCode])).toEqual(
    refused.map(() => [401, "client_secret_expired"]),
  );
  expect((await widget.session()).body).toMatchObject({
    documentType: "drivers_license",
    sides: [{ upload: { state: "received" } }, { side: "back" }],
  });
});

test("a first payment's secret opens a verification, which then lets the payment continue", async () => {
  const secret = await intentSecret();
  const requirements = async () =>
    (await world.callAsClient("GET", "/v1/client/session", secret)).json().requirements;
  expect(await requirements()).toEqual([{ type: "kyc", blocks: "submission", status: null }]);
  const widget = world.widget(secret);
  expect((await widget.session()).body).toMatchObject({ status: "none", nextAction: "consent" });
  await widget.sendLicense();
  expect(await requirements()).toMatchObject([{ type: "kyc", status: "pending" }]);
  await world.read();
  expect((await widget.progress()).body.status).toBe("verified");
  expect(await requirements()).toEqual([]);
});
