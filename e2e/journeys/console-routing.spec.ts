import type { Page } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { submitPayment } from "../stack/client-api.ts";
import { createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

test("a routing rule is tried on past payments, saved, decides the next payment, and appears as its reason", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {});
  const payer = await createPayer(stack);
  const pay = async (card: string) => {
    const intent = await createIntent(stack, payer);
    await submitPayment(stack, intent, findCard(card).number, freshId("key"));
    return intent;
  };
  const console = await signedIn(page, stack, "admin", "Ada Admin");
  await console.enter("routing");
  await untilTrusted(page, shared);
  await pay("visa");
  await pay("mastercard");
  await expect(page.getByTestId("rules")).toContainText("northbank and quayside");

  await page.getByTestId("add-rule").click();
  const form = page.getByTestId("rule-dialog");
  await form.getByLabel("Name").fill("Visa to Quayside");
  await form.getByLabel("Visa", { exact: true }).check();
  await form.getByLabel("From").fill("10");
  await form.getByTestId("rule-apply").click();
  await expect(form.getByTestId("error-minAmount")).toContainText(
    "Choose the currencies of the amount",
  );
  await expect(form.getByLabel("From")).toBeFocused();
  await console.expectAccessible("rule with an error");
  await form.getByLabel("Currencies").selectOption("USD");
  await form.getByLabel("Weight of northbank").fill("0");
  await form.getByLabel("Weight of quayside").fill("100");
  await console.expectAccessible("rule");
  await form.getByTestId("rule-apply").click();
  await expect(page.getByTestId("rule-visa-to-quayside")).toContainText("$10.00 or more");

  await page.getByTestId("dry-run-start").click();
  await expect(page.getByTestId("dry-run-summary")).toHaveText(
    "2 payments, of which 1 would have gone elsewhere.",
  );
  await expect(page.getByTestId("dry-run-visa-to-quayside")).toContainText("$49.99");
  await expect(console.row("quayside").last()).toContainText("Visa to Quayside");
  await console.expectAccessible("dry run");
  await page.setViewportSize({ width: 360, height: 800 });
  await console.expectFits();
  await console.expectAccessible("dry run on a phone");
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByTestId("save").click();
  await console.expectToast("Saved.");
  // Other processes read the change within seconds.
  await expect(async () => {
    const intent = await pay("visa");
    await console.open(`/payments/${intent.paymentIntentId}`);
    await page.getByTestId("routing-decision").getByText("Why this processor").click();
    const decision = page.getByTestId("routing-decision");
    await expect(decision).toContainText("was chosen");
    expect(await decision.textContent()).toContain(
      "The rule “visa-to-quayside” matched. quayside was chosen.",
    );
  }).toPass();
  await expect(page.getByTestId("routing-decision")).toContainText("in reserve");
  await console.expectAccessible("payment with its decision");

  await console.enter("audit");
  await expect(console.row("Settings changed").first()).toContainText("Ada Admin");
});

/** Pays with the shared operator until the service trusts northbank again, because other journeys make it fail. */
async function untilTrusted(page: Page, stack: StackAddresses): Promise<void> {
  const payer = await createPayer(stack);
  await expect(async () => {
    const intent = await createIntent(stack, payer);
    await submitPayment(stack, intent, findCard("visa").number, freshId("key"));
    await page.reload();
    const processor = page.getByTestId("processor-northbank");
    await expect(processor).toBeVisible();
    expect(await processor.textContent()).toContain("Takes payments");
  }).toPass();
}
