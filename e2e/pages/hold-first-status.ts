import type { Route } from "@playwright/test";
import type { PaymentWidget } from "./payment-widget.ts";

/**
 * Delays the service's first response to the widget's status request. A visibility change makes the widget ask again;
 * later responses pass.
 *
 * @returns a function that delivers the delayed, outdated response and gives the widget one frame to act on it
 */
export async function holdFirstStatus(widget: PaymentWidget): Promise<() => Promise<void>> {
  const { page, frame } = widget;
  // On a slow machine the widget's request could time out.
  await widget.at("payment").evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  let held: { route: Route; body: Buffer } | undefined;
  const statuses = "**/v1/client/status";
  const respond = async (route: Route) => {
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
  };
  const underWay: Promise<void>[] = [];
  const handle = (route: Route) => {
    const response = respond(route);
    underWay.push(response);
    return response;
  };
  await page.route(statuses, handle);
  return async () => {
    if (!held) throw new Error("the widget has not requested the status");
    const { route, body } = held;
    const arrived = page.waitForResponse((response) => response.request() === route.request());
    await route.fulfill({ contentType: "application/json", body });
    await (await arrived).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    // A response of ours that is under way when the test ends would fail it.
    await page.unroute(statuses, handle);
    await Promise.all(underWay);
  };
}
