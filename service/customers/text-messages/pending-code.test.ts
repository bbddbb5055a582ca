/** After a reload the widget knows from the session that a code can still be entered. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { type StandInCarrier, startStandInCarrier } from "../../testing/stand-in-carrier.ts";

let carrier: StandInCarrier;
let world: TestService;
let serial = 0;
let customer: string;
let secret: string;

beforeAll(async () => {
  carrier = await startStandInCarrier();
  world = await createTestService({ env: { SANDBOX_URL: carrier.url } });
});
afterAll(async () => {
  await world.close();
  await carrier.close();
});
beforeEach(async () => {
  serial += 1;
  carrier.status = 201;
  carrier.beforeResponse = null;
  customer = `c-${serial}`;
  const data = { email: `c${serial}@example.com`, phoneNumber: `+1415555${2000 + serial}` };
  await world.call("POST", "/v1/customers", { body: { externalCustomerId: customer, data } });
  secret = await newSecret();
});

async function newSecret(): Promise<string> {
  serial += 1;
  const response = await world.call("POST", "/v1/disbursement-intents", {
    body: {
      externalDisbursementIntentId: `payout-${serial}`,
      amount: 10,
      currency: "USD",
      externalCustomerId: customer,
    },
  });
  return response.json<CreatedDisbursementIntent>().clientSecretKey;
}
const start = (body: object = {}, as = secret) =>
  world.callAsClient("POST", "/v1/client/sms-verification", as, { body });
const check = (code: string, as = secret) =>
  world.callAsClient("POST", "/v1/client/sms-verification/check", as, { body: { code } });
async function sentCode() {
  const response = await world.callAsClient("GET", "/v1/client/session", secret, {});
  const { requirements } = response.json<{ requirements: { type: string; code?: unknown }[] }>();
  return requirements.find(({ type }) => type === "sms_verification")?.code;
}

test("the session shows the code that can still be entered, with the wait and the tries left", async () => {
  expect(await sentCode()).toBeNull();
  const started = await start();
  expect(await sentCode()).toEqual({ ...started.json(), isNumberOnFile: true });
  const code = carrier.newestCode() === "000000" ? "000001" : "000000";
  await check(code);
  expect(await sentCode()).toMatchObject({ attemptsLeft: 4 });
  world.clock.advance(10 * 60_000);
  expect(await sentCode()).toBeNull();
});

test("a code whose number is damaged has expired, and the next one works", async () => {
  await start();
  await damageValues(world, "sms_verifications", "phone_number_sealed");
  expect(await sentCode()).toBeNull();
  expect((await check(carrier.newestCode())).json().errorCode).toBe("sms_code_expired");
  world.clock.advance(60_000);
  await start();
  expect((await check(carrier.newestCode())).statusCode).toBe(200);
});

test("the session says if the code went to another number than the one on file", async () => {
  await start({ phoneNumber: `+1415556${2000 + serial}` });
  expect(await sentCode()).toMatchObject({ isNumberOnFile: false });
});

test("a code that is no longer accepted is not shown", async () => {
  await start();
  const data = { phoneNumber: `+1415557${2000 + serial}` };
  await world.call("PUT", `/v1/customers/${customer}/data`, { body: data });
  expect(await sentCode()).toBeNull();
});

test("the day's wrong codes for other payouts count, and the last one leaves no code to enter", async () => {
  const others = [secret, await newSecret(), await newSecret()];
  secret = await newSecret();
  for (const [n, other] of others.entries()) {
    await start({}, other);
    const wrong = carrier.newestCode() === "000000" ? "000001" : "000000";
    for (let guess = 1; guess <= 5; guess += 1) {
      if (n === 2 && guess === 3) {
        await start();
        expect(await sentCode()).toMatchObject({ attemptsLeft: 3 });
      }
      await check(wrong, other);
    }
  }
  expect(await sentCode()).toBeNull();
  expect((await check(carrier.newestCode())).json()).toMatchObject({ errorCode: "sms_locked" });
});

test("a message that could not be sent leaves no code to enter, and can be sent again at once", async () => {
  carrier.status = 400;
  expect((await start()).statusCode).toBe(400);
  expect(await sentCode()).toBeNull();
  carrier.status = 201;
  expect((await start()).statusCode).toBe(200);
});

test("a code that was used up before its message was refused stays used up", async () => {
  const wrongCodes = ["000000", "000001", "000002", "000003", "000004", "000005"];
  carrier.status = 400;
  carrier.beforeResponse = async () => {
    for (const code of wrongCodes) await check(code);
  };
  expect((await start()).statusCode).toBe(400);
  const rows = world.service.deps.database.kysely.selectFrom("sms_verifications").select("status");
  const { status } = await rows
    .where("external_customer_id", "=", customer)
    .executeTakeFirstOrThrow();
  expect(status).toBe("failed");
});

test("another payout's code is not shown", async () => {
  await start({}, await newSecret());
  expect(await sentCode()).toBeNull();
});
