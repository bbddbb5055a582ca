import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { addStaff } from "../testing/staff-browser.ts";
import { maxOpenExports } from "./limit-open-exports.ts";

let world: TestService;
beforeAll(async () => {
  world = await createTestService();
});
afterAll(() => world.close());

test.each([
  "/exports/payments?format=csv",
  "/exports/payouts?format=ndjson",
  "/exports/ledger?format=csv",
  "/reconciliation/exports/files",
  "/reconciliation/exports/batches",
  "/reconciliation/exports/breaks",
])("an operator has at most ten open exports in a process: %s", async (path) => {
  const admin = await addStaff(world);
  const { operators } = world.service.deps;
  const get = operators.get.bind(operators);
  let go: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  // Each export asks for the operator's time zone before it sends anything.
  const holding = vi.spyOn(operators, "get").mockImplementation(async (operatorId) => {
    await held;
    return get(operatorId);
  });
  const open = Array.from({ length: maxOpenExports }, () => admin.browser.call("GET", path));
  try {
    await expect.poll(() => holding.mock.calls.length).toBe(maxOpenExports);
    const refused = await admin.browser.call("GET", path);
    expect([refused.statusCode, refused.json().errorCode]).toEqual([429, "rate_limited"]);
    expect(refused.headers["retry-after"]).toBe("10");
  } finally {
    go();
  }
  for (const response of await Promise.all(open)) expect(response.statusCode).toBe(200);
  holding.mockRestore();
  expect((await admin.browser.call("GET", path)).statusCode).toBe(200);
});
