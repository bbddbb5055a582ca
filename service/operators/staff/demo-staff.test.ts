import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../app/console/testing/staff-browser.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import type { DemoLogin } from "./demo-staff.ts";

let t: TestService;
let login: DemoLogin;
beforeAll(async () => {
  t = await createTestService();
  await t.service.start();
  const { dataDir } = t.service.deps.config;
  ({ console: login } = JSON.parse(readFileSync(join(dataDir, "demo-operator.json"), "utf8")));
});
afterAll(() => t.close());

test("the demo's login is in its file and opens the console with the code that is shown", async () => {
  expect(login.url).toBe("http://pay.localhost:4000/console");
  const { email, password } = login;
  const enter = async () => {
    const browser = openBrowser(t);
    await browser.ok("POST", "/login", { email, password });
    const code = await t.command("staff", "code", email);
    if (code.exitCode !== 0) return code.text;
    await browser.ok("POST", "/login/second-factor", { code: code.text });
    return (await browser.session()).me?.role;
  };
  expect(await enter()).toBe("admin");
  // Staff can log in at once: no code works twice, so the command shows the next one.
  expect(await enter()).toBe("admin");
  expect(await enter()).toMatch(/next one is available in \d+ seconds/);
});
