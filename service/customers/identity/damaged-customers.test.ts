import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ReviewCase } from "#contract/console/reviews";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { createKycWorld, type KycWorld } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

let world: KycWorld;
beforeAll(async () => {
  world = await createKycWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.reader.problems = [];
});

const blurred = {
  code: "image_blurred",
  party: "picture",
  message: "A little blurred.",
} as const;
/** A reading whose back must be captured again. */
const unreadable = readingOf(
  {},
  {
    readable: false,
    problems: [{ ...blurred, side: "back", code: "barcode_not_found", blocking: true }],
  },
);
/** A customer whose license was rejected, with the widget. */
async function rejected() {
  world.reader.next = unreadable;
  const widget = await world.widgetOf(await world.newCustomer());
  await widget.sendLicense();
  await world.read();
  const { status, kycVerificationId } = (await widget.session()).body;
  expect(status).toBe("rejected");
  return { widget, of: { kyc_verification_id: kycVerificationId ?? "" } };
}

test("a verification expires with its document although its customer's data is damaged", async () => {
  const customer = await world.newCustomer();
  world.reader.next = readingOf({ ...janesLicense, expiresOn: "2027-02-15" });
  await (await world.widgetOf(customer)).sendLicense();
  await world.read();
  await damageValues(world, "customers", "email_sealed", { external_customer_id: customer });
  expect((await world.kycInfo(customer)).status).toBe("verified");
  world.clock.set(Date.UTC(2027, 1, 16, 12));
  await world.runJob("kyc.expire_documents");
  expect((await world.kycInfo(customer)).status).toBe("expired");
});

test("a capture continues although the problems of its picture are damaged", async () => {
  const widget = await world.widgetOf(await world.newCustomer());
  await widget.consent();
  world.reader.problems = [{ ...blurred, side: "front", blocking: false }];
  await widget.upload("front");
  const front = async () => (await widget.session()).body.sides?.[0]?.upload;
  expect(await front()).toMatchObject({ state: "received", problems: [{ code: "image_blurred" }] });
  await damageValues(world, "kyc_images", "problems_sealed");
  expect(await front()).toMatchObject({ state: "received", problems: [] });
  await widget.upload("back");
  expect((await widget.submit()).statusCode).toBe(200);
  await world.read();
});

test("a customer retries although a picture that would be kept is damaged", async () => {
  const { widget, of } = await rejected();
  await damageValues(world, "kyc_images", "image_sealed", { ...of, side: "front" });
  const retried = await widget.retry();
  expect(retried).toMatchObject({
    statusCode: 200,
    body: { nextAction: "upload", sides: [{ upload: null }, { upload: null }] },
  });
});

test("a customer retries although the outcome of the rejected document is damaged", async () => {
  const { widget, of } = await rejected();
  await damageValues(world, "kyc_verifications", "outcome_sealed", of);
  expect((await widget.session()).body).toMatchObject({ nextAction: "retry", reasons: [] });
  // Nobody knows which sides were readable.
  expect((await widget.retry()).body).toMatchObject({
    nextAction: "consent",
    sides: [],
  });
});

test("staff open and decide a case although its reading is damaged, and see the decision without its reason", async () => {
  const reviewer = await addStaff(world, "reviewer");
  world.reader.next = readingOf({ ...janesLicense, lastName: "MALLORY", documentNumber: "D77" });
  const widget = await world.widgetOf(await world.newCustomer());
  await widget.sendLicense();
  await world.read();
  const { kycVerificationId } = (await widget.session()).body;
  const of = { kyc_verification_id: kycVerificationId ?? "" };
  const open = (): Promise<ReviewCase> =>
    reviewer.browser.ok("POST", `/reviews/${kycVerificationId}/open`, {});
  await damageValues(world, "kyc_verifications", "reading_sealed", of);
  const opened = await open();
  expect(opened).toMatchObject({ reading: null, images: [{ side: "front" }, { side: "back" }] });
  const body = { decision: "reject", reason: "another name", version: opened.version };
  await reviewer.browser.ok("POST", `/reviews/${kycVerificationId}/decision`, body);
  expect((await open()).decision).toMatchObject({ reason: "another name" });
  await damageValues(world, "kyc_verifications", "decision_reason_sealed", of);
  expect((await open()).decision).toMatchObject({ reason: "" });
});

test("staff open, reject and reopen a case although its customer's data is damaged, but cannot approve it", async () => {
  const reviewer = await addStaff(world, "reviewer");
  world.reader.next = readingOf({ ...janesLicense, lastName: "MALLORY", documentNumber: "D79" });
  const customer = await world.newCustomer();
  const widget = await world.widgetOf(customer);
  await widget.sendLicense();
  await world.read();
  const { kycVerificationId } = (await widget.session()).body;
  const path = `/reviews/${kycVerificationId}`;
  await damageValues(world, "customers", "first_name_sealed", { external_customer_id: customer });
  const opened: ReviewCase = await reviewer.browser.ok("POST", `${path}/open`, {});
  expect(opened.customer.data).toMatchObject({ firstName: null, lastName: "Doe" });
  const compared = opened.reading?.fields.map(({ name, agreement }) => [name, agreement]);
  expect(compared).toContainEqual(["lastName", "different"]);
  expect(compared).toContainEqual(["firstName", "none"]);
  const decide = (decision: "approve" | "reject") => {
    const body = { decision, reason: "another name", version: opened.version };
    return reviewer.browser.call("POST", `${path}/decision`, body);
  };
  expect((await decide("approve")).statusCode).toBe(500);
  expect((await decide("reject")).statusCode).toBe(200);
  expect((await reviewer.browser.call("POST", `${path}/reopen`, {})).statusCode).toBe(201);
});

test("a document is read once its customer's damaged data is repaired, however long that takes", async () => {
  world.reader.next = readingOf({ ...janesLicense, documentNumber: "D78" });
  const customer = await world.newCustomer();
  await (await world.widgetOf(customer)).sendLicense();
  await damageValues(world, "customers", "last_name_sealed", { external_customer_id: customer });
  const read = world.reader.requests.length;
  for (let round = 0; round < 8; round += 1) {
    await world.read();
    world.clock.advance(4 * 60_000);
  }
  expect(world.reader.requests.length).toBe(read);
  await world.call("PUT", `/v1/customers/${customer}/data`, { body: { lastName: "Doe" } });
  await world.read();
  expect((await world.kycInfo(customer)).status).toBe("verified");
});
