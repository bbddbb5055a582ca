/** Payouts that a sanctions review holds before they are sent, or after a try without a response. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { readPostings } from "../ledger/testing/read-ledger.ts";
import type { TestPerson } from "../providers/sanctions/testing/list-file.ts";
import { methods } from "./testing/payout-world.ts";
import {
  createSanctionsWorld,
  listed,
  nobody,
  refusesUs,
  type SanctionsWorld,
  viktor,
} from "./testing/sanctions-world.ts";
import type { PayoutBehavior } from "./testing/stand-in-payouts.ts";

const other: TestPerson = { uid: 3, given: "Leopoldine", family: "QUASTENFLUG" };
const quietMs = 10 * 60_000;

let world: SanctionsWorld;
beforeAll(async () => {
  world = await createSanctionsWorld();
});
afterAll(() => world.close());

const publish = (...persons: readonly TestPerson[]) => world.publish(...persons);
const waiting = () => world.waiting();
const decide = (decision: "clear" | "confirm") => world.decide(decision);
const callsOf = (intent: CreatedDisbursementIntent) => world.callsOf(intent);

const noResponse: PayoutBehavior = { becomes: "nothing", response: { status: 503, body: {} } };

/** A payout that was approved but not sent when its payee appeared on the list. */
async function held(behavior: PayoutBehavior): Promise<CreatedDisbursementIntent> {
  await publish(nobody);
  const externalCustomerId = await world.newCustomer(listed);
  world.payouts.next(behavior);
  const intent = await world.approved({ externalCustomerId, amount: 80 });
  await publish(viktor, nobody);
  await world.runJob("sanctions.rescreen");
  expect(await waiting()).toHaveLength(1);
  for (let round = 0; round < 3; round += 1) await world.recover();
  expect(await callsOf(intent)).toBe(1);
  expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
  return intent;
}

const approved = { payout_expense: 8_000, "payouts_in_flight:tidewater": -8_000 };
const postings = ({ disbursementIntentId }: CreatedDisbursementIntent) =>
  readPostings(world.service.deps.database, disbursementIntentId);

describe.each([
  ["that was not sent", refusesUs],
  ["whose first try had no response", noResponse],
])("an approved payout %s", (_, behavior) => {
  test("is sent exactly once after the payee was cleared", async () => {
    const intent = await held(behavior);
    await decide("clear");
    for (let round = 0; round < 3; round += 1) await world.recover();
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await callsOf(intent)).toBe(2);
    expect(await postings(intent)).toMatchObject({ approved, arrived: expect.anything() });
    const statuses = (await world.eventsOf(intent)).slice(2);
    // A payout that may be in transit is not reported as held.
    const isHeld = behavior === refusesUs;
    expect(statuses).toEqual(["approved", ...(isHeld ? ["held", "released"] : []), "success"]);
  });

  test("is canceled after the match was confirmed, and nobody outside learns why", async () => {
    const intent = await held(behavior);
    await decide("confirm");
    await world.recover(quietMs);
    const status = await world.statusOf(intent);
    expect(status).toMatchObject({
      status: "failed",
      disbursement: { status: "voided", messages: [{ code: "canceled" }] },
    });
    expect(await callsOf(intent)).toBe(1);
    expect(await world.eventsOf(intent)).toEqual([
      "created",
      "pending-validation",
      "approved",
      ...(behavior === refusesUs ? ["held"] : []),
      "voided",
    ]);
    const ended = { payout_expense: -8_000, "payouts_in_flight:tidewater": 8_000 };
    expect(await postings(intent)).toEqual({ approved, ended });
    expect(JSON.stringify(status)).not.toMatch(/sanction|ofac|compliance|list/i);
  });
});

test("a confirmed match cancels nothing while an earlier request may be in transit", async () => {
  const intent = await held(noResponse);
  await decide("confirm");
  await world.recover();
  expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
  await world.recover(quietMs);
  expect((await world.statusOf(intent)).disbursement?.status).toBe("voided");
});

test("an export of the customer's data says nothing of the review", async () => {
  const intent = await held(refusesUs);
  await decide("clear");
  for (let round = 0; round < 3; round += 1) await world.recover();
  expect(await world.eventsOf(intent)).toContain("held");
  const path = `/v1/customers/${intent.externalCustomerId}/export`;
  const response = await world.call("GET", path);
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain("pending-validation");
  expect(response.body).not.toMatch(/sanction|ofac|"held"|"released"|snr_/i);
});

test("a decision and its effects are stored together or not at all", async () => {
  const intent = await held(refusesUs);
  let isKilled = true;
  world.service.sanctions.listen(() =>
    isKilled ? Promise.reject(new Error("killed")) : Promise.resolve(),
  );
  for (const decision of ["clear", "confirm"] as const)
    await expect(decide(decision)).rejects.toThrow("killed");
  await world.recover();
  expect((await waiting()).map(({ review }) => [review.state, review.version])).toEqual([
    ["open", 1],
  ]);
  expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
  isKilled = false;
  await decide("confirm");
  expect((await world.statusOf(intent)).disbursement?.status).toBe("voided");
});

test("a customer who resembles another listed person during a review is still held after it was cleared", async () => {
  const intent = await held(refusesUs);
  await publish(viktor, nobody, other);
  const path = `/v1/customers/${intent.externalCustomerId}/data`;
  await world.call("PUT", path, { body: { firstName: "Leopoldine", lastName: "Quastenflug" } });
  await decide("clear");
  for (let round = 0; round < 3; round += 1) await world.recover();
  expect((await waiting()).map(({ review }) => review.entry_id)).toEqual(["3"]);
  expect(await callsOf(intent)).toBe(1);
  await decide("confirm");
  expect((await world.statusOf(intent)).disbursement?.status).toBe("voided");
});

test("a payout chosen after a new list does not hide the account of one that waits to be sent", async () => {
  await publish(nobody);
  const externalCustomerId = await world.newCustomer({ firstName: "Ada", lastName: "Lovelace" });
  const bank = { ...methods.bank.bank, holderName: "Leopoldine Quastenflug" };
  world.payouts.next(refusesUs);
  const first = await world.approved({ externalCustomerId }, { type: "bank", bank });
  await publish(nobody, other);
  const second = await world.submitted({ externalCustomerId });
  expect(await waiting()).toHaveLength(1);
  await world.recover();
  expect(await callsOf(first)).toBe(1);
  await world.proceed(second, false);
  await decide("confirm");
});

describe("a name that staff cleared", () => {
  const cleared = async () => {
    await publish(viktor, nobody);
    const externalCustomerId = await world.newCustomer(listed);
    await world.submitted({ externalCustomerId });
    await decide("clear");
    return externalCustomerId;
  };
  const paysTo = (holderName: string) => ({
    type: "bank",
    bank: { ...methods.bank.bank, holderName },
  });

  test("stays cleared in another word order, but does not clear another name that matches", async () => {
    const externalCustomerId = await cleared();
    await world.submitted({ externalCustomerId }, paysTo("ZORENKOV Viktor"));
    expect(await waiting()).toEqual([]);
    const intent = await world.submitted({ externalCustomerId }, paysTo("Victor Zorenkov"));
    const [review] = await waiting();
    expect(review?.evidence).toMatchObject({ person: { firstName: "Victor" }, otherNames: [] });
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 400 });
    await decide("clear");
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 200 });
    await world.idle();
  });

  test("is reviewed again when one letter of the name changes", async () => {
    const externalCustomerId = await cleared();
    const path = `/v1/customers/${externalCustomerId}/data`;
    await world.call("PUT", path, { body: { lastName: "Zorenkow" } });
    const intent = await world.submitted({ externalCustomerId });
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 400 });
    await decide("confirm");
    expect((await world.statusOf(intent)).status).toBe("rejected");
  });
});

test("an entry that is in a file twice opens one review with all names that match", async () => {
  await publish(viktor, viktor, nobody);
  const externalCustomerId = await world.newCustomer(listed);
  const bank = { ...methods.bank.bank, holderName: "Victor Zorenkov" };
  await world.submitted({ externalCustomerId }, { type: "bank", bank });
  expect(await waiting()).toMatchObject([{ evidence: { otherNames: ["Victor Zorenkov"] } }]);
  await decide("clear");
});

test("a payee who cannot be screened against a new list does not stop the screening of others", async () => {
  await publish(nobody);
  for (const _ of [1, 2]) {
    await world.submitted({ externalCustomerId: await world.newCustomer(listed) });
  }
  await publish(viktor, nobody);
  const { keyring } = world.service.disbursements.deps;
  const load = vi.spyOn(keyring, "load");
  for (const _ of [1, 2]) {
    load.mockRejectedValueOnce(new Error("no key"));
    await world.runJob("sanctions.rescreen");
  }
  load.mockRestore();
  const problem = "a customer was not screened";
  expect(world.logLines.filter((line) => line.includes(problem))).toHaveLength(1);
  expect((await waiting()).length).toBeGreaterThan(0);
  await world.runJob("sanctions.rescreen");
  expect(await waiting()).toHaveLength(2);
  for (const _ of [1, 2]) await decide("clear");
});
