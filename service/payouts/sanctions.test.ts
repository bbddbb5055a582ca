import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockCustomer } from "../customers/profile/index.ts";
import { createSanctions } from "../customers/sanctions/index.ts";
import { changeOperator } from "../operators/accounts/index.ts";
import { inTransaction } from "../platform/database/transaction.ts";
import { createMetrics } from "../platform/metrics.ts";
import { listXml, type TestPerson } from "../providers/sanctions/testing/list-file.ts";
import { insertStaff } from "../testing/insert-staff.ts";
import {
  createPayoutWorld,
  methods,
  minimalSettings,
  type PayoutWorld,
} from "./testing/payout-world.ts";

const viktor: TestPerson = {
  uid: 1,
  given: "Viktor",
  family: "ZORENKOV",
  births: ["14 Mar 1971"],
  nationality: "Russia",
};
const others: readonly TestPerson[] = [{ uid: 2, given: "Ottoline", family: "BRACKWEDE" }];
const folder = mkdtempSync(join(tmpdir(), "tessera-payout-sanctions-"));
const file = join(folder, "sdn.xml");
const publish = async (persons: readonly TestPerson[]) => {
  writeFileSync(file, listXml(persons));
  const { exitCode } = await world.command("sanctions", "refresh", "--accept-smaller");
  expect(exitCode).toBe(0);
};

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld({ env: { SANCTIONS_LIST: file } });
  await insertStaff(world, ["stf_one", "stf_two"]);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const listed = { firstName: "Victor", lastName: "Zorenkov", dateOfBirth: "1971-03-14" };
const sanctions = () => world.service.sanctions;
const waiting = async () => {
  const { operatorId } = world.operator;
  const { data } = await sanctions().list(operatorId, { status: "waiting", page: 1, size: 100 });
  return data;
};
const decide = async (decision: "clear" | "confirm", staffId = "stf_one", version?: number) => {
  const [review] = await waiting();
  if (!review) throw new Error("nothing waits");
  const { sanctions_review_id: sanctionsReviewId, version: newest } = review.review;
  const key = { operatorId: world.operator.operatorId, sanctionsReviewId };
  const reason = "Another person: the passport was compared.";
  return sanctions().decide(key, { decision, reason, version: version ?? newest, staffId });
};

test("without a list no payout is approved", async () => {
  const intent = await world.submitted();
  const refused = await world.proceed(intent, true);
  expect(refused).toMatchObject({ statusCode: 400, body: { errorCode: "payout_on_hold" } });
  await publish([viktor, ...others]);
  expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 200 });
});

describe("a payee who may be listed", () => {
  test("is held until staff clear them, and stays cleared while nothing changes", async () => {
    const externalCustomerId = await world.newCustomer(listed);
    const intent = await world.submitted({ externalCustomerId });
    const [found] = await waiting();
    expect(found?.evidence).toMatchObject({
      person: { firstName: "Victor", lastName: "Zorenkov" },
      entry: { entryId: "1" },
      explanation: { score: 100, birth: { result: "day" } },
    });
    const refused = await world.proceed(intent, true);
    expect(refused).toMatchObject({ statusCode: 400, body: { errorCode: "payout_on_hold" } });
    // Neither the customer nor the operator's server sees the reason.
    expect(JSON.stringify([refused.body, await world.statusOf(intent)])).not.toMatch(
      /sanction|ofac/i,
    );
    await expect(decide("clear", "stf_one", 7)).rejects.toMatchObject({
      code: "sanctions_review_changed",
    });
    await expect(decide("clear", "stf_unknown")).rejects.toMatchObject({
      code: "session_required",
    });
    await decide("clear");
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 200 });
    const second = await world.submitted({ externalCustomerId });
    expect(await waiting()).toEqual([]);
    expect(await world.proceed(second, true)).toMatchObject({ statusCode: 200 });
    // Another version of the listed entry is reviewed again.
    await publish([{ ...viktor, births: ["14 Mar 1971", "1972"] }, ...others]);
    const third = await world.submitted({ externalCustomerId });
    expect(await waiting()).toHaveLength(1);
    expect(await world.proceed(third, true)).toMatchObject({ statusCode: 400 });
    await decide("clear");
    await world.idle();
  });

  test("is found by the name on the account, and cannot rename themselves out of a review", async () => {
    const externalCustomerId = await world.newCustomer({ firstName: "Ada", lastName: "Lovelace" });
    const bank = { ...methods.bank.bank, holderName: "Ottoline Brackwede" };
    const intent = await world.submitted({ externalCustomerId }, { type: "bank", bank });
    expect(await waiting()).toHaveLength(1);
    const path = `/v1/customers/${externalCustomerId}/data`;
    await world.call("PUT", path, { body: { lastName: "Byron" } });
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 400 });
    expect(await world.proceed(intent, false)).toMatchObject({ statusCode: 200 });
    await decide("clear");
  });

  test("confirmed is never paid: waiting payouts are rejected, and later ones are held", async () => {
    const externalCustomerId = await world.newCustomer(listed);
    const intent = await world.submitted({ externalCustomerId });
    await decide("confirm");
    expect(await world.statusOf(intent)).toMatchObject({
      status: "rejected",
      disbursement: { status: "voided", decidedBy: "staff:stf_one" },
    });
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      "pending-validation",
      "held",
      "rejected",
    ]);
    const later = await world.submitted({ externalCustomerId });
    expect(await world.proceed(later, true)).toMatchObject({
      statusCode: 400,
      body: { errorCode: "payout_on_hold" },
    });
    expect(await waiting()).toEqual([]);
    expect(await world.proceed(later, false)).toMatchObject({ statusCode: 200 });
  });

  test("needs two people to be cleared under dual control", async () => {
    await changeOperator(world.service.deps, world.operator.operatorId, {
      settings: { ...minimalSettings, dualControl: true },
    });
    const externalCustomerId = await world.newCustomer(listed);
    const intent = await world.submitted({ externalCustomerId });
    expect(await decide("clear", "stf_one")).toMatchObject({ state: "clearing" });
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 400 });
    await expect(decide("clear", "stf_one")).rejects.toMatchObject({
      code: "dual_control_required",
    });
    expect(await decide("clear", "stf_two")).toMatchObject({ state: "cleared" });
    expect(await world.proceed(intent, false)).toMatchObject({ statusCode: 200 });
    await changeOperator(world.service.deps, world.operator.operatorId, {
      settings: { dualControl: false },
    });
  });
});

describe("a customer who changes their name or date of birth", () => {
  test("while a payout waits is screened at once, in the same transaction", async () => {
    const externalCustomerId = await world.newCustomer({
      firstName: "Ada",
      lastName: "Lovelace",
      dateOfBirth: "1971-03-14",
    });
    // Without a payout nobody is screened.
    const change = (data: object) =>
      world.call("PUT", `/v1/customers/${externalCustomerId}/data`, { body: data });
    const open = async () =>
      (await waiting()).filter(
        (review) => review.review.external_customer_id === externalCustomerId,
      );
    expect((await change({ lastName: "Zorenkov", firstName: "Viktor" })).statusCode).toBe(200);
    expect(await open()).toEqual([]);
    await change({ lastName: "Lovelace", firstName: "Ada" });
    const intent = await world.submitted({ externalCustomerId });
    expect(await open()).toEqual([]);
    expect((await change({ lastName: "Zorenkov", firstName: "Viktor" })).statusCode).toBe(200);
    const [found] = await open();
    expect(found?.evidence?.person).toMatchObject({ firstName: "Viktor", lastName: "Zorenkov" });
    // Restoring the name does not close the review.
    await change({ lastName: "Lovelace", firstName: "Ada" });
    expect(await open()).toHaveLength(1);
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 400 });
    while ((await open()).length > 0) await decide("clear");
  });

  test("before this process has read the list is screened by the next round", async () => {
    const externalCustomerId = await world.newCustomer({ firstName: "Ada", lastName: "Lovelace" });
    await world.submitted({ externalCustomerId });
    const { deps } = world.service.disbursements;
    const { database } = world.service.deps;
    const rows = () =>
      database.kysely
        .selectFrom("sanctions_screenings")
        .select("list_version")
        .where("external_customer_id", "=", externalCustomerId)
        .execute();
    expect(await rows()).toHaveLength(1);
    const second = createSanctions({ ...world.service.deps, metrics: createMetrics() });
    const { operatorId } = world.operator;
    await inTransaction(database, async (tx) => {
      const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
      if (customer) await second.recheck(tx, { operatorId, customer });
    });
    expect(await rows()).toEqual([]);
    await world.runJob("sanctions.rescreen");
    expect(await rows()).toHaveLength(1);
  });
});

describe("a new list", () => {
  const held = async () => {
    await publish(others);
    const externalCustomerId = await world.newCustomer(listed);
    const intent = await world.submitted({ externalCustomerId });
    expect(await waiting()).toEqual([]);
    return intent;
  };

  test("is compared with payees who wait", async () => {
    const intent = await held();
    await publish([viktor, ...others]);
    await world.runJob("sanctions.rescreen");
    expect(await waiting()).toHaveLength(1);
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 400 });
    await decide("clear");
    expect(await world.proceed(intent, false)).toMatchObject({ statusCode: 200 });
  });
});

test("a payee who may be any of many listed persons is held until staff clear each of them", async () => {
  const namesakes = Array.from({ length: 22 }, (_, at) => ({ ...viktor, uid: 100 + at }));
  await publish(namesakes);
  const externalCustomerId = await world.newCustomer(listed);
  const intent = await world.submitted({ externalCustomerId });
  for (let cleared = 0; cleared < namesakes.length; cleared += 1) {
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 400 });
    await decide("clear");
  }
  expect(await waiting()).toEqual([]);
  expect(await world.proceed(intent, false)).toMatchObject({ statusCode: 200 });
});

test("another operator neither sees nor decides a review", async () => {
  await publish([viktor, ...others]);
  const externalCustomerId = await world.newCustomer(listed);
  await world.submitted({ externalCustomerId });
  const { operatorId } = await world.createOperator();
  const [review] = await waiting();
  const sanctionsReviewId = review?.review.sanctions_review_id ?? "";
  expect(
    (await sanctions().list(operatorId, { status: "waiting", page: 1, size: 9 })).data,
  ).toEqual([]);
  const decision = { decision: "clear", reason: "x", version: 1, staffId: "stf_x" } as const;
  const key = { operatorId, sanctionsReviewId };
  await expect(sanctions().decide(key, decision)).rejects.toMatchObject({
    code: "resource_not_found",
  });
  expect(await waiting()).toHaveLength(1);
});
