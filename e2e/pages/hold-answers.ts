import type { Route } from "@playwright/test";
import type { PaymentWidget } from "./payment-widget.ts";

/**
 * Holds the first answer to the widget's question for the status back, as it stood then. The customer looks away
 * and back meanwhile, so that the widget asks again; all later answers pass.
 *
 * @returns what lets it arrive, when the widget still waits for it, and gives the widget time to be misled
 */
export async function holdFirstStatus(widget: PaymentWidget): Promise<() => Promise<void>> {
  const { page, frame } = widget;
  // However slow the machine is, the widget doesn't give the question up.
  await widget.at("payment").evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  let held: { route: Route; body: Buffer } | undefined;
  await page.route("**/v1/client/status", async (route) => {
    // Playwright's own calls know no name below localhost.
    const url = route
      .request()
      .url()
      .replace(/\/\/[^:/]+/, "//127.0.0.1");
    const response = await route.fetch({ url });
    const body = await response.body();
    if (held !== undefined) return route.fulfill({ response, body });
    held = { route, body };
    await frame
      .locator("body")
      .evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  });
  return async () => {
    if (!held) throw new Error("nobody has asked for the status");
    const { route, body } = held;
    const arrived = page.waitForResponse((response) => response.request() === route.request());
    await route.fulfill({ contentType: "application/json", body });
    await (await arrived).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  };
}
