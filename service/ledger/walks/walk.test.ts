import { afterAll, beforeAll, expect, test } from "vitest";
import { StoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { postHistory } from "../check-ledger.ts";
import type { LedgerSource } from "./ledger-source.ts";

let world: TestService;
beforeAll(async () => {
  world = await createTestService();
});
afterAll(() => world.close());

const timeout = Object.assign(new Error("statement timeout"), { code: "57014" });

test.each([
  ["cannot be posted", "broken", new Error("a record without an amount")],
  ["are too many for one statement", "slow", new StoreUnavailable(timeout)],
])("an operator whose records %s does not block the other operators", async (_, name, error) => {
  const { deps } = world.service;
  await world.runJob("ledger.history");
  const broken = await world.createOperator();
  world.clock.advance(1_000);
  const other = await world.createOperator();
  const walked: string[] = [];
  const source: LedgerSource = {
    name,
    sourceType: "payment",
    causes: [],
    async page(_tx, operatorId) {
      walked.push(operatorId);
      if (operatorId === broken.operatorId) throw error;
      return [];
    },
  };
  const run = () => postHistory(deps, [source], new AbortController().signal);
  await run().catch(() => undefined);
  await run().catch(() => undefined);
  expect(walked).toContain(other.operatorId);
  const failures = world.logLines.filter((line) => line.includes("could not be walked"));
  expect(failures.at(-1)).toContain(broken.operatorId);
});
