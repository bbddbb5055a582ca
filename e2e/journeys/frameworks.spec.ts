import { openInPlaywright } from "../pages/checkout.ts";
import { describeFrameworks, type OpensCheckout } from "./framework-scenarios.ts";
import { test } from "./journey.ts";

describeFrameworks(
  test.extend<OpensCheckout>({
    openCheckout: async ({ page, stack }, use) =>
      use((options) => openInPlaywright(page, stack, options)),
  }),
);
