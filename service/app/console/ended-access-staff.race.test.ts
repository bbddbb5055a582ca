/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: TestService;
let admin: TestStaff;
let colleague: TestStaff;
beforeAll(async () => {
  world = await createTestService();
  admin = await addStaff(world);
  colleague = await addStaff(world);
});
afterAll(() => world.close());

const invitation = { email: "friend@example.com", role: "admin" };
interface Member {
  staffId: string;
  version: number;
}
const versionIn = (members: Member[], { staffId }: TestStaff) =>
  members.find((member) => member.staffId === staffId)?.version;
const demotion = (members: Member[]) => ({
  role: "viewer",
  version: versionIn(members, colleague),
});

test.each<[string, string, () => string, (members: Member[]) => object]>([
  ["change a colleague", "PUT", () => `/staff/${colleague.staffId}`, demotion],
  ["invite someone", "POST", () => "/staff", () => invitation],
  ["reset a colleague", "POST", () => `/staff/${colleague.staffId}/invitation`, () => ({})],
])("an admin who is removed while they %s changes nothing", async (_what, method, path, body) => {
  const removed = await addStaff(world);
  const { data: before } = await admin.browser.ok("GET", "/staff");
  let changing: Promise<LightMyRequestResponse> | undefined;
  const removal = await runWhileLocked(
    world,
    // The removal waits for this after it has locked the admins, so that the change waits for the removal.
    "lock table staff_recovery_codes in share mode",
    () =>
      admin.browser.call(
        "DELETE",
        `/staff/${removed.staffId}?version=${versionIn(before, removed)}`,
      ),
    async () => {
      changing = removed.browser.call(method, path(), body(before));
      // Long enough to wait behind the removal.
      await new Promise((resolve) => setTimeout(resolve, 500));
    },
  );
  expect(removal.statusCode).toBe(200);
  expect((await changing)?.json().errorCode).toBe("session_required");
  const { data } = await admin.browser.ok("GET", "/staff");
  const others = (members: Member[]) =>
    members.filter(({ staffId }) => staffId !== removed.staffId);
  expect(others(data)).toEqual(others(before));
});
