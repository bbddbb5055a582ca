import { test } from "@playwright/test";
import { openInWebKit } from "../pages/checkout.ts";
import { sharedStack } from "../stack/global-setup.ts";
import { WebKit } from "../stack/webkit.ts";
import { describeFrameworks, type OpensCheckout } from "./framework-scenarios.ts";

describeFrameworks(
  test.extend<OpensCheckout, { webKit: WebKit }>({
    webKit: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
      async ({}, use) => {
        const webKit = await WebKit.start();
        await use(webKit);
        await webKit.stop();
      },
      { scope: "worker" },
    ],
    openCheckout: async ({ webKit }, use) =>
      use((options) => openInWebKit(webKit, sharedStack(), options)),
  }),
);
