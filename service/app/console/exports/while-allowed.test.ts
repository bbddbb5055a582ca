import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { addStaff, endAccess, type TestStaff } from "../testing/staff-browser.ts";
import { whileAllowed } from "./while-allowed.ts";

let world: TestService;
let admin: TestStaff;
beforeAll(async () => {
  world = await createTestService();
  admin = await addStaff(world);
});
afterAll(() => world.close());

async function* pieces() {
  for (let piece = 1; piece <= 3; piece += 1) yield piece;
}

test.each([
  ["remove", "session_required"],
  ["lock", "session_required"],
  ["demote", "role_not_allowed"],
] as const)("an export ends when its reader's access ends (%s)", async (how, code) => {
  const staff = await addStaff(world, "reviewer");
  const reader = { operatorId: world.operator.operatorId, staffId: staff.staffId };
  const read = whileAllowed(world.service.deps, reader, "payments.export", pieces());
  expect((await read.next()).value).toBe(1);
  await endAccess(admin, staff, how);
  await expect(read.next()).rejects.toMatchObject({ code });
});

test("an export is complete for a person who may read it to the end", async () => {
  const staff = await addStaff(world, "reviewer");
  const reader = { operatorId: world.operator.operatorId, staffId: staff.staffId };
  const read: number[] = [];
  for await (const piece of whileAllowed(world.service.deps, reader, "payments.export", pieces()))
    read.push(piece);
  expect(read).toEqual([1, 2, 3]);
});
