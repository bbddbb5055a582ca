import { afterAll, beforeAll, expect, test } from "vitest";
import type { BankFileList } from "#contract/console/bank-files";
import { type AchWorld, createAchWorld, mondayMorning } from "../../rails/ach/testing/ach-world.ts";
import { addStaff, type StaffBrowser } from "./testing/staff-browser.ts";

let world: AchWorld;
let admin: StaffBrowser;
let reviewer: StaffBrowser;
let otherBrowser: StaffBrowser;
let otherId: string;
beforeAll(async () => {
  world = await createAchWorld();
  world.setTime(mondayMorning);
  otherId = (await world.createOperator()).operatorId;
  admin = (await addStaff(world, "admin")).browser;
  reviewer = (await addStaff(world, "reviewer")).browser;
  otherBrowser = (await addStaff(world, "admin", otherId)).browser;
});
afterAll(() => world.close());

const files = (by: StaffBrowser): Promise<BankFileList> => by.ok("GET", "/bank-files");
const decide = (by: StaffBrowser, id: string, body: object) =>
  by.call("POST", `/bank-files/${id}/decision`, body);

test("only its operator sees a file that needs a decision, and an admin decides with a reason", async () => {
  await world.order({ amountMinor: 12_345 });
  const id = await world.interruptHandOver();
  expect((await files(reviewer)).data).toEqual([
    {
      achFileId: id,
      name: "ACH-20261123-A.txt",
      since: expect.any(String),
      isShared: false,
      entryCount: 1,
      paidOut: 123.45,
      debited: 0,
    },
  ]);
  expect((await files(otherBrowser)).data).toEqual([]);
  const confirm = { decision: "confirmed", reason: "Named by the portal" };
  expect((await decide(reviewer, id, confirm)).statusCode).toBe(403);
  expect((await decide(otherBrowser, id, confirm)).statusCode).toBe(404);
  expect((await decide(admin, id, { decision: "confirmed", reason: "  " })).statusCode).toBe(400);
  expect((await decide(admin, id, { ...confirm, decision: "lost" })).statusCode).toBe(400);
  expect((await decide(admin, id, confirm)).json()).toEqual({ data: [] });
  expect((await decide(admin, id, confirm)).json().errorCode).toBe("conflicting_state");
  await world.runJobs();
  expect(world.outbox()).toEqual({});
});

test("for a file with other operators' entries, staff see only their own sums and cannot decide", async () => {
  world.clock.advance(60_000);
  await world.order({ amountMinor: 100 });
  await world.order({ operatorId: otherId, direction: "debit", amountMinor: 200 });
  const id = await world.interruptHandOver();
  expect((await files(admin)).data).toMatchObject([{ isShared: true, paidOut: 1, debited: 0 }]);
  expect((await files(otherBrowser)).data).toMatchObject([
    { isShared: true, paidOut: 0, debited: 2 },
  ]);
  const response = await decide(admin, id, { decision: "released", reason: "Not at the bank" });
  expect([response.statusCode, response.json().errorCode]).toEqual([409, "ach_file_shared"]);
  const command = await world.command("ach", "release", id, "--reason", "Not at the bank");
  expect(command.exitCode).toBe(0);
  await world.runJobs();
  expect(Object.keys(world.outbox())).toEqual(["ACH-20261123-B.txt"]);
});
