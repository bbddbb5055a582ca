import type { CommandResult } from "../../../platform/command-socket.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { shareDatabase } from "../../../testing/test-database.ts";

/** Makes a key from a letter, to keep tests readable. */
export const keyOf = (letter: string): string =>
  Buffer.from(letter.repeat(32), "latin1").toString("base64");

/** Starts a service on an open store, which stays open when the service closes. */
export async function startProcess(
  on: { database: Database },
  keys: string,
  options: Parameters<typeof createTestService>[0] = {},
): Promise<TestService> {
  return createTestService({
    ...options,
    database: { ...shareDatabase(on.database), kind: "postgres" },
    env: { TESSERA_KEY_ENCRYPTION_KEY: keys, ...options.env },
  });
}

export async function workOn(t: TestService): Promise<void> {
  await t.runJob("refresh_keys");
  // Each round makes the next one possible.
  for (let round = 0; round < 4; round += 1) await t.runJob("rotate_keys");
}

/** Works until new versions seal and old ones are destroyed. */
export async function finishRotation(t: TestService): Promise<void> {
  for (const minutes of [2, 2, 65, 2, 65]) {
    t.clock.advance(minutes * 60_000);
    await workOn(t);
  }
}

/** Runs `keys rotate`, which must succeed. */
export async function rotate(t: TestService): Promise<CommandResult> {
  const result = await t.command("keys", "rotate");
  if (result.exitCode !== 0) throw new Error(result.text);
  return result;
}
