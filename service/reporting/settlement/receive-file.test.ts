import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { receiveFile } from "./receive-file.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import { settlementCsv } from "./testing/example-files.ts";
import { send } from "./testing/settlement-world.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

/** Every transaction commits, and its reply is lost. */
function losesReplies({ database }: SettlementDeps): SettlementDeps["database"] {
  const transaction = () => ({
    execute: async (
      work: Parameters<ReturnType<typeof database.kysely.transaction>["execute"]>[0],
    ) => {
      await database.kysely.transaction().execute(work);
      throw new StoreUnavailable("the connection broke");
    },
  });
  const kysely = new Proxy(database.kysely, {
    get(target, name) {
      if (name === "transaction") return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { ...database, kysely };
}

test("a file whose registration lost the store's reply is imported", async () => {
  const { settlement } = t.service;
  const { operatorId } = t.operator;
  const content = settlementCsv("b1", [
    { row_type: "charge", processor_reference: "x1", gross_minor: 100, fee_minor: 3 },
  ]);
  await settlement.keyring.load(operatorId);
  const upload = { operatorId, actor: { kind: "command" }, processor: "alpha" } as const;
  const lost = { ...settlement, database: losesReplies(settlement) };
  const received = receiveFile(lost, upload, Readable.from([Buffer.from(content)]));
  await expect(received).rejects.toThrow(StoreUnavailable);
  const repeated = (await send(t, content)).json();
  await t.runJob("import_settlement_files");
  const file = await t.call("GET", `/v1/settlement-files/${repeated.settlementFileId}`);
  expect(file.json()).toMatchObject({ state: "processed" });
});
