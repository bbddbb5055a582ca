import { findCard } from "../../sandbox/catalogue/cards.ts";
import { expect, test } from "./journey.ts";

test("a valid card pays on a device whose clock is twenty years ahead", async ({
  page,
  newIntent,
  openWidget,
}) => {
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 20 * 365 * 86_400_000;
  });
  const { widget } = await openWidget(await newIntent());
  await widget.payWith(findCard("visa").number);
  await expect(widget.text("Payment complete")).toBeVisible();
});
