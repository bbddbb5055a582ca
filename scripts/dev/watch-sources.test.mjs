import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programsFor, watchSources } from "./watch-sources.mjs";

test.each([
  ["contract/errors.ts", ["service", "sandbox", "shop"]],
  ["service/payments/intents.ts", ["service"]],
  ["service/platform/database/migrations/0001_x.sql", ["service"]],
  ["sandbox/main.ts", ["sandbox"]],
  ["demo/shop/server/orders.ts", ["shop"]],
  ["demo/shop/page/main.ts", []],
  ["clients/server/send.ts", ["shop"]],
  ["widgets/kyc/entry.tsx", []],
  ["service/payments/intents.test.ts", []],
])("a change of %s restarts %j", (file, programs) => {
  expect(programsFor(file)).toEqual(programs);
});

test("changes within a moment make one call, and changes during a call make the next", async () => {
  const root = mkdtempSync(join(tmpdir(), "tessera-watch-"));
  for (const folder of [
    "contract",
    "service",
    "sandbox",
    "demo/shop/server",
    "src",
    "clients/server",
  ])
    mkdirSync(join(root, folder), { recursive: true });
  const calls = [];
  let finishCall;
  const end = watchSources(root, (_files, programs) => {
    calls.push(programs.toSorted());
    return new Promise((resolve) => {
      finishCall = resolve;
    });
  });
  try {
    writeFileSync(join(root, "service/a.ts"), "");
    writeFileSync(join(root, "sandbox/b.ts"), "");
    await expect.poll(() => calls, { timeout: 15_000 }).toEqual([["sandbox", "service"]]);
    writeFileSync(join(root, "demo/shop/server/c.ts"), "");
    finishCall();
    await expect.poll(() => calls, { timeout: 15_000 }).toEqual([["sandbox", "service"], ["shop"]]);
    finishCall();
  } finally {
    end();
    rmSync(root, { recursive: true });
  }
});
