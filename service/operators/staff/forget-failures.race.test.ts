/** PostgreSQL only: the embedded store runs one statement at a time. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { deleteFailuresAfterMs } from "./login-failures.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

test("deleting old failures of logins cannot deadlock with a login that counts some of them", async () => {
  const { kysely } = t.service.deps.database;
  // The job reaches them in this order.
  const subjects = ["second", "first"];
  const old = new Date(t.clock.nowMs() - deleteFailuresAfterMs);
  for (const subject of subjects) {
    await kysely
      .insertInto("staff_login_failures")
      .values({
        subject,
        email_index: null,
        failures: 1,
        locked_until: null,
        last_failed_at: old,
      })
      .execute();
  }
  let deleting: Promise<void> | undefined;
  await kysely.transaction().execute(async (tx) => {
    const count = (subject: string) =>
      tx
        .updateTable("staff_login_failures")
        .set({ failures: 2, last_failed_at: new Date(t.clock.nowMs()) })
        .where("subject", "=", subject)
        .executeTakeFirstOrThrow();
    await count("first");
    deleting = t.runJob("staff.forget");
    // It may fail before anybody waits for it.
    deleting.catch(() => undefined);
    await pause(300);
    await count("second");
  });
  await deleting;
  const left = await kysely.selectFrom("staff_login_failures").select("subject").execute();
  expect(left.map(({ subject }) => subject)).toContain("first");
  await t.runJob("staff.forget");
});
