import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConsoleClock } from "#contract/console/sandbox-clock";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

const unreachable = { SANDBOX_URL: "http://127.0.0.1:9" };
const dayMs = 86_400_000;
let t: TestService;
beforeAll(async () => {
  t = await createTestService({ env: { ...unreachable, SANDBOX_CLOCK_OPERATORS: "all" } });
});
afterAll(() => t.close());

const read = (staff: TestStaff): Promise<ConsoleClock> => staff.browser.ok("GET", "/sandbox-clock");

test("an admin who moves the clock to the next day stays signed in, and the audit log records it", async () => {
  const admin = await addStaff(t, "admin");
  const before = await read(admin);
  expect(before.mayMove).toBe(true);
  const after: ConsoleClock = await admin.browser.ok("POST", "/sandbox-clock/next-day", {});
  expect(Date.parse(after.time) - Date.parse(before.time)).toBe(dayMs);
  // Sessions follow the machine's time.
  expect((await read(admin)).offsetSeconds).toBe(before.offsetSeconds + dayMs / 1_000);
  const { text } = await t.command("audit", "list", t.operator.operatorId);
  expect(text).toMatch(new RegExp(`${admin.staffId} +sandbox_clock\\.moved`));
});

test("reviewers and viewers see the time and cannot move it", async () => {
  for (const role of ["reviewer", "viewer"] as const) {
    const staff = await addStaff(t, role);
    expect((await read(staff)).mayMove).toBe(false);
    const refused = await staff.browser.call("POST", "/sandbox-clock/next-day", {});
    expect(refused.json().errorCode).toBe("role_not_allowed");
  }
});

test("an admin of an operator that must not move it cannot", async () => {
  const other = await createTestService({ env: unreachable });
  try {
    const admin = await addStaff(other, "admin");
    expect((await read(admin)).mayMove).toBe(false);
    const refused = await admin.browser.call("POST", "/sandbox-clock/next-day", {});
    expect(refused.json().errorCode).toBe("sandbox_clock_not_allowed");
  } finally {
    await other.close();
  }
});
