/** Home: waiting work, figures that lead to their payments, charts as tables, and search. */
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { submitPayment } from "../stack/client-api.ts";
import { call, createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

const widths = [360, 768, 1280];

/** Two payments, one after a decline, a failed one, and a refund. */
async function fill(stack: StackAddresses) {
  const payer = await createPayer(stack);
  const pay = async (total: number, ...cards: readonly string[]) => {
    const intent = await createIntent(stack, payer, { amount: total });
    for (const card of cards) {
      await submitPayment(stack, intent, findCard(card).number, freshId("key"), { total });
    }
    return intent;
  };
  const paid = await pay(40, "insufficient_funds", "visa");
  const second = await pay(60, "visa");
  await pay(25, "insufficient_funds");
  const path = `/v1/payment-intents/${second.paymentIntentId}/refunds`;
  const externalRefundId = freshId("refund");
  await call(stack, "POST", path, { externalRefundId, amount: 15 });
  return { paid, externalRefundId };
}

test("the console opens on Home, and each figure leads to exactly its payments", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { paymentMethodTypes: ["card"] });
  await fill(stack);
  const console = await signedIn(page, stack, "viewer", "Vic Viewer");
  await expect(page).toHaveURL(/\/console\/home$/);
  await expect(console.heading).toHaveText("Home");
  await expect(page.getByTestId("nothing-waiting")).toBeVisible();

  await expect(page.getByTestId("tile-today-volume")).toContainText("$100.00");
  await expect(page.getByTestId("tile-net")).toContainText("$85.00");
  await expect(page.getByTestId("tile-approval")).toContainText("66.7%");
  await expect(page.getByTestId("tile-first-approval")).toContainText("33.3%");
  const rows = page.getByTestId("payments").locator("tbody tr");
  for (const [link, count] of [
    ["link-volume", 2],
    ["link-payments", 3],
    ["link-approval", 1],
    ["link-first-approval", 2],
  ] as const) {
    await page.getByTestId(link).click();
    await expect(rows, link).toHaveCount(count);
    await page.goBack();
  }
  await page.getByTestId("link-refunds").click();
  await expect(page.getByTestId("refund-list").locator("tbody tr")).toHaveCount(1);
  await page.goBack();
  await page.getByTestId("reasons-soft").getByRole("link").click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByTestId("active-filters")).toContainText("Failed: Insufficient funds");
  await console.expectAccessible("payments behind a figure");
  await page.getByRole("button", { name: /Remove the filter Failed/ }).click();
  await expect(rows).toHaveCount(3);
});

test("charts are read and turned into tables by keyboard, at every width, light and dark", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { paymentMethodTypes: ["card"] });
  await fill(stack);
  const console = await signedIn(page, stack, "admin", "Ada Admin");
  const points = page.getByTestId("chart-volume").getByRole("slider");
  await points.focus();
  await expect(points).toHaveAttribute("aria-valuetext", /Volume: \$100\.00/);
  await page.keyboard.press("ArrowLeft");
  await expect(points).toHaveAttribute("aria-valuetext", /Volume: \$0\.00/);
  await page.keyboard.press("t");
  await expect(page.getByTestId("chart-volume").getByRole("row")).toHaveCount(31);
  await console.expectAccessible("home with a table");
  await page.getByTestId("chart-volume-table").click();
  const saving = page.waitForEvent("download");
  await page.getByTestId("chart-volume-csv").click();
  expect((await saving).suggestedFilename()).toBe("volume-USD.csv");

  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await console.expectFits();
    }
    await console.expectAccessible(`home, ${colorScheme}`);
  }
  // Prints in landscape, because portrait is as narrow as a tablet.
  await page.emulateMedia({ colorScheme: "light", media: "print" });
  await page.setViewportSize({ width: 1_060, height: 750 });
  await expect(page.getByTestId("sandbox-bar")).toBeHidden();
  await expect(page.getByTestId("find-open")).toBeHidden();
  const printed = await page.getByTestId("period").boundingBox();
  expect(printed?.width).toBeGreaterThan(900);
  await console.expectFits();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("radio", { name: "7 days" }).check();
  await expect(page).toHaveURL(/days=7/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
});

test("Ctrl+K opens a payment by the beginning of its id, and a refund by the shop's id, by keyboard alone", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { paymentMethodTypes: ["card"] });
  const { paid, externalRefundId } = await fill(stack);
  const console = await signedIn(page, stack, "viewer", "Vic Viewer");
  await expect(console.heading).toBeVisible();
  await page.keyboard.press("Control+k");
  const input = page.getByTestId("find-input");
  await expect(input).toBeFocused();
  await console.expectAccessible("the search over everything");
  await page.keyboard.type(paid.paymentIntentId.slice(0, 20));
  await expect(page.getByTestId("find-status")).toHaveText("1 result");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/payments/${paid.paymentIntentId}$`));
  await expect(console.heading).toBeFocused();

  await page.keyboard.press("Control+k");
  await page.keyboard.type(externalRefundId);
  await expect(page.getByTestId("find-option")).toHaveCount(1);
  await expect(page.getByTestId("find-option")).toContainText("$15.00");
  await page.keyboard.press("Escape");
  await expect(input).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("webh");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/deliveries$/);
});

test("a list keeps its order in the address, and its columns and views in the browser", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { paymentMethodTypes: ["card"] });
  await fill(stack);
  const console = await signedIn(page, stack, "viewer", "Vic Viewer");
  await console.open("/payments?sort=highest");
  const first = page.getByTestId("payments").locator("tbody tr").first();
  await expect(first).toContainText("$60.00");
  await page.getByTestId("filter-sort").selectOption("lowest");
  await expect(first).toContainText("$25.00");
  await page.getByTestId("list-columns").locator("summary").press("Enter");
  await page.getByLabel("Processor", { exact: true }).last().check();
  await expect(page.getByRole("columnheader", { name: "Processor" })).toBeVisible();
  await page.getByTestId("list-columns").locator("summary").press("Enter");
  await page.getByTestId("list-views").locator("summary").press("Enter");
  await page.getByLabel("Name of the view").fill("Small ones");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Open the view Small ones" })).toBeVisible();
  await console.expectAccessible("payments with views open");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await console.expectFits();
  }
  await console.open("/payments");
  await page.getByTestId("list-views").locator("summary").press("Enter");
  await page.getByRole("button", { name: "Open the view Small ones" }).click();
  await expect(page).toHaveURL(/sort=lowest/);
  await expect(page.getByRole("columnheader", { name: "Processor" })).toBeVisible();
});
