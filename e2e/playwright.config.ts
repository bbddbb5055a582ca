import { defineConfig } from "@playwright/test";
import { chromiumLaunch } from "./stack/chromium-launch.ts";

/**
 * Journeys in a real Chromium. Every party has its own site: `*.localhost` needs no DNS, and the hosts are cross-site
 * to one another. One stack of service, sandbox and shop serves the whole run. Each test creates its own customers
 * and intents, so tests do not affect one another.
 */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: "./stack/global-setup.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  // In CI a test that fails by chance runs once more, and the summary names it.
  retries: process.env["CI"] ? 1 : 0,
  // Long on purpose: on a busy machine a slow test is not a failure.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ? [["line"], ["json"]] : [["line"]],
  use: {
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    locale: "en-US",
    // A page that the test itself serves has no IP address, so Chromium treats it as public. Without this permission
    // such a page must not reach services on this machine.
    permissions: ["local-network-access"],
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: chromiumLaunch("--disable-gpu"),
  },
});
