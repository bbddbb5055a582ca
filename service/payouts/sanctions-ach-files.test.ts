/** A review opens while an ACH file waits for its hand-over after the disk has failed. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import {
  createSanctionsWorld,
  listed,
  nobody,
  type SanctionsWorld,
  viktor,
} from "./testing/sanctions-world.ts";

let world: SanctionsWorld;
beforeAll(async () => {
  world = await createSanctionsWorld({ settings: { bankPayoutRail: "nacha" } });
});
afterAll(() => world.close());

const outbox = () => join(world.service.deps.config.ach.folder, "outbox");
const kysely = () => world.service.deps.database.kysely;
const closeFile = () => world.service.disbursements.deps.ach.closeFile();
const keyOf = async (intent: CreatedDisbursementIntent) =>
  (await world.statusOf(intent)).disbursement?.disbursementId ?? "";
const entryOf = async (intent: CreatedDisbursementIntent) =>
  world.service.disbursements.deps.ach.find(world.operator.operatorId, await keyOf(intent));

function breakDisk(): void {
  rmSync(outbox(), { recursive: true, force: true });
  mkdirSync(dirname(outbox()), { recursive: true });
  writeFileSync(outbox(), "not a folder");
}

/** Makes a file with a payout to each customer. Then lists Viktor. */
async function waitingFile(...customers: readonly object[]) {
  await world.publish(nobody);
  const intents: CreatedDisbursementIntent[] = [];
  for (const [at, data] of customers.entries()) {
    const externalCustomerId = await world.newCustomer(data);
    intents.push(await world.approved({ externalCustomerId, amount: 50 + at }));
  }
  breakDisk();
  await expect(closeFile()).rejects.toThrow();
  rmSync(outbox());
  const filed = await entryOf(intents[0] as CreatedDisbursementIntent);
  expect(filed).toMatchObject({ status: "filed" });
  await world.publish(viktor, nobody);
  await world.runJob("sanctions.rescreen");
  expect(await world.waiting()).toHaveLength(1);
  return { intents, achFileId: filed?.ach_file_id ?? "" };
}

const fileOf = (achFileId: string) =>
  kysely()
    .selectFrom("ach_files")
    .select(["status", "entry_count", "credit_minor"])
    .where("ach_file_id", "=", achFileId)
    .executeTakeFirstOrThrow();
/** The credits handed over to the bank, in cents. */
const handedOver = () =>
  readdirSync(outbox()).flatMap((name) =>
    readFileSync(join(outbox(), name), "latin1")
      .split("\n")
      .filter((line) => line.startsWith("6"))
      .map((line) => Number(line.slice(29, 39))),
  );
const other = { firstName: "Ada", lastName: "Lovelace" };

test("a review takes the credit out of the file, which is handed over; once cleared, the credit goes into a later file", async () => {
  const { intents, achFileId } = await waitingFile(listed, other);
  const [held, free] = intents as [CreatedDisbursementIntent, CreatedDisbursementIntent];
  expect(await entryOf(held)).toMatchObject({ status: "queued", ach_file_id: null });
  expect((await entryOf(held))?.held_at).not.toBeNull();
  expect(await fileOf(achFileId)).toEqual({ status: "made", entry_count: 1, credit_minor: 5_100 });
  expect((await world.eventsOf(held)).slice(2)).toEqual(["approved", "held"]);
  expect((await world.eventsOf(free)).slice(2)).toEqual(["approved"]);
  await closeFile();
  expect(handedOver()).toEqual([5_100]);
  await world.runJob("ach.report_outcomes");
  expect((await world.statusOf(held)).disbursement?.status).toBe("pending");

  await world.decide("clear");
  await closeFile();
  expect(handedOver().sort()).toEqual([5_000, 5_100]);
  expect(await entryOf(held)).toMatchObject({ status: "filed", held_at: null });
  await world.runJob("ach.report_outcomes");
  expect((await world.statusOf(held)).disbursement?.status).toBe("pending");
});

test("a review ends a file that has no other entry; once the match is confirmed, the credit is canceled", async () => {
  const { intents, achFileId } = await waitingFile(listed);
  const [held] = intents as [CreatedDisbursementIntent];
  expect(await fileOf(achFileId)).toEqual({ status: "emptied", entry_count: 0, credit_minor: 0 });
  await world.decide("confirm");
  await closeFile();
  await world.runJob("ach.report_outcomes");
  expect(await entryOf(held)).toMatchObject({ status: "canceled", held_at: null });
  expect((await world.statusOf(held)).disbursement?.status).toBe("voided");
});

test("a review empties one file while another is handed over, and neither disturbs the other", async () => {
  await world.publish(nobody);
  breakDisk();
  for (const data of [other, listed]) {
    await world.approved({ externalCustomerId: await world.newCustomer(data) });
    await expect(closeFile()).rejects.toThrow();
  }
  rmSync(outbox());
  await world.publish(viktor, nobody);
  const { keyring } = world.service.deps;
  const load = vi.spyOn(keyring, "load").mockImplementationOnce(async () => {
    await world.runJob("sanctions.rescreen");
  });
  await closeFile();
  load.mockRestore();
  expect(await world.waiting()).toHaveLength(1);
  expect(handedOver()).toEqual([5_000]);
  await world.decide("confirm");
  await world.runJob("ach.report_outcomes");
});

test("a review leaves a file alone that the bank may have", async () => {
  await world.publish(nobody);
  const externalCustomerId = await world.newCustomer(listed);
  const intent = await world.approved({ externalCustomerId });
  expect(await closeFile()).toBe(true);
  const { ach_file_id: achFileId } = (await entryOf(intent)) ?? {};
  for (const status of ["handing_over", "handed_over", "acknowledged"] as const) {
    await kysely()
      .updateTable("ach_files")
      .set({ status })
      .where("ach_file_id", "=", achFileId ?? "")
      .execute();
    await world.publish(nobody);
    await world.publish(viktor, nobody);
    await world.runJob("sanctions.rescreen");
    expect(await entryOf(intent)).toMatchObject({ status: "filed", held_at: null });
  }
  expect((await world.eventsOf(intent)).slice(2)).toEqual(["approved"]);
  await world.decide("clear");
});
