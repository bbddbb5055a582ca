import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import {
  decideReview,
  type KycDeps,
  listReviews,
  openReview,
  readReviewImage,
  reopenReview,
} from "./index.ts";
import { createKycWorld, type KycWidget, type KycWorld, picture } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

let world: KycWorld;
let deps: KycDeps;
let customer: string;
let serial = 0;
let ann: string;
let bob: string;
let widget: KycWidget;
let key: { operatorId: string; kycVerificationId: string; staffId: string };
beforeAll(async () => {
  world = await createKycWorld();
  deps = world.service.kyc.deps;
  ({ staffId: ann } = await addStaff(world, "reviewer"));
  ({ staffId: bob } = await addStaff(world, "reviewer"));
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  const documentNumber = `R${serial}`;
  world.reader.next = readingOf({ ...janesLicense, lastName: "MALLORY", documentNumber });
  customer = await world.newCustomer();
  widget = await world.widgetOf(customer);
  await widget.sendLicense();
  await world.read();
  const { body } = await widget.session();
  const kycVerificationId = body.kycVerificationId ?? "";
  key = { operatorId: world.operator.operatorId, kycVerificationId, staffId: ann };
});

const refused = (attempt: Promise<unknown>) =>
  expect(attempt).rejects.toMatchObject({ code: "conflicting_state" });

test("the queue shows the operator's own cases, oldest first, with texts for staff", async () => {
  const before = await listReviews(deps, key.operatorId, { page: 1, size: 100 });
  expect(before.data.at(-1)).toMatchObject({
    kycVerificationId: key.kycVerificationId,
    externalCustomerId: customer,
    reasons: [{ code: "last_name_mismatch" }],
  });
  const times = before.data.map(({ submittedAt }) => submittedAt);
  expect(times).toEqual([...times].sort());
  const other = await world.createOperator();
  expect((await listReviews(deps, other.operatorId, { page: 1, size: 10 })).total).toBe(0);
  const otherKey = { ...key, operatorId: other.operatorId };
  await expect(openReview(deps, otherKey)).rejects.toMatchObject({ code: "resource_not_found" });
});

test("a case shows the reading next to the customer's data, and every access is recorded", async () => {
  const opened = await openReview(deps, key);
  expect(opened).toMatchObject({
    customer: { data: { lastName: "Doe" } },
    reading: { fields: { lastName: { value: "MALLORY" } } },
    images: [{ side: "front" }, { side: "back" }],
    otherReviewers: [],
  });
  const { uploadId = "" } = opened.images[0] ?? {};
  const image = await readReviewImage(deps, key, uploadId);
  expect(image).toMatchObject({ contentType: "image/jpeg" });
  expect(image.bytes.equals(picture)).toBe(true);
  const { accesses } = await openReview(deps, { ...key, staffId: bob });
  expect(accesses.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    "reader image_read",
    "reader image_read",
    `staff:${ann} case_opened`,
    `staff:${ann} image_viewed`,
    `staff:${bob} case_opened`,
  ]);
});

test("a second reviewer sees who has the case open", async () => {
  await openReview(deps, key);
  const second = await openReview(deps, { ...key, staffId: bob });
  expect(second.otherReviewers).toMatchObject([{ staffId: ann }]);
  world.clock.advance(16 * 60_000);
  expect((await openReview(deps, { ...key, staffId: bob })).otherReviewers).toEqual([]);
});

test("an approval verifies the customer once, and webhooks get the status with a hyphen", async () => {
  const { version } = await openReview(deps, key);
  const approval = { decision: "approve", reason: "Married name.", version } as const;
  expect(await decideReview(deps, key, approval)).toMatchObject({ status: "verified_manually" });
  expect(await world.kycStatusOf(customer)).toBe("verified_manually");
  expect(await world.eventsOf(customer)).toEqual(["pending", "under_review", "verified-manually"]);
  await refused(decideReview(deps, { ...key, staffId: bob }, { ...approval, decision: "reject" }));
  const after = await openReview(deps, key);
  expect(after.decision).toEqual({ staffId: ann, reason: "Married name." });
  expect(after.outcome?.reasons).toMatchObject([{ code: "last_name_mismatch" }]);
  const shown = (await widget.session()).body;
  expect(shown).toMatchObject({ status: "verified_manually", checks: [], reasons: [] });
  expect(JSON.stringify(shown)).not.toContain("Married");
});

test("a decision about an outdated version is refused", async () => {
  const { version } = await openReview(deps, key);
  world.clock.advance(1_000);
  const body = { lastName: "Mallory" };
  await world.call("PUT", `/v1/customers/${customer}/data`, { body });
  await refused(decideReview(deps, key, { decision: "approve", reason: "", version }));
  const seen = await openReview(deps, key);
  const approval = { decision: "approve", reason: "", version: seen.version } as const;
  expect((await decideReview(deps, key, approval)).status).toBe("verified_manually");
});

test("a customer rejected by staff can retry only when staff reopen the case", async () => {
  const { version } = await openReview(deps, key);
  await decideReview(deps, key, { decision: "reject", reason: "Not hers.", version });
  expect(await world.eventsOf(customer)).toEqual(["pending", "under_review", "rejected-manually"]);
  const nothing = { checks: [], reasons: [], retakeSides: [] };
  const rejected = { nextAction: "none", canRetry: false, ...nothing };
  expect((await widget.session()).body).toMatchObject(rejected);
  expect((await widget.retry()).body.errorCode).toBe("kyc_retry_not_allowed");
  world.clock.advance(1);
  expect((await reopenReview(deps, key)).status).toBe("pending");
  await refused(reopenReview(deps, key));
  const reopened = { status: "pending", nextAction: "consent", ...nothing };
  expect((await widget.session()).body).toMatchObject(reopened);
});
