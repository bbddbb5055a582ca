import { randomUUID } from "node:crypto";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { type ConsolePage, signedIn } from "../pages/console-page.ts";
import { submitPayment } from "../stack/client-api.ts";
import { call, createIntent, freshId } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import {
  createPayout,
  createPrize,
  janeDoe,
  noRequirements,
  requestByBank,
} from "../stack/payout-api.ts";
import { sendDocument } from "../stack/specimen-cases.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

test.setTimeout(300_000);

/** A phone, a tablet, a laptop, and a window in which the widest tables only just fit. */
const widths = [360, 768, 1220, 1280];
/** The settings on a phone, the tallest page without a list. */
const formPx = 4_500;

test("every section is readable at every width: ids use two lines at most, rows stay short, nothing is cut off", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { ...noRequirements, taxTypes: ["bingo"] });
  const detailPages = await fill(stack);
  const console = await signedIn(page, stack, "admin", "Ada Admin With A Rather Long Name");
  await page.getByTestId("nav-customers").waitFor();
  const sections = await page
    .locator("[data-testid^=nav-]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(sections.length).toBeGreaterThan(11);
  for (const path of [
    ...sections.map((href) => href.replace(/^.*\/console/, "")),
    ...detailPages,
  ]) {
    await console.open(path);
    await expect(console.heading).toBeVisible();
    await expect(page.locator(".loading, [data-skeleton], [aria-busy=true]")).toHaveCount(0);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expectReadable(console, `${path} at ${width} px`);
    }
  }
});

/** Fills every list. Returns the paths of detail pages. */
async function fill(stack: StackAddresses): Promise<string[]> {
  // Operators often use ids this long.
  const longId = (kind: string) => `${kind}-${randomUUID()}`;
  const externalCustomerId = longId("customer");
  const email = `${freshId("long-address")}@example.com`;
  const data = { email, ...janeDoe, lastName: "W".repeat(45) };
  // Without a name, lists show the address, which has no place to wrap.
  const unnamedCustomerId = longId("unnamed");
  await call(stack, "POST", "/v1/operators/webhooks", {
    url: "http://127.0.0.1:9/hooks/tessera/payments-and-payouts",
  });
  await call(stack, "POST", "/v1/customers", { externalCustomerId, data });
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId: unnamedCustomerId,
    data: { email: `${unnamedCustomerId}@example.com` },
  });
  await createIntent(stack, unnamedCustomerId);
  const intent = await createIntent(stack, externalCustomerId, {
    externalPaymentIntentId: longId("order"),
  });
  await submitPayment(stack, intent, findCard("insufficient_funds").number, freshId("key"));
  await submitPayment(stack, intent, findCard("visa").number, freshId("key"));
  const payouts = [];
  for (const amount of [85, 1_120.5]) {
    const payout = await createPayout(stack, externalCustomerId, {
      amount,
      externalDisbursementIntentId: longId("payout"),
    });
    await requestByBank(stack, payout, amount);
    payouts.push(payout.disbursementIntentId);
  }
  await createPrize(stack, externalCustomerId, { externalPrizeId: longId("prize") });
  await sendDocument(stack, "Ada", "Lovelace");
  return [
    `/customers/${externalCustomerId}`,
    `/payments/${intent.paymentIntentId}`,
    `/payouts/${payouts[0]}`,
  ];
}

async function expectReadable(console: ConsolePage, where: string): Promise<void> {
  const { overflowPx, brokenIds, cutTexts, tallRows, heightPx, rows } = await console.page.evaluate(
    () => {
      const isVisible = (element: Element) =>
        element instanceof HTMLElement &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.getClientRects().length > 0;
      const linesOf = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      };
      const ids = [...document.querySelectorAll(".mono")].filter(isVisible);
      const lines = [...document.querySelectorAll(".table tbody tr, .line, .line-link")].filter(
        isVisible,
      );
      // An ellipsis says that a text continues; a cell without one cuts letters in half.
      const cells = [...document.querySelectorAll(".table td, .breakdown")].filter(isVisible);
      return {
        cutTexts: cells
          .filter((cell) => cell.scrollWidth > cell.clientWidth)
          .map(({ textContent }) => textContent),
        overflowPx: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        brokenIds: ids.filter((id) => linesOf(id) > 2).map(({ textContent }) => textContent),
        tallRows: lines
          .filter((line) => line.getBoundingClientRect().height > 420)
          .map(({ textContent }) => textContent),
        heightPx: document.documentElement.scrollHeight,
        rows: lines.length,
      };
    },
  );
  expect.soft(brokenIds, `${where}: ids on more than two lines`).toEqual([]);
  expect.soft(cutTexts, `${where}: texts that are cut off`).toEqual([]);
  expect.soft(tallRows, `${where}: rows too tall`).toEqual([]);
  expect.soft(heightPx, `${where}: height`).toBeLessThan(formPx + 320 * rows);
  expect.soft(overflowPx, `${where}: scrolls horizontally`).toBeLessThanOrEqual(0);
}

test("the bar of unsaved changes hides no control that has the focus, even at 400 % zoom", async ({
  page,
  stack: shared,
}) => {
  const console = await signedIn(page, await newOperator(shared, noRequirements), "admin", "Ada");
  await console.enter("settings");
  const name = page.locator("main input[type=text], main input:not([type])").first();
  await name.fill("Another Name");
  await page.getByTestId("save-bar").waitFor();
  for (const [width, height] of [
    [1280, 720],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    const hidden: string[] = [];
    for (const key of ["Tab", "Shift+Tab"]) {
      await name.focus();
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press(key);
        const found = await page.evaluate(hiddenFocus);
        if (found) hidden.push(found);
      }
    }
    expect([...new Set(hidden)], `${width} × ${height}`).toEqual([]);
  }
});

/** Runs in the page: the control with the focus if the bar or the page's head hides all of it. */
function hiddenFocus(): string | null {
  const control = document.activeElement;
  const bars = [...document.querySelectorAll(".save-bar, .topbar")];
  if (!control || control === document.body || bars.some((bar) => bar.contains(control)))
    return null;
  const { top, bottom, left, width } = control.getBoundingClientRect();
  const x = left + Math.min(width, 40) / 2;
  for (let y = Math.max(top, 0) + 1; y < Math.min(bottom, innerHeight); y += 4) {
    const over = document.elementFromPoint(x, y);
    if (!bars.some((bar) => bar.contains(over))) return null;
  }
  return control.outerHTML.slice(0, 100);
}
