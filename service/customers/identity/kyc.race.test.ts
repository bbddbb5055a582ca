/** Runs on PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { decideReview, type KycDeps, openReview } from "./index.ts";
import { readSubmitted } from "./reading/read-submitted.ts";
import { createKycWorld, type KycWorld } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

let world: KycWorld;
let deps: KycDeps;
beforeAll(async () => {
  world = await createKycWorld();
  deps = world.service.kyc.deps;
});
afterAll(() => world.close());

const many = <Result>(count: number, make: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const readAtOnce = (count: number) =>
  many(count, () => readSubmitted(deps, { operatorId: "" }, () => false));

test("at most one of several customers with the same document is verified", async () => {
  world.reader.next = readingOf({ ...janesLicense, documentNumber: "SHARED" });
  const customers = await many(4, () => world.newCustomer());
  for (const customer of customers) await (await world.widgetOf(customer)).sendLicense();
  await readAtOnce(4);
  const statuses = await Promise.all(customers.map(world.kycStatusOf));
  expect(statuses.sort()).toEqual(["under_review", "under_review", "under_review", "verified"]);
});

test("when many services read at once, each document is read once", async () => {
  world.reader.next = readingOf({ ...janesLicense, documentNumber: "ONCE" });
  world.reader.requests = [];
  const customer = await world.newCustomer();
  await (await world.widgetOf(customer)).sendLicense();
  await readAtOnce(6);
  expect(world.reader.requests).toHaveLength(1);
  expect(await world.eventsOf(customer)).toEqual(["pending", "verified"]);
});

test("only one of several simultaneous requests, consents, submissions or retries takes effect", async () => {
  world.reader.next = readingOf({ ...janesLicense, expiresOn: "2020-01-01" });
  const customer = await world.newCustomer();
  await many(8, () => world.kycInfo(customer));
  const widget = await world.widgetOf(customer);
  const agreed = await many(4, () => widget.consent());
  expect(agreed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  await many(4, () => widget.upload("front"));
  await many(4, () => widget.upload("back"));
  await many(4, () => widget.submit());
  await readAtOnce(2);
  const again = await many(6, () => widget.retry());
  const codes = again.map(({ statusCode }) => statusCode).sort();
  expect(codes).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await world.eventsOf(customer)).toEqual(["pending", "rejected", "pending"]);
});

test("only one of many reviewers who decide at once succeeds, and the others get a conflict", async () => {
  world.reader.next = readingOf({ ...janesLicense, lastName: "OTHER", documentNumber: "REVIEW" });
  const customer = await world.newCustomer();
  const widget = await world.widgetOf(customer);
  await widget.sendLicense();
  await world.read();
  const kycVerificationId = (await widget.session()).body.kycVerificationId ?? "";
  const { operatorId } = world.operator;
  const reviewers: string[] = [];
  for (let count = 0; count < 8; count += 1)
    reviewers.push((await addStaff(world, "reviewer")).staffId);
  const outcomes = await many(8, async (index) => {
    const key = { operatorId, kycVerificationId, staffId: reviewers[index] ?? "" };
    const { version } = await openReview(deps, key);
    const decision = index % 2 === 0 ? ("approve" as const) : ("reject" as const);
    return decideReview(deps, key, { decision, reason: "Seen.", version }).then(
      () => "decided",
      (error: { code?: string }) => error.code,
    );
  });
  expect(outcomes.filter((outcome) => outcome === "decided")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "conflicting_state")).toHaveLength(7);
  expect(await world.eventsOf(customer)).toHaveLength(3);
});
