import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod/mini";
import type { sanctionsReviews } from "#contract/console/sanctions";
import {
  createPayoutWorld,
  methods,
  type PayoutWorld,
} from "../../payouts/testing/payout-world.ts";
import { listXml } from "../../providers/sanctions/testing/list-file.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type StaffBrowser, type TestStaff } from "./testing/staff-browser.ts";

type Reviews = z.infer<typeof sanctionsReviews>;

const folder = mkdtempSync(join(tmpdir(), "tessera-console-sanctions-"));
let world: PayoutWorld;
let reviewer: TestStaff;
let viewer: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  const file = join(folder, "sdn.xml");
  writeFileSync(file, listXml([{ uid: 1, given: "Viktor", family: "ZORENKOV" }]));
  world = await createPayoutWorld({ env: { SANCTIONS_LIST: file } });
  expect(await world.command("sanctions", "refresh")).toMatchObject({ exitCode: 0 });
  reviewer = await addStaff(world, "reviewer");
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const list = ({ browser }: TestStaff, status = "waiting"): Promise<Reviews> =>
  browser.ok("GET", `/sanctions?status=${status}`);
const decide = (id: string, body: object, browser: StaffBrowser = reviewer.browser) =>
  browser.call("POST", `/sanctions/${id}/decision`, body);

test("a review is seen by its operator's staff, and decided once, by a reviewer, on the version that they saw", async () => {
  const firstName = "<b>Viktor</b>";
  const externalCustomerId = await world.newCustomer({ firstName, lastName: "Zorenkov" });
  const bank = { ...methods.bank.bank, holderName: "Victor Zorenkov" };
  await world.submitted({ externalCustomerId }, { type: "bank", bank });
  const [review, ...more] = (await list(viewer)).data;
  expect(more).toEqual([]);
  expect(review).toMatchObject({ isReadable: true, person: { name: "Victor Zorenkov" } });
  expect((await list(otherStaff)).data).toEqual([]);

  const { sanctionsReviewId: id = "", version = 0 } = review ?? {};
  const clear = { decision: "clear", reason: "Another passport.", version };
  expect((await decide(id, clear, viewer.browser)).statusCode).toBe(403);
  expect((await decide(id, clear, otherStaff.browser)).statusCode).toBe(404);
  for (const wrong of [{ reason: " " }, { decision: "approve" }, { version: "1" }, { extra: 1 }])
    expect((await decide(id, { ...clear, ...wrong })).statusCode).toBe(400);
  const stale = await decide(id, { ...clear, version: version + 1 });
  expect([stale.statusCode, stale.json().errorCode]).toEqual([409, "sanctions_review_changed"]);

  // Both calls are one double click.
  const both = await Promise.all([decide(id, clear), decide(id, clear)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect((await list(reviewer)).data).toEqual([]);
  const [decided] = (await list(reviewer, "decided")).data;
  expect(decided).toMatchObject({
    status: "cleared",
    reason: "Another passport.",
    decidedBy: "Staff 1",
  });
});

test("a review with damaged evidence is shown without it, and is confirmed but never cleared", async () => {
  const externalCustomerId = await world.newCustomer({ firstName: "Viktor", lastName: "Zorenkov" });
  await world.submitted({ externalCustomerId });
  await damageValues(world, "sanctions_reviews", "evidence_sealed");
  await damageValues(world, "sanctions_reviews", "reason_sealed");
  expect((await list(reviewer, "decided")).data).toMatchObject([
    { status: "cleared", reason: null },
  ]);
  const [review] = (await list(reviewer)).data;
  expect(review).toMatchObject({
    externalCustomerId,
    kind: "name",
    isReadable: false,
    person: { name: "" },
    entry: { entryId: "1", names: [] },
    explanation: null,
  });
  const { sanctionsReviewId: id = "", version } = review ?? {};
  const cleared = await decide(id, { decision: "clear", reason: "Another one.", version });
  expect([cleared.statusCode, cleared.json().errorCode]).toEqual([
    409,
    "sanctions_evidence_unreadable",
  ]);
  const decided = await decide(id, { decision: "confirm", reason: "The same.", version });
  expect(decided.json()).toEqual({ status: "confirmed" });
});

test("names and reasons are stored sealed", async () => {
  const rows = await world.service.deps.database.kysely
    .selectFrom("sanctions_reviews")
    .selectAll()
    .execute();
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/zorenkov|viktor|victor|passport/i);
});
