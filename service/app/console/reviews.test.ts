import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReviewCase, ReviewList } from "#contract/console/reviews";
import {
  createKycWorld,
  type KycWorld,
  picture,
} from "../../customers/identity/testing/kyc-world.ts";
import { janesLicense, readingOf } from "../../customers/identity/testing/stand-in-reader.ts";
import { verifyAudit } from "../../operators/audit/index.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: KycWorld;
let ann: TestStaff;
let bob: TestStaff;
let viewer: TestStaff;
let serial = 0;
let customer: string;
let kycVerificationId: string;
const minute = 60_000;

beforeAll(async () => {
  world = await createKycWorld();
  ann = await addStaff(world, "reviewer");
  bob = await addStaff(world, "reviewer");
  viewer = await addStaff(world, "viewer");
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  const documentNumber = `C${serial}`;
  world.reader.next = readingOf({ ...janesLicense, lastName: "MALLORY", documentNumber });
  customer = await world.newCustomer();
  const widget = await world.widgetOf(customer);
  await widget.sendLicense();
  await world.read();
  kycVerificationId = (await widget.session()).body.kycVerificationId ?? "";
  world.clock.advance(5000);
});

const path = (rest = "") => `/reviews/${kycVerificationId}${rest}`;
const open = (who: TestStaff): Promise<ReviewCase> => who.browser.ok("POST", path("/open"), {});
const queue = (status?: string): Promise<ReviewList> =>
  ann.browser.ok("GET", `/reviews?size=100${status ? `&status=${status}` : ""}`);
const decide = (who: TestStaff, version: string, decision = "approve") =>
  who.browser.call("POST", path("/decision"), { decision, reason: "seen", version });

describe("the queue", () => {
  test("lists the oldest first, with names, reasons and claims; a viewer sees it too", async () => {
    await open(ann);
    const list = await queue();
    expect(list.data.at(-1)).toMatchObject({
      kycVerificationId,
      externalCustomerId: customer,
      customerName: "Jane Doe",
      customerEmail: expect.stringContaining("@"),
      status: "under_review",
      reasons: [{ code: "last_name_mismatch" }],
      claim: { isMine: true, staff: { staffId: ann.staffId } },
    });
    const times = list.data.map(({ submittedAt }) => submittedAt);
    expect(times).toEqual([...times].sort());
    const seen: ReviewList = await viewer.browser.ok("GET", "/reviews?size=100");
    expect(seen.data.at(-1)?.claim?.isMine).toBe(false);
    expect((await viewer.browser.call("POST", path("/open"), {})).statusCode).toBe(403);
  });

  test("lists staff decisions, newest first", async () => {
    await decide(ann, (await open(ann)).version, "reject");
    expect((await queue("rejected_manually")).data[0]).toMatchObject({ kycVerificationId });
    expect((await queue()).data.map((each) => each.kycVerificationId)).not.toContain(
      kycVerificationId,
    );
  });

  test("sorts decisions by their time; the queue itself has only one order", async () => {
    const decided = async (sort: string): Promise<string[]> => {
      const query = `status=rejected_manually&size=100&sort=${sort}`;
      const { data }: ReviewList = await ann.browser.ok("GET", `/reviews?${query}`);
      return data.map((each) => each.kycVerificationId);
    };
    const waiting = await queue();
    expect(waiting.data.length).toBeGreaterThan(1);
    const listed: ReviewList = await ann.browser.ok("GET", "/reviews?size=100&sort=newest");
    expect(listed.data).toEqual(waiting.data);
    await decide(ann, (await open(ann)).version, "reject");
    const newest = await decided("newest");
    expect(newest[0]).toBe(kycVerificationId);
    expect(newest.length).toBeGreaterThan(1);
    expect(await decided("oldest")).toEqual(newest.toReversed());
    const refused = await ann.browser.call("GET", "/reviews?sort=name");
    expect([refused.statusCode, refused.json().errorCode]).toEqual([400, "validation_failed"]);
  });
});

describe("a case", () => {
  test("shows the reading next to the customer's data, with differences marked", async () => {
    const opened = await open(ann);
    expect(opened).toMatchObject({
      canDecide: true,
      canReopen: false,
      decision: null,
      otherReviewers: [],
      customer: { externalCustomerId: customer, data: { lastName: "Doe" } },
      claim: { isMine: true },
    });
    const fields = Object.fromEntries(
      (opened.reading?.fields ?? []).map((each) => [each.name, each]),
    );
    expect(fields["lastName"]).toMatchObject({
      value: "MALLORY",
      claimed: "Doe",
      agreement: "different",
    });
    expect(fields["firstName"]).toMatchObject({ agreement: "same" });
    expect(fields["dateOfBirth"]).toMatchObject({ agreement: "same" });
    expect(opened.reasons[0]?.message).toMatch(/\w/);
  });

  test("streams its pictures uncached, and logs every access by name", async () => {
    const { images } = await open(ann);
    expect(images.map(({ side }) => side)).toEqual(["front", "back"]);
    const url = images[0]?.url.replace("/console/api", "") ?? "";
    const response = await ann.browser.call("GET", url);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(picture)).toBe(true);
    expect(response.headers).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect((await viewer.browser.call("GET", url)).statusCode).toBe(403);
    expect((await ann.browser.call("GET", path("/images/kup_nothing"))).statusCode).toBe(404);
    const { accesses } = await open(bob);
    expect(accesses.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      "reader image_read",
      "reader image_read",
      "Staff 1 case_opened",
      "Staff 1 image_viewed",
      "Staff 2 case_opened",
    ]);
  });

  test("of another operator does not exist", async () => {
    const { operatorId } = await world.createOperator();
    const otherStaff = await addStaff(world, "admin", operatorId);
    for (const [method, rest, body] of [
      ["POST", "/open", {}],
      ["PUT", "/claim", {}],
      ["DELETE", "/claim", undefined],
      ["POST", "/decision", { decision: "approve", reason: "x", version: "1" }],
      ["POST", "/reopen", {}],
    ] as const) {
      expect((await otherStaff.browser.call(method, path(rest), body)).statusCode).toBe(404);
    }
    expect((await otherStaff.browser.ok("GET", "/reviews")).total).toBe(0);
  });
});

describe("two reviewers on one case", () => {
  test("the second sees who has claimed it, can read, and cannot decide", async () => {
    await open(ann);
    const seen = await open(bob);
    expect(seen.claim).toMatchObject({
      isMine: false,
      staff: { staffId: ann.staffId, name: "Staff 1" },
    });
    expect(seen.otherReviewers).toMatchObject([{ staff: { name: "Staff 1" } }]);
    const response = await decide(bob, seen.version);
    expect([response.statusCode, response.json().errorCode]).toEqual([409, "review_claimed"]);
    const claim = await bob.browser.call("PUT", path("/claim"), {});
    expect(claim.json().errorCode).toBe("review_claimed");
  });

  test("the second can take it over; then the first cannot decide", async () => {
    const { version } = await open(ann);
    const taken = await bob.browser.ok("PUT", path("/claim"), { takeOver: true });
    expect(taken).toMatchObject({ isMine: true });
    expect((await decide(ann, version)).json().errorCode).toBe("review_claimed");
    expect((await decide(bob, version)).statusCode).toBe(200);
  });

  test("a claim expires unless it is renewed, and can be released", async () => {
    await open(ann);
    world.clock.advance(2 * minute);
    const renewed = await ann.browser.ok("PUT", path("/claim"), {});
    world.clock.advance(2 * minute);
    expect((await open(bob)).claim).toMatchObject({ isMine: false, since: renewed.since });
    world.clock.advance(2 * minute);
    expect((await open(bob)).claim).toMatchObject({ isMine: true });
    expect(await ann.browser.ok("DELETE", path("/claim"))).toMatchObject({
      claim: { isMine: false },
    });
    expect(await bob.browser.ok("DELETE", path("/claim"))).toEqual({ claim: null });
  });

  test("a second decision is refused, and so is one on an older version", async () => {
    const { version } = await open(ann);
    const rename = { body: { firstName: "Janet" } };
    await world.call("PUT", `/v1/customers/${customer}/data`, rename);
    expect((await decide(ann, version)).json().errorCode).toBe("conflicting_state");
    const reopened = await open(ann);
    expect((await decide(ann, reopened.version)).statusCode).toBe(200);
    for (const who of [ann, bob]) {
      expect((await decide(who, reopened.version)).json().errorCode).toBe("conflicting_state");
    }
  });
});

describe("a decision", () => {
  test("reports to the API, the log and the reviewer, with the next waiting case", async () => {
    const older = await queue();
    const { version } = await open(ann);
    const body = (await decide(ann, version)).json();
    expect(body.verification).toMatchObject({ kycVerificationId, status: "verified_manually" });
    expect(body.waiting).toBe(older.total - 1);
    expect(body.nextKycVerificationId).toBe(older.data[0]?.kycVerificationId ?? null);
    expect(await world.kycStatusOf(customer)).toBe("verified_manually");
    expect(await world.eventsOf(customer)).toContain("verified-manually");
    const { kysely } = world.service.deps.database;
    const entry = await kysely
      .selectFrom("audit_entries")
      .selectAll()
      .where("subject_id", "=", kycVerificationId)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: "review.decided", actor_id: ann.staffId });
    expect(entry.details).not.toContain("seen");
    const verdict = await verifyAudit(world.service.deps, world.operator.operatorId);
    expect(verdict.problem).toBeNull();
    const shown = await open(bob);
    expect(shown).toMatchObject({
      canDecide: false,
      claim: null,
      decision: { staff: { name: "Staff 1" }, reason: "seen" },
    });
  });

  test("to reject can be reversed by reopening the case", async () => {
    await decide(ann, (await open(ann)).version, "reject");
    expect((await open(ann)).canReopen).toBe(true);
    const response = await ann.browser.call("POST", path("/reopen"), {});
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ status: "pending", externalCustomerId: customer });
    expect((await ann.browser.call("POST", path("/reopen"), {})).statusCode).toBe(409);
  });

  test.each([
    [{ decision: "maybe", reason: "x", version: "1" }],
    [{ decision: "approve", reason: " ", version: "1" }],
    [{ decision: "approve", version: "1" }],
    [{ decision: "approve", reason: "x" }],
    [{ decision: "approve", reason: "x", version: "1", more: 1 }],
  ])("is refused as %j", async (body) => {
    expect((await ann.browser.call("POST", path("/decision"), body)).statusCode).toBe(400);
  });
});
