/** PostgreSQL only: the embedded store runs one transaction at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { reopenTestDatabase } from "../../testing/test-database.ts";
import { importFiles } from "./import-job.ts";
import { bai2, settlementCsv } from "./testing/example-files.ts";
import { expectedOnce, importedState } from "./testing/imported-once.ts";
import { addCharges, addDispute, breaksOf, send } from "./testing/settlement-world.ts";

let t: TestService;
let second: TestService;
beforeAll(async () => {
  t = await createTestService();
  t.clock.set(Date.parse("2026-11-24T12:00:00Z"));
  const database = reopenTestDatabase(t.databaseUrl ?? "");
  second = await createTestService({ database, clock: t.clock });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const importAll = async ({ service }: TestService) => {
  const signal = new AbortController().signal;
  while ((await importFiles(service.settlement, signal, createFailurePauses(), 2)) === "more");
};
const charge = (reference: string, gross: number) => ({
  row_type: "charge" as const,
  processor_reference: reference,
  gross_minor: gross,
  fee_minor: 30,
});

test("the same file from many requests is imported once", async () => {
  const { operatorId, secretKey } = await t.createOperator();
  await addCharges(t, operatorId, [
    { chargeId: "r-1", totalMinor: 100 },
    { chargeId: "r-2", totalMinor: 200 },
    { chargeId: "r-4", totalMinor: 400 },
  ]);
  const content = settlementCsv("b1", [
    ...[1, 2, 3, 4].map((index) => charge(`r-${index}`, index * 100)),
    { row_type: "fee", fee_minor: 7, fee_kind: "scheme" },
  ]);
  const services = [t, second, t, second, t, second];
  const sent = await Promise.all(
    services.map((service) => send(service, content, "processor=alpha", secretKey)),
  );
  expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  expect(new Set(sent.map((response) => response.json().settlementFileId)).size).toBe(1);
  await Promise.all([importAll(t), importAll(second), importAll(t)]);
  expect(await importedState(t, operatorId)).toEqual(expectedOnce);
});

test("a charge in several files that are imported at once is matched by one of them", async () => {
  const { operatorId, secretKey } = await t.createOperator();
  await addCharges(t, operatorId, [{ chargeId: "r-9", totalMinor: 100 }]);
  const files = ["b1", "b2", "b3", "b4"].map((batch) => settlementCsv(batch, [charge("r-9", 100)]));
  await Promise.all(
    files.map((content, index) =>
      send(index % 2 ? t : second, content, "processor=alpha", secretKey),
    ),
  );
  await Promise.all([importAll(t), importAll(second)]);
  await Promise.all([importAll(t), importAll(second)]);
  const { files: states, lines } = await importedState(t, operatorId);
  expect(states.map(({ state }) => state)).toEqual(Array(4).fill("processed"));
  expect(lines.filter((line) => line === "1 matched")).toHaveLength(1);
  expect((await breaksOf(t, operatorId)).map(({ class: kind }) => kind)).toEqual(
    Array(3).fill("duplicate"),
  );
});

test("one of two concurrent statements for one day is imported, and the other is refused", async () => {
  const { secretKey, operatorId } = await t.createOperator();
  const day = (amount: number) =>
    bai2({ date: "261124", openingMinor: 0, entries: [["142", amount, "R", "X"]] });
  const sent = await Promise.all([
    send(t, day(1), "", secretKey),
    send(second, day(2), "", secretKey),
  ]);
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  await Promise.all([importAll(t), importAll(second)]);
  const kinds = (await breaksOf(t, operatorId)).map(({ class: kind }) => kind);
  expect(kinds.toSorted()).toEqual(["bank_line_unknown", "changed_after_import"]);
});

test("a dispute's fee that a notice states during the import is not overwritten", async () => {
  const { operatorId, secretKey } = await t.createOperator();
  const [paymentId = ""] = await addCharges(t, operatorId, [{ chargeId: "r-5", totalMinor: 100 }]);
  const dispute = { paymentId, providerDisputeId: "d-5", amountMinor: 100, feeMinor: null };
  const disputeId = await addDispute(t, operatorId, dispute);
  const row = { row_type: "dispute", processor_reference: "d-5", gross_minor: -100 } as const;
  const fee = { fee_minor: 15, fee_kind: "dispute" } as const;
  await send(t, settlementCsv("b5", [{ ...row, ...fee }]), "processor=alpha", secretKey);
  const { kysely } = t.service.deps.database;
  const ofDispute = { operator_id: operatorId, dispute_id: disputeId };
  let stating: Promise<unknown> | undefined;
  await runWhileLocked(
    t,
    // The rows are compared and cannot be stored yet.
    "lock table settlement_lines in share row exclusive mode",
    () => importAll(second),
    async () => {
      stating = kysely
        .updateTable("disputes")
        .set({ fee_minor: 20 })
        .where((where) => where.and(ofDispute))
        .execute();
      await Promise.race([stating, new Promise((resolve) => setTimeout(resolve, 500))]);
    },
  );
  await stating;
  const stored = await kysely
    .selectFrom("disputes")
    .select("fee_minor")
    .where((where) => where.and(ofDispute))
    .executeTakeFirstOrThrow();
  expect(stored.fee_minor).toBe(20);
});

test("a payout and its bank entry are matched, even when they are imported at once", async () => {
  const { secretKey, operatorId } = await t.createOperator();
  await addCharges(t, operatorId, [{ chargeId: "r-7", totalMinor: 100 }]);
  await send(t, settlementCsv("b7", [charge("r-7", 100)]), "processor=alpha", secretKey);
  t.clock.advance(1_000);
  const entries = [["142", 70, "po_b7", ""]] as const;
  await send(t, bai2({ date: "261124", openingMinor: 0, entries }), "", secretKey);
  t.clock.advance(1_000);
  // All rows of the report are stored, but not its end.
  await importFiles(t.service.settlement, AbortSignal.abort(), createFailurePauses(), 2);
  const finishing: Promise<void>[] = [];
  await runWhileLocked(
    t,
    // The bank's rows cannot be posted yet.
    "lock table ledger_postings in share row exclusive mode",
    () => importAll(second),
    () => {
      finishing.push(importAll(t));
      const soon = new Promise((resolve) => setTimeout(resolve, 500));
      return Promise.race([...finishing, soon]);
    },
  );
  await Promise.all(finishing);
  const open = (await breaksOf(t, operatorId)).filter(({ state }) => state === "open");
  expect(open).toEqual([]);
  expect((await importedState(t, operatorId)).balances).toEqual({
    "bank:2468": 70,
    "processing_fees:commission": 30,
    "processor_receivable:alpha": -100,
  });
});

test("a statement is accepted while the account's import waits for another account's", async () => {
  const { secretKey, operatorId } = await t.createOperator();
  const statement = (account: string, day: number, openingMinor: number) => {
    const entries = [["142", 70, "", ""]] as const;
    return send(t, bai2({ account, date: `2611${day}`, openingMinor, entries }), "", secretKey);
  };
  await statement("1111", 23, 0);
  t.clock.advance(1_000);
  await statement("2222", 23, 0);
  const finishing: Promise<void>[] = [];
  let status: number | "no response" = "no response";
  await runWhileLocked(
    t,
    // The first account's import cannot post its entry, and has not ended.
    "lock table ledger_postings in share row exclusive mode",
    () => importAll(second),
    async () => {
      finishing.push(importAll(t));
      await new Promise((resolve) => setTimeout(resolve, 500));
      const sent = statement("2222", 24, 70).then(({ statusCode }) => {
        status = statusCode;
      });
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 2_000))]);
      expect(status).toBe(201);
    },
  );
  await Promise.all(finishing);
  await importAll(t);
  expect((await importedState(t, operatorId)).balances).toMatchObject({
    "bank:1111": 70,
    "bank:2222": 140,
  });
});
