import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { chromiumLaunch, shellLaunch } from "./stack/chromium-launch.ts";

/**
 * Journeys that also passed in Chromium's headless shell. The others need a full Chromium (a process for each site,
 * windows that a page opens and closes, cameras, passkeys), or nobody has tried them there yet.
 */
const inShell = [
  "aligned-fields",
  "bank",
  "card-success",
  "carrier",
  "charged-once",
  "command-line",
  "console-appearance",
  "console-desk",
  "console-entrance",
  "console-home",
  "console-keyboard",
  "console-payments",
  "console-payouts",
  "console-refund-batches",
  "console-routing",
  "console-sanctions",
  "console-widths",
  "crypto",
  "days-later",
  "declines",
  "disputes",
  "documentation",
  "gallery",
  "gallery-details",
  "gallery-languages",
  "headings",
  "headings-in-view",
  "kyc-access",
  "kyc-files",
  "kyc-links",
  "kyc-no-camera",
  "kyc-upload",
  "late-answers",
  "location",
  "missing-data",
  "narrow-card-field",
  "outcomes",
  "payout-bank-login",
  "payout-first",
  "payout-gates",
  "payout-methods",
  "prices",
  "reconciliation",
  "reference",
  "refunds",
  "refusals",
  "saved-methods",
  "secrets",
  "shop",
  "three-ds-vendor",
  "trustly",
  "ways-to-use",
  "wrong-clock",
].map((name) => `journeys/${name}.spec.ts`);

/** Journeys that also run in Firefox: what customers see most. */
const inFirefox = ["card-success", "challenge", "frameworks", "moved-element"].map(
  (name) => `journeys/${name}.spec.ts`,
);
const inWebKit = "journeys/frameworks-webkit.spec.ts";

/**
 * Journeys in real browsers. Every party has its own site: `*.localhost` needs no DNS, and the hosts are cross-site
 * to one another. One stack of service, sandbox and shop serves the whole run. Each test creates its own customers and
 * intents.
 */
export default defineConfig({
  testDir: ".",
  projects: [
    {
      name: "shell",
      testMatch: inShell,
      // Chromium paints a spinner on every frame, which keeps a core busy while a page waits. The other project has
      // motion, as most customers do.
      use: {
        launchOptions: shellLaunch("--disable-gpu"),
        contextOptions: { reducedMotion: "reduce" },
      },
    },
    {
      name: "chromium",
      testMatch: "**/*.spec.ts",
      testIgnore: [...inShell, inWebKit],
      // Many browsers give frames no cookies, and none of these journeys may need them.
      use: { launchOptions: chromiumLaunch("--disable-gpu", "--test-third-party-cookie-phaseout") },
    },
    {
      name: "firefox",
      testMatch: process.env["FIREFOX_PATH"] ? inFirefox : [],
      use: {
        browserName: "firefox",
        channel: "moz-firefox",
        permissions: [],
        launchOptions: {
          executablePath: fileURLToPath(new URL("stack/firefox.mjs", import.meta.url)),
          // With Fission, a frame of another site has its own process, and Playwright's clicks do not reach it.
          firefoxUserPrefs: { "fission.autostart": false, "dom.ipc.processCount": 1 },
        },
      },
    },
    // Its tests start it themselves: Playwright cannot drive a WebKit that it has not built.
    { name: "webkit", testMatch: process.env["WEBKIT_PATH"] ? inWebKit : [] },
  ],
  globalSetup: "./stack/global-setup.ts",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  // In CI a test that fails by chance runs once more, and the summary names it.
  retries: process.env["CI"] ? 1 : 0,
  // On a busy machine a slow test is not a failure.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] ? [["line"], ["json"]] : [["line"]],
  use: {
    actionTimeout: 40_000,
    navigationTimeout: 40_000,
    locale: "en-US",
    // A page that the test serves has no IP address, so Chromium treats it as public. Without this permission it must
    // not reach services on this machine.
    permissions: ["local-network-access"],
    trace: "off",
    screenshot: "only-on-failure",
  },
});
