import { afterAll, beforeAll, expect, test } from "vitest";
import { type StandInCarrier, startStandInCarrier } from "../../testing/stand-in-carrier.ts";
import { listW9Accesses, listW9s } from "./index.ts";
import { createW9World, type W9World } from "./testing/w9-world.ts";

let carrier: StandInCarrier;
let world: W9World;
beforeAll(async () => {
  carrier = await startStandInCarrier();
  world = await createW9World({}, { SANDBOX_URL: carrier.url });
});
afterAll(async () => {
  await world.close();
  await carrier.close();
});

async function pageWithPhone(phoneNumber: string) {
  const customer = await world.newCustomer({ phoneNumber, dateOfBirth: null });
  return { customer, page: await world.pageOf(customer) };
}

test("a code to the phone on file unlocks known data and verifies nothing else", async () => {
  const { customer, page } = await pageWithPhone("+14155552671");
  expect((await page.session()).body).toMatchObject({
    isConfirmed: false,
    confirmBy: ["phone"],
    phoneNumber: "•••• 71",
    prefill: null,
  });
  const sent = await page.call("POST", "/phone-code", { language: "en" });
  expect(sent).toMatchObject({ statusCode: 200, body: { phoneNumber: "•••• 71" } });
  expect(carrier.messages.at(-1)?.to).toBe("+14155552671");
  const wrong = carrier.newestCode() === "000000" ? "000001" : "000000";
  expect(await page.call("POST", "/phone-code/check", { code: wrong })).toMatchObject({
    statusCode: 400,
    body: { errorCode: "sms_code_wrong", attemptsLeft: 4 },
  });
  const right = await page.call("POST", "/phone-code/check", { code: carrier.newestCode() });
  expect(right.statusCode).toBe(200);
  page.useConfirmation(right.body.confirmation);
  expect((await page.session()).body).toMatchObject({
    isConfirmed: true,
    prefill: { firstName: "Jane" },
  });
  const shown = await world.call("GET", `/v1/customers/${customer.externalCustomerId}`);
  expect(shown.json().phoneVerifiedAt).toBeNull();
});

test("accepts no other number, and sends nothing if none is on file", async () => {
  const { page } = await pageWithPhone("+14155552672");
  const other = { phoneNumber: "+14155559999" };
  expect((await page.call("POST", "/phone-code", other)).body.errorCode).toBe("unknown_field");
  const without = await world.pageOf(await world.newCustomer());
  expect((await without.call("POST", "/phone-code", {})).body.errorCode).toBe(
    "phone_number_missing",
  );
});

test("a signed form sends no codes", async () => {
  const { page } = await pageWithPhone("+14155552673");
  await page.complete();
  expect(await page.call("POST", "/phone-code", {})).toMatchObject({
    statusCode: 409,
    body: { errorCode: "w9_already_completed" },
  });
});

test("each wrong code is in the access log, also the last one", async () => {
  const { customer, page } = await pageWithPhone("+14155552674");
  await page.call("POST", "/phone-code", {});
  const wrong = carrier.newestCode() === "000000" ? "000001" : "000000";
  const codes: string[] = [];
  for (let tries = 0; tries < 6; tries += 1) {
    const { body } = await page.call("POST", "/phone-code/check", { code: wrong });
    codes.push(body.errorCode);
  }
  expect(codes.slice(4)).toEqual(["sms_too_many_attempts", "sms_not_started"]);
  const [form] = await listW9s(world.deps, customer);
  const key = { operator_id: customer.operatorId, w9_id: form?.w9Id ?? "" };
  const log = await listW9Accesses(world.deps, world.deps.database.kysely, key);
  expect(log.filter(({ action }) => action === "confirmation_refused")).toHaveLength(5);
});
