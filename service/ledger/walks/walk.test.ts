import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { postHistory } from "../check-ledger.ts";
import type { LedgerSource } from "./ledger-source.ts";

let world: TestService;
beforeAll(async () => {
  world = await createTestService();
});
afterAll(() => world.close());

test("an operator whose records cannot be posted does not hold the other operators", async () => {
  const { deps } = world.service;
  await world.runJob("ledger.history");
  const broken = await world.createOperator();
  world.clock.advance(1_000);
  const other = await world.createOperator();
  const walked: string[] = [];
  const source: LedgerSource = {
    name: "broken",
    sourceType: "payment",
    causes: [],
    async page(_tx, operatorId) {
      walked.push(operatorId);
      if (operatorId === broken.operatorId) throw new Error("a record without an amount");
      return [];
    },
  };
  const run = () => postHistory(deps, [source], new AbortController().signal);
  await run().catch(() => undefined);
  await run().catch(() => undefined);
  expect(walked).toContain(other.operatorId);
  const failures = world.logLines.filter((line) => line.includes("could not be walked"));
  expect(failures[0]).toContain(broken.operatorId);
});
