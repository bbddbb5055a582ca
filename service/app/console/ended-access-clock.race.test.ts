/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { addStaff, endAccess } from "./testing/staff-browser.ts";

const unreachable = { SANDBOX_URL: "http://127.0.0.1:9" };
let t: TestService;
beforeAll(async () => {
  t = await createTestService({ env: { ...unreachable, SANDBOX_CLOCK_OPERATORS: "all" } });
});
afterAll(() => t.close());

test("an admin who is demoted while their move of the clock waits moves nothing", async () => {
  const admin = await addStaff(t, "admin");
  const staff = await addStaff(t, "admin");
  // The first move stores the row that the next one waits for.
  await admin.browser.ok("POST", "/sandbox-clock/next-day", {});
  const before = await admin.browser.ok("GET", "/sandbox-clock");
  const response = await runWhileLocked(
    t,
    "select 1 from service_settings where name = 'sandbox_clock_offset_ms' for update",
    () => staff.browser.call("POST", "/sandbox-clock/next-day", {}),
    () => endAccess(admin, staff, "demote"),
  );
  expect(response.json().errorCode).toBe("role_not_allowed");
  const after = await admin.browser.ok("GET", "/sandbox-clock");
  expect(after.offsetSeconds).toBe(before.offsetSeconds);
  const { text } = await t.command("audit", "list", t.operator.operatorId);
  expect(text).not.toMatch(new RegExp(`${staff.staffId} +sandbox_clock\\.moved`));
});
