import type { Route } from "@playwright/test";
import type { PaymentWidget } from "./payment-widget.ts";

/**
 * Delays the service's first answer to the widget's status request. Meanwhile it fires a visibility change, so that
 * the widget asks again; all later answers pass.
 *
 * @returns a function that delivers the delayed, outdated answer and gives the widget one frame to act on it
 */
export async function holdFirstStatus(widget: PaymentWidget): Promise<() => Promise<void>> {
  const { page, frame } = widget;
  // Otherwise a slow machine could make the widget's request time out.
  await widget.at("payment").evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  let held: { route: Route; body: Buffer } | undefined;
  await page.route("**/v1/client/status", async (route) => {
    // Playwright's own requests cannot resolve names below localhost.
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
    if (!held) throw new Error("the widget has not requested the status");
    const { route, body } = held;
    const arrived = page.waitForResponse((response) => response.request() === route.request());
    await route.fulfill({ contentType: "application/json", body });
    await (await arrived).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  };
}
