/** Approved payouts that a review holds: before they are sent, and after a try without a response. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { readPostings } from "../ledger/testing/read-ledger.ts";
import { changeOperator } from "../operators/accounts/index.ts";
import { listXml, type TestPerson } from "../providers/sanctions/testing/list-file.ts";
import {
  createPayoutWorld,
  methods,
  minimalSettings,
  type PayoutWorld,
} from "./testing/payout-world.ts";
import type { PayoutBehaviour } from "./testing/stand-in-payouts.ts";

const viktor: TestPerson = {
  uid: 1,
  given: "Viktor",
  family: "ZORENKOV",
  births: ["14 Mar 1971"],
};
const nobody: TestPerson = { uid: 2, given: "Ottoline", family: "BRACKWEDE" };
const other: TestPerson = { uid: 3, given: "Leopoldine", family: "QUASTENFLUG" };
const listed = { firstName: "Viktor", lastName: "Zorenkov", dateOfBirth: "1971-03-14" };
const quietMs = 10 * 60_000;

const folder = mkdtempSync(join(tmpdir(), "tessera-held-"));
const file = join(folder, "sdn.xml");
let world: PayoutWorld;
const publish = async (...persons: readonly TestPerson[]) => {
  writeFileSync(file, listXml(persons));
  const { exitCode } = await world.command("sanctions", "refresh", "--accept-smaller");
  expect(exitCode).toBe(0);
};
beforeAll(async () => {
  world = await createPayoutWorld({ env: { SANCTIONS_LIST: file } });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const waiting = async () => {
  const { operatorId } = world.operator;
  const filter = { status: "waiting", page: 1, size: 100 } as const;
  return (await world.service.sanctions.list(operatorId, filter)).data;
};
const decide = async (decision: "clear" | "confirm") => {
  const [review] = await waiting();
  if (!review) throw new Error("nothing waits");
  const { sanctions_review_id: sanctionsReviewId, version } = review.review;
  const key = { operatorId: world.operator.operatorId, sanctionsReviewId };
  const reason = "The passport was compared.";
  return world.service.sanctions.decide(key, { decision, reason, version, staffId: "stf_one" });
};
const callsOf = async (intent: CreatedDisbursementIntent) => {
  const key = (await world.statusOf(intent)).disbursement?.disbursementId ?? "";
  return world.payouts.calls.filter((each) => each === key).length;
};

/** Our credentials are refused: nothing was sent, and the payout can be sent later. */
const refusesUs: PayoutBehaviour = {
  becomes: "nothing",
  answers: { status: 401, body: { error: { code: "unauthorized", message: "no" } } },
};
const noResponse: PayoutBehaviour = { becomes: "nothing", answers: { status: 503, body: {} } };

/** A payout that was approved and not sent when its payee appeared on the list. */
async function held(behaviour: PayoutBehaviour): Promise<CreatedDisbursementIntent> {
  await publish(nobody);
  const externalCustomerId = await world.newCustomer(listed);
  world.payouts.next(behaviour);
  const intent = await world.approved({ externalCustomerId, amount: 80 });
  await publish(viktor, nobody);
  await world.runJob("disbursements.rescreen");
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
])("an approved payout %s", (_, behaviour) => {
  test("is sent exactly once after the payee was cleared", async () => {
    const intent = await held(behaviour);
    await decide("clear");
    for (let round = 0; round < 3; round += 1) await world.recover();
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await callsOf(intent)).toBe(2);
    expect(await postings(intent)).toMatchObject({ approved, arrived: expect.anything() });
  });

  test("is canceled after the match was confirmed, and nobody outside learns why", async () => {
    const intent = await held(behaviour);
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

test("a decision and what follows from it are stored together or not at all", async () => {
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

test("who becomes another listed person during a review is held after it was cleared", async () => {
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

describe("what staff cleared", () => {
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

  test("covers the same name in another order, and no other name that matches", async () => {
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

test("an entry that a file has twice opens one review with all names that match", async () => {
  await publish(viktor, viktor, nobody);
  const externalCustomerId = await world.newCustomer(listed);
  const bank = { ...methods.bank.bank, holderName: "Victor Zorenkov" };
  await world.submitted({ externalCustomerId }, { type: "bank", bank });
  expect((await waiting()).map(({ evidence }) => evidence.otherNames)).toEqual([
    ["Victor Zorenkov"],
  ]);
  await decide("clear");
});

test("a payee who cannot be screened against a new list stops nobody else's screening", async () => {
  await publish(nobody);
  for (const _ of [1, 2]) {
    await world.submitted({ externalCustomerId: await world.newCustomer(listed) });
  }
  await publish(viktor, nobody);
  const { keyring } = world.service.disbursements.deps;
  const load = vi.spyOn(keyring, "load").mockRejectedValueOnce(new Error("no key"));
  await world.runJob("disbursements.rescreen");
  load.mockRestore();
  expect((await waiting()).length).toBeGreaterThan(0);
  await world.runJob("disbursements.rescreen");
  expect(await waiting()).toHaveLength(2);
  for (const _ of [1, 2]) await decide("clear");
});

test("a confirmed match cancels an ACH credit that is in no file yet", async () => {
  await changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...minimalSettings, bankPayoutRail: "nacha" },
  });
  await publish(nobody);
  const externalCustomerId = await world.newCustomer(listed);
  const intent = await world.approved({ externalCustomerId });
  await publish(viktor, nobody);
  await world.submitted({ externalCustomerId });
  await decide("confirm");
  await world.runJob("ach.tell");
  expect(await world.statusOf(intent)).toMatchObject({
    status: "failed",
    disbursement: { status: "voided", messages: [{ code: "canceled" }] },
  });
});
