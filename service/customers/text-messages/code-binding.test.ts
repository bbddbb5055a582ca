/** A code or client secret of one purpose must not work for another. Only the operator replaces a verified number. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { changeOperator, type SettingsPatch } from "../../operators/accounts/index.ts";
import {
  minimalSettings,
  openPayoutWorld,
  type PayoutWorld,
} from "../../payouts/testing/payout-world.ts";
import { startStandInPayouts } from "../../payouts/testing/stand-in-payouts.ts";
import { createTestService } from "../../testing/create-test-service.ts";
import { type StandInCarrier, startStandInCarrier } from "../../testing/stand-in-carrier.ts";

let carrier: StandInCarrier;
let world: PayoutWorld;
let serial = 0;
beforeAll(async () => {
  carrier = await startStandInCarrier();
  const service = await createTestService({ env: { SANDBOX_URL: carrier.url } });
  world = openPayoutWorld(service, await startStandInPayouts());
});
afterAll(async () => {
  await world.close();
  await carrier.close();
});
const withSettings = (settings: SettingsPatch) =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...minimalSettings, ...settings },
  });
beforeEach(async () => {
  carrier.status = 201;
  await withSettings({ smsVerification: "first_payout" });
  world.clock.advance(25 * 3_600_000);
});

const attackersNumber = "+12125550199";
/** A number in its own block. */
function freshNumber(): string {
  serial += 1;
  return `+1415${555 + serial}0134`;
}
async function post(path: string, secret: string, body: object) {
  const response = await world.callAsClient("POST", path, secret, { body });
  return { statusCode: response.statusCode, body: response.json() };
}
const start = (secret: string, body: object = {}) =>
  post("/v1/client/sms-verification", secret, body);
const check = (secret: string, code = carrier.newestCode()) =>
  post("/v1/client/sms-verification/check", secret, { code });
async function paymentSecret(externalCustomerId: string): Promise<string> {
  serial += 1;
  const externalPaymentIntentId = `order-${serial}`;
  const response = await world.call("POST", "/v1/payment-intents", {
    body: { externalPaymentIntentId, amount: 1, currency: "USD", externalCustomerId },
  });
  return response.json().clientSecretKey;
}
async function kycSecret(externalCustomerId: string): Promise<string> {
  const info = await world.call("GET", `/v1/customers/${externalCustomerId}/kyc-info`);
  return info.json().clientSecret;
}
const profile = async (externalCustomerId: string) =>
  (await world.call("GET", `/v1/customers/${externalCustomerId}`)).json();
const putData = (externalCustomerId: string, body: object) =>
  world.call("PUT", `/v1/customers/${externalCustomerId}/data`, { body });
const requirementsOf = async (intent: CreatedDisbursementIntent) =>
  (await world.session(intent)).requirements.map(({ type }) => type);

/** Requires a code and a W-9. Returns the W-9 link's secret. */
async function payoutWithW9() {
  const externalCustomerId = await world.newCustomer({ phoneNumber: freshNumber() });
  await withSettings({ smsVerification: "first_payout", w9Policy: "every" });
  await putData(externalCustomerId, {
    firstName: "Jane",
    lastName: "Doe",
    address: { line1: "1 Main", city: "Reno", state: "NV", postalCode: "89501", country: "US" },
  });
  const intent = await world.newIntent({ externalCustomerId });
  const w9Secret = String(intent.w9CaptureUrl).split("#")[1] as string;
  return { externalCustomerId, intent, w9Secret };
}

/** A customer with a number that a payout has verified. */
async function verified() {
  const phoneNumber = freshNumber();
  const externalCustomerId = await world.newCustomer({ phoneNumber });
  const intent = await world.newIntent({ externalCustomerId });
  await start(intent.clientSecretKey);
  expect((await check(intent.clientSecretKey)).statusCode).toBe(200);
  world.clock.advance(60_000);
  return { externalCustomerId, phoneNumber, intent };
}

describe("a client secret for anything but a payout", () => {
  test("neither sends nor checks codes, and does not change the number", async () => {
    const phoneNumber = freshNumber();
    const externalCustomerId = await world.newCustomer({ phoneNumber });
    const sent = carrier.messages.length;
    for (const secret of [
      await paymentSecret(externalCustomerId),
      await kycSecret(externalCustomerId),
    ]) {
      const body = { phoneNumber: attackersNumber };
      expect(await start(secret, body)).toMatchObject({
        statusCode: 404,
        body: { errorCode: "resource_not_found" },
      });
      expect((await check(secret, "123456")).statusCode).toBe(404);
    }
    expect(carrier.messages.length).toBe(sent);
    expect(await profile(externalCustomerId)).toMatchObject({
      phoneVerifiedAt: null,
      data: { phoneNumber },
    });
  });

  test("can't check the code of the same customer's payout", async () => {
    const externalCustomerId = await world.newCustomer({ phoneNumber: freshNumber() });
    const intent = await world.newIntent({ externalCustomerId });
    await start(intent.clientSecretKey);
    expect((await check(await paymentSecret(externalCustomerId))).statusCode).toBe(404);
    expect(await requirementsOf(intent)).toEqual(["sms_verification"]);
    expect((await check(intent.clientSecretKey)).statusCode).toBe(200);
    expect(await requirementsOf(intent)).toEqual([]);
  });

  test("can't set a missing number or date of birth, which would open a W-9", async () => {
    const externalCustomerId = await world.newCustomer();
    const secret = await paymentSecret(externalCustomerId);
    for (const body of [{ phoneNumber: attackersNumber }, { dateOfBirth: "1990-01-01" }]) {
      const response = await world.callAsClient("PUT", "/v1/client/customer-data", secret, {
        body,
      });
      expect(response.statusCode).toBe(400);
      expect(response.json().errors[0].path).toBe(Object.keys(body)[0]);
    }
    expect((await profile(externalCustomerId)).data).toMatchObject({
      phoneNumber: null,
      dateOfBirth: null,
    });
  });
});

describe("a verified number", () => {
  test("is not replaced with a payout's secret", async () => {
    const { externalCustomerId, phoneNumber } = await verified();
    await withSettings({ smsVerification: "every_payout" });
    const intent = await world.newIntent({ externalCustomerId });
    expect((await world.session(intent)).requirements).toMatchObject([{ canChangeNumber: false }]);
    const sent = carrier.messages.length;
    expect(await start(intent.clientSecretKey, { phoneNumber: attackersNumber })).toMatchObject({
      statusCode: 409,
      body: { errorCode: "phone_number_verified" },
    });
    expect(carrier.messages.length).toBe(sent);
    expect((await start(intent.clientSecretKey, { phoneNumber })).statusCode).toBe(200);
    expect((await profile(externalCustomerId)).data.phoneNumber).toBe(phoneNumber);
  });

  test("gets no further code for a payout that no longer needs one", async () => {
    const { externalCustomerId, intent } = await verified();
    const other = await world.newIntent({ externalCustomerId });
    const sent = carrier.messages.length;
    const refused = { statusCode: 409, body: { errorCode: "phone_number_verified" } };
    expect(await start(intent.clientSecretKey)).toMatchObject(refused);
    expect(await start(other.clientSecretKey)).toMatchObject(refused);
    await withSettings({ smsVerification: "every_payout" });
    expect(await start(intent.clientSecretKey)).toMatchObject(refused);
    expect(carrier.messages.length).toBe(sent);
    expect((await start(other.clientSecretKey)).statusCode).toBe(200);
    expect(carrier.messages.length).toBe(sent + 1);
  });

  test("is not replaced by a code that was sent before it was verified", async () => {
    const phoneNumber = freshNumber();
    const externalCustomerId = await world.newCustomer({ phoneNumber });
    const attacked = await world.newIntent({ externalCustomerId });
    await start(attacked.clientSecretKey, { phoneNumber: freshNumber() });
    const early = carrier.newestCode();
    const intent = await world.newIntent({ externalCustomerId });
    await start(intent.clientSecretKey);
    expect((await check(intent.clientSecretKey)).statusCode).toBe(200);
    expect(await check(attacked.clientSecretKey, early)).toMatchObject({
      statusCode: 409,
      body: { errorCode: "phone_number_verified" },
    });
    expect((await profile(externalCustomerId)).data.phoneNumber).toBe(phoneNumber);
  });

  test("can be replaced by the operator's server, and the old number is notified once", async () => {
    const { externalCustomerId, phoneNumber } = await verified();
    const before = carrier.messages.length;
    carrier.status = 503;
    const replaced = await putData(externalCustomerId, { phoneNumber: freshNumber() });
    expect(replaced.json().phoneVerifiedAt).toBeNull();
    await world.runJob("sms.send_notices");
    expect(carrier.messages.length).toBe(before);
    carrier.status = 201;
    world.clock.advance(5 * 60_000);
    await world.runJob("sms.send_notices");
    world.clock.advance(5 * 60_000);
    await world.runJob("sms.send_notices");
    expect(carrier.messages.slice(before)).toEqual([
      { to: phoneNumber, body: expect.stringContaining("this phone number was removed") },
    ]);
    expect(
      await world.service.deps.database.kysely.selectFrom("sms_notices").selectAll().execute(),
    ).toEqual([]);
    const entries = await world.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select("action")
      .where("subject_id", "=", externalCustomerId)
      .execute();
    expect(entries).toContainEqual({ action: "customer.verified_phone_replaced" });
  });

  test("does not block other notices if it was replaced and its notice cannot be decrypted; the notice is deleted after a day", async () => {
    const { kysely } = world.service.deps.database;
    const broken = await verified();
    await putData(broken.externalCustomerId, { phoneNumber: freshNumber() });
    await kysely.updateTable("sms_notices").set({ phone_number_sealed: "1.broken" }).execute();
    const { externalCustomerId, phoneNumber } = await verified();
    const before = carrier.messages.length;
    await putData(externalCustomerId, { phoneNumber: freshNumber() });
    await world.runJob("sms.send_notices");
    expect(carrier.messages.slice(before)).toMatchObject([{ to: phoneNumber }]);
    expect(await kysely.selectFrom("sms_notices").selectAll().execute()).toHaveLength(1);
    world.clock.advance(24 * 60 * 60_000);
    await world.runJob("sms.send_notices");
    expect(await kysely.selectFrom("sms_notices").selectAll().execute()).toEqual([]);
  });

  test("gets no notice if it was never verified or is unchanged", async () => {
    const { externalCustomerId, phoneNumber } = await verified();
    const unverified = await world.newCustomer({ phoneNumber: freshNumber() });
    const before = carrier.messages.length;
    await putData(externalCustomerId, { phoneNumber, firstName: "Ann" });
    await putData(unverified, { phoneNumber: freshNumber() });
    await world.runJob("sms.send_notices");
    expect(carrier.messages.length).toBe(before);
  });

  test("is not restored by a code that was sent before the operator replaced it", async () => {
    await withSettings({ smsVerification: "every_payout" });
    const { externalCustomerId } = await verified();
    const intent = await world.newIntent({ externalCustomerId });
    await start(intent.clientSecretKey);
    const early = carrier.newestCode();
    const phoneNumber = freshNumber();
    await putData(externalCustomerId, { phoneNumber });
    expect(await check(intent.clientSecretKey, early)).toMatchObject({
      statusCode: 410,
      body: { errorCode: "sms_code_expired" },
    });
    expect(await profile(externalCustomerId)).toMatchObject({
      phoneVerifiedAt: null,
      data: { phoneNumber },
    });
  });
});

describe("a code", () => {
  test("of one payout does not work for another", async () => {
    await withSettings({ smsVerification: "every_payout" });
    const externalCustomerId = await world.newCustomer({ phoneNumber: freshNumber() });
    const [one, other] = [
      await world.newIntent({ externalCustomerId }),
      await world.newIntent({ externalCustomerId }),
    ];
    await start(one.clientSecretKey);
    expect((await check(other.clientSecretKey)).body.errorCode).toBe("sms_not_started");
    expect((await check(one.clientSecretKey)).statusCode).toBe(200);
    expect(await requirementsOf(one)).toEqual([]);
    expect(await requirementsOf(other)).toEqual(["sms_verification"]);
  });

  test("of a W-9 opens only the form, and a payout's code does not open it", async () => {
    const phoneNumber = freshNumber();
    const externalCustomerId = await world.newCustomer({ phoneNumber });
    await withSettings({ smsVerification: "first_payout", w9Policy: "every" });
    await putData(externalCustomerId, {
      firstName: "Jane",
      lastName: "Doe",
      address: { line1: "1 Main", city: "Reno", state: "NV", postalCode: "89501", country: "US" },
    });
    const intent = await world.newIntent({ externalCustomerId });
    const w9Secret = String(intent.w9CaptureUrl).split("#")[1] as string;
    const sendW9 = await post("/v1/client/w9/phone-code", w9Secret, {});
    expect(sendW9.statusCode).toBe(200);
    const w9Code = carrier.newestCode();
    expect((await check(intent.clientSecretKey, w9Code)).body.errorCode).toBe("sms_not_started");
    await start(intent.clientSecretKey);
    const payoutCode = carrier.newestCode();
    expect((await check(intent.clientSecretKey, w9Code)).body.errorCode).toBe("sms_code_wrong");
    const opened = (code: string) => post("/v1/client/w9/phone-code/check", w9Secret, { code });
    expect((await opened(payoutCode)).body.errorCode).toBe("sms_code_wrong");
    expect((await opened(w9Code)).statusCode).toBe(200);
    expect((await profile(externalCustomerId)).phoneVerifiedAt).toBeNull();
    expect(await requirementsOf(intent)).toEqual(["sms_verification", "w9"]);
    expect((await check(intent.clientSecretKey, payoutCode)).statusCode).toBe(200);
    expect(await requirementsOf(intent)).toEqual(["w9"]);
  });

  test("guessed wrong at a W-9's link does not lock the customer out of a payout", async () => {
    const { intent, w9Secret } = await payoutWithW9();
    for (let round = 0; round < 3; round += 1) {
      await post("/v1/client/w9/phone-code", w9Secret, {});
      const wrong = carrier.newestCode() === "000000" ? "000001" : "000000";
      for (let guess = 0; guess < 5; guess += 1) {
        await post("/v1/client/w9/phone-code/check", w9Secret, { code: wrong });
      }
      world.clock.advance(11 * 60_000);
    }
    const locked = await post("/v1/client/w9/phone-code", w9Secret, {});
    expect(locked.body.errorCode).toBe("sms_locked");
    expect((await start(intent.clientSecretKey)).statusCode).toBe(200);
  });

  describe("requested at a W-9's link leaves messages for a payout", () => {
    const requestMany = async (w9Secret: string, count: number, everyMs: number) => {
      const before = carrier.messages.length;
      for (let sent = 0; sent < count; sent += 1) {
        const response = await post("/v1/client/w9/phone-code", w9Secret, {});
        expect(response.statusCode).toBe(200);
        world.clock.advance(everyMs);
      }
      return carrier.messages.length - before;
    };
    const payoutCodeArrives = async ({ clientSecretKey }: CreatedDisbursementIntent) => {
      const before = carrier.messages.length;
      expect((await start(clientSecretKey)).statusCode).toBe(200);
      expect(carrier.messages.slice(before).map(({ body }) => body)).toEqual([
        expect.stringContaining("code for a payout"),
      ]);
      expect((await check(clientSecretKey)).statusCode).toBe(200);
    };

    test("within the same ten minutes", async () => {
      const { externalCustomerId, w9Secret } = await payoutWithW9();
      expect(await requestMany(w9Secret, 4, 125_000)).toBe(3);
      await payoutCodeArrives(await world.newIntent({ externalCustomerId }));
    });

    test("during a whole day, to two numbers", async () => {
      const { externalCustomerId, w9Secret } = await payoutWithW9();
      expect(await requestMany(w9Secret, 6, 100 * 60_000)).toBe(5);
      await putData(externalCustomerId, { phoneNumber: freshNumber() });
      expect(await requestMany(w9Secret, 5, 100 * 60_000)).toBe(5);
      const intent = await world.newIntent({ externalCustomerId });
      for (let sent = 0; sent < 4; sent += 1) {
        expect((await start(intent.clientSecretKey)).statusCode).toBe(200);
        world.clock.advance(11 * 60_000);
      }
      await payoutCodeArrives(intent);
    });
  });
});

test("a date of birth set with a client secret does not confirm a W-9's reader", async () => {
  await withSettings({ verifyOnFirstDisbursement: true, w9Policy: "every" });
  const externalCustomerId = await world.newCustomer({ firstName: "Jane", lastName: "Doe" });
  const intent = await world.newIntent({ externalCustomerId });
  const address = {
    line1: "1 Main",
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  };
  const filledIn = await world.callAsClient(
    "PUT",
    "/v1/client/customer-data",
    intent.clientSecretKey,
    { body: { dateOfBirth: "1990-01-01", address } },
  );
  expect(filledIn.statusCode, filledIn.body).toBe(200);
  // The operator e-mails this link.
  const status = await world.statusOf(intent);
  const secret = String(status.w9CaptureUrl).split("#")[1] as string;
  const w9 = await world.callAsClient("GET", "/v1/client/w9", secret);
  expect(w9.json()).toMatchObject({ isConfirmed: false, confirmBy: [] });
  const claimed = await post("/v1/client/w9/confirm", secret, { dateOfBirth: "1990-01-01" });
  expect(claimed.body.errorCode).toBe("w9_confirmation_wrong");
  await putData(externalCustomerId, { dateOfBirth: "1990-01-01" });
  const stated = await post("/v1/client/w9/confirm", secret, { dateOfBirth: "1990-01-01" });
  expect(stated.statusCode).toBe(200);
});
