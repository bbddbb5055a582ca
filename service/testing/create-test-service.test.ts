import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestService } from "./create-test-service.ts";
import { openTestDatabase } from "./test-database.ts";

test("the data folder of a service is deleted even if the service does not close", async () => {
  const { database } = await openTestDatabase();
  onTestFinished(database.close);
  const close = () => Promise.reject(new Error("broken"));
  const { service } = await createTestService({ database: { ...database, close } });
  const { dataDir } = service.deps.config;
  expect(existsSync(dataDir)).toBe(true);
  await expect(service.close()).rejects.toThrow("broken");
  expect(existsSync(dataDir)).toBe(false);
});

test("a service that does not start leaves no data folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-not-started-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(createTestService({ env: { PORT: "none" } })).rejects.toThrow(/PORT/);
  expect(readdirSync(folder)).toEqual([]);
});
