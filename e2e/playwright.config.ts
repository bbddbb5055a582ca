import { defineConfig } from "@playwright/test";
import { chromiumLaunch } from "./stack/chromium-launch.ts";

/**
 * Journeys in a real Chromium, every party on a site of its own (`*.localhost` needs no DNS there
 * and the hosts are cross-site to one another). One stack of service, sandbox and shop serves the
 * whole run; each test makes customers and intents of its own, so tests do not meet.
 */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: "./stack/global-setup.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  // In CI a test that fails by chance is tried once more, and the run's summary names it.
  retries: process.env["CI"] ? 1 : 0,
  // Generous on purpose: on a busy machine a test is slow, not wrong.
  timeout: 120_000,
  expect: { timeout: 40_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ? [["line"], ["json"]] : [["line"]],
  use: {
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    locale: "en-US",
    // Pages that a test serves itself have no address, so Chromium takes them for the internet's,
    // which may not reach this machine's own services unless it is told so.
    permissions: ["local-network-access"],
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: chromiumLaunch("--disable-gpu"),
  },
});
