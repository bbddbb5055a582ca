import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "vite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { programsFor, watchSources } from "./watch-sources.mjs";

test.each([
  ["contract/errors.ts", ["service", "sandbox", "shop"]],
  ["service/payments/intents.ts", ["service"]],
  ["service/platform/database/migrations/0001_x.sql", ["service"]],
  ["sandbox/main.ts", ["sandbox"]],
  ["demo/shop/server/orders.ts", ["shop"]],
  ["clients/server/send.ts", ["shop"]],
  ["src/tessera.ts", []],
  ["clients/elements/define-elements.ts", []],
  ["demo/shop/page/main.ts", undefined],
  ["widgets/kyc/entry.tsx", undefined],
  ["service/payments/intents.test.ts", undefined],
  ["src/testing/fake-frame.ts", undefined],
  ["src/DECISIONS.md", undefined],
])("a change of %s can restart %j", (file, programs) => {
  expect(programsFor(file)).toEqual(programs);
});

const always = () => true;

let root;
let vite;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "tessera-watch-"));
  for (const folder of ["service", "sandbox", "demo/shop/server"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "service/a.ts"), "");
  vite = await createServer({
    root,
    configFile: false,
    appType: "custom",
    server: { middlewareMode: true, ws: false },
  });
  const isSeen = () => vite.watcher.getWatched()[join(root, "service")]?.includes("a.ts");
  await expect.poll(isSeen).toBe(true);
});
afterEach(async () => {
  await vite.close();
  rmSync(root, { recursive: true });
});

test("changes in quick succession make one call, and changes during a call make the next", async () => {
  const calls = [];
  let finishCall;
  watchSources(vite.watcher, root, always, (_files, programs) => {
    calls.push(programs.toSorted());
    return new Promise((resolve) => {
      finishCall = resolve;
    });
  });
  writeFileSync(join(root, "service/a.ts"), "1");
  writeFileSync(join(root, "sandbox/b.ts"), "");
  await expect.poll(() => calls.flat().toSorted()).toEqual(["sandbox", "service"]);
  const before = calls.length;
  writeFileSync(join(root, "demo/shop/server/c.ts"), "");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(calls).toHaveLength(before);
  finishCall();
  await expect.poll(() => calls[before]).toEqual(["shop"]);
});

test("a file that an editor replaces is seen each time", async () => {
  let calls = 0;
  watchSources(vite.watcher, root, always, async (files) => {
    if (files.includes("service/a.ts")) calls += 1;
  });
  for (let each = 1; each <= 3; each += 1) {
    writeFileSync(join(root, "service/a.ts.swp"), String(each));
    renameSync(join(root, "service/a.ts.swp"), join(root, "service/a.ts"));
    await expect.poll(() => calls).toBe(each);
  }
});

test("a program that does not use a source does not restart", async () => {
  const calls = [];
  const uses = (name, file) => name === "service" && file.endsWith("a.ts");
  watchSources(vite.watcher, root, uses, async (...call) => {
    calls.push(call);
  });
  writeFileSync(join(root, "service/a.ts"), "1");
  await expect.poll(() => calls).toEqual([[["service/a.ts"], ["service"]]]);
  writeFileSync(join(root, "service/new.ts"), "1");
  await expect.poll(() => calls[1]).toEqual([["service/new.ts"], []]);
});

test("watching continues after a call fails", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  let calls = 0;
  watchSources(vite.watcher, root, always, async () => {
    calls += 1;
    throw new Error("fails");
  });
  for (let each = 1; each <= 2; each += 1) {
    writeFileSync(join(root, "service/a.ts"), String(each));
    await expect.poll(() => calls).toBe(each);
  }
  expect(printed).toHaveBeenCalledWith(new Error("fails"));
  printed.mockRestore();
});
