import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sandboxRoutingNumber } from "../../../sandbox/catalogue/bank-accounts.ts";
import { openBankDirectory, sandboxBanksPath } from "./bank-directory.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-banks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(content: unknown): string {
  const path = join(folder, "banks.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test("the sandbox's banks have names, other banks have none", async () => {
  const banks = await openBankDirectory(sandboxBanksPath);
  expect(banks.nameOf(sandboxRoutingNumber)).toBe("Sandbox Bank");
  expect(banks.nameOf("021000021")).toBe("JPMorgan Chase");
  expect(banks.nameOf("122000247")).toBeNull();
});

test("without a directory no bank has a name", async () => {
  expect((await openBankDirectory(undefined)).nameOf("021000021")).toBeNull();
});

test("a file with a wrong routing number, or without its date, is refused", async () => {
  const bank = (routingNumber: string) => ({ name: "A bank", routingNumbers: [routingNumber] });
  const good = { asOf: "2026-11-01", banks: [bank("021000021")] };
  expect((await openBankDirectory(written(good))).nameOf("021000021")).toBe("A bank");
  for (const bad of [{ ...good, banks: [bank("021000022")] }, { banks: good.banks }]) {
    await expect(openBankDirectory(written(bad))).rejects.toThrow();
  }
});
