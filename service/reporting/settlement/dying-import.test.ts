/**
 * A process dies at each step. Another one gets the same file: every row is stored, matched and posted exactly once.
 */
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { atEveryStep } from "../../testing/at-every-step.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../testing/dying-database.ts";
import { importFiles } from "./import-job.ts";
import { receiveFile } from "./receive-file.ts";
import { settlementCsv } from "./testing/example-files.ts";
import { expectedOnce, importedState } from "./testing/imported-once.ts";
import { addCharges, send } from "./testing/settlement-world.ts";

let t: TestService;
let store: DyingDatabase;
let dying: TestService;
let serial = 0;
beforeAll(async () => {
  t = await createTestService();
  store = createDyingDatabase(t.service.deps.database);
  dying = await createTestService({ database: store.database, clock: t.clock });
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await t.close();
});

/** Imports two rows at a time, so that the process also dies between rows. */
const importAll = async (of: TestService) => {
  const signal = new AbortController().signal;
  while ((await importFiles(of.service.settlement, signal, createFailurePauses(), 2)) === "more");
};

test("a file is imported once, wherever the process dies", async () => {
  await atEveryStep(store, {
    async prepare() {
      const operator = await t.createOperator();
      serial += 1;
      const reference = (index: number) => `x${serial}-${index}`;
      await addCharges(t, operator.operatorId, [
        { chargeId: reference(1), totalMinor: 100 },
        { chargeId: reference(2), totalMinor: 200 },
        { chargeId: reference(4), totalMinor: 400 },
      ]);
      const charge = (index: number) => ({
        row_type: "charge" as const,
        processor_reference: reference(index),
        gross_minor: index * 100,
        fee_minor: 30,
      });
      const content = settlementCsv("b1", [
        ...[1, 2, 3, 4].map(charge),
        { row_type: "fee", fee_minor: 7, fee_kind: "scheme" },
      ]);
      return { ...operator, content };
    },
    async act({ content, operatorId }) {
      await dying.service.deps.keyring.load(operatorId);
      const upload = { operatorId, actor: { kind: "command" }, processor: "alpha" } as const;
      await receiveFile(dying.service.settlement, upload, Readable.from([Buffer.from(content)]));
      await importAll(dying);
    },
    async check({ content, secretKey, operatorId }, life) {
      const repeated = await send(t, content, "processor=alpha", secretKey);
      expect([200, 201], `${life}: ${repeated.body}`).toContain(repeated.statusCode);
      // This is past the lease, and past the age of uploads.
      t.clock.advance(25 * 60 * 60_000);
      await importAll(t);
      expect([life, await importedState(t, operatorId)]).toEqual([life, expectedOnce]);
      await t.runJob("forget_settlement_uploads");
      const parts = await t.service.deps.database.kysely
        .selectFrom("settlement_file_parts")
        .select("part_no")
        .execute();
      expect([life, parts]).toEqual([life, []]);
    },
  });
}, 240_000);
