import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

let t: TestService;
let folder: string;
const write = (...lines: readonly string[]) =>
  writeFileSync(join(folder, "ranges.csv"), ["from,to,funding", ...lines].join("\n"));
/** A changed file is read at the second check that sees it. */
const refreshTwice = async () => {
  await t.runJob("card_ranges.refresh");
  await t.runJob("card_ranges.refresh");
};
const metrics = async () => (await t.service.deps.metrics.expose()).text;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-card-ranges-"));
  write("411111,,credit");
  t = await createTestService({ env: { CARD_RANGES: join(folder, "ranges.csv") } });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

test("a running service uses a changed table", async () => {
  const { pricing } = t.service.payments;
  expect(pricing.fundingOf("41111111")).toBe("credit");
  write("411111,,debit", "422222,,credit");
  await refreshTwice();
  expect(pricing.fundingOf("41111111")).toBe("debit");
  expect(t.logLines.join("")).toContain("loaded newer card ranges");
});

test("a table that cannot be used is logged once and shown in the metrics, and the last good one stays in use", async () => {
  write("411111,,credit", "4222");
  await refreshTwice();
  await refreshTwice();
  expect(t.service.payments.pricing.fundingOf("41111111")).toBe("debit");
  const lines = t.logLines.filter((line) => line.includes("the card ranges cannot be used"));
  expect(lines).toEqual([expect.stringContaining("line 3: has 1 of 3 columns")]);
  expect(await metrics()).toContain("tessera_card_ranges_unusable 1");
  write("411111,,prepaid");
  await refreshTwice();
  expect(t.service.payments.pricing.fundingOf("41111111")).toBe("prepaid");
  expect(await metrics()).toContain("tessera_card_ranges_unusable 0");
});
