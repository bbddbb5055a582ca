import type { Route } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { expect, test } from "./journey.ts";

test("an old answer that arrives after the final one changes nothing", async ({
  page,
  newIntent,
  openWidget,
}) => {
  const host = await openWidget(await newIntent());
  const { widget } = host;
  // Each look at the status is answered by what it said at that time; the first only much later.
  const held: { route: Route; body: Buffer }[] = [];
  let looks = 0;
  await page.route("**/v1/client/status", async (route) => {
    const url = route
      .request()
      .url()
      .replace(/\/\/[^:/]+/, "//127.0.0.1");
    const response = await route.fetch({ url });
    const body = await response.body();
    looks++;
    if (looks === 1) held.push({ route, body });
    else await route.fulfill({ response, body });
  });
  await widget.payWith(findCard("pending_then_approved").number);
  await expect(widget.text(/still waiting for your bank/)).toBeVisible({ timeout: 45_000 });
  await expect(widget.text("Payment complete")).toBeVisible({ timeout: 75_000 });
  for (const { route, body } of held) {
    await route.fulfill({ contentType: "application/json", body }).catch(() => {});
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expect(widget.text("Payment complete")).toBeVisible();
  const completed = (await host.events()).filter(({ name }) => name === "complete");
  expect(completed.at(-1)?.detail).toMatchObject({ type: "success" });
});
