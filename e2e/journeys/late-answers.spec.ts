import { findCard } from "../../sandbox/catalogue/cards.ts";
import { holdFirstStatus } from "../pages/hold-first-status.ts";
import { expect, test } from "./journey.ts";

// Other payment methods: bank.spec.ts, pay-by-bank.spec.ts and crypto.spec.ts.
test("an outdated response that arrives after the final one changes nothing", async ({
  newIntent,
  openWidget,
}) => {
  const host = await openWidget(await newIntent());
  const { widget } = host;
  const deliverOld = await holdFirstStatus(widget);
  await widget.payWith(findCard("pending_then_approved").number);
  await expect(widget.text(/still waiting for your bank/)).toBeVisible({ timeout: 90_000 });
  await expect(widget.text("Payment complete")).toBeVisible({ timeout: 75_000 });
  await deliverOld();
  await expect(widget.text("Payment complete")).toBeVisible();
  const completed = (await host.events()).filter(({ name }) => name === "complete");
  expect(completed.at(-1)?.detail).toMatchObject({ type: "success" });
});
