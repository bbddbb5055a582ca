/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BreakSummary } from "#contract/console/reconciliation";
import { settlementCsv } from "../../reporting/settlement/testing/example-files.ts";
import { addCharges } from "../../reporting/settlement/testing/settlement-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { addStaff, endAccess, type TestStaff } from "./testing/staff-browser.ts";

let world: TestService;
let admin: TestStaff;
let found: BreakSummary;
beforeAll(async () => {
  world = await createTestService();
  admin = await addStaff(world);
  await addCharges(world, world.operator.operatorId, [{ chargeId: "c-1", totalMinor: 200 }]);
  const row = {
    row_type: "charge",
    processor_reference: "c-1",
    gross_minor: 201,
    fee_minor: 0,
  } as const;
  await world.service.app.inject({
    method: "POST",
    url: "/console/api/reconciliation/files?processor=alpha",
    headers: { ...admin.browser.headers("POST"), "content-type": "application/octet-stream" },
    payload: settlementCsv("b1", [row]),
  });
  await world.runJob("import_settlement_files");
  [found] = (await admin.browser.ok("GET", "/reconciliation/breaks")).data;
});
afterAll(() => world.close());

test.each([
  ["demote", { action: "explain" }, "role_not_allowed"],
  ["limit", { action: "write_off" }, "role_not_allowed"],
  ["remove", { action: "write_off" }, "session_required"],
] as const)(
  "a person whose access ends (%s) while their decision about a break waits decides nothing",
  async (how, action, errorCode) => {
    const staff = await addStaff(world);
    const path = `/reconciliation/breaks/${found.settlementBreakId}`;
    const body = { ...action, text: "Rounding", version: found.version };
    const response = await runWhileLocked(
      world,
      "select 1 from settlement_breaks for update",
      () => staff.browser.call("POST", path, body),
      () => endAccess(admin, staff, how),
    );
    expect(response.json().errorCode).toBe(errorCode);
    const { data } = await admin.browser.ok("GET", "/reconciliation/breaks");
    expect(data).toMatchObject([{ state: "open", version: found.version }]);
  },
);
