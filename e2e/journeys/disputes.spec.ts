/** A customer's bank disputes a payment; staff answer with evidence, and win. On a phone: console-keyboard.spec.ts. */
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { ShopPage } from "../pages/shop-page.ts";
import { call } from "../stack/operator-api.ts";
import { expect, test } from "./journey.ts";

test("staff answer a dispute with evidence, and win", async ({ page, stack, context }) => {
  const shop = new ShopPage(page, stack);
  await shop.open();
  await shop.buy("jackpot-card");
  await shop.widget.payWith(findCard("dispute_not_received").number);
  await expect(shop.outcome).toHaveText("Thank you for your order.");

  const staff = await context.newPage();
  const desk = await signedIn(staff, stack, "reviewer", "Rae Reviewer");
  await desk.open(`/payments?search=${shop.orderId()}`);
  await staff.getByTestId("payments").locator("tbody").getByRole("link").click();
  await expect(staff).toHaveURL(/\/payments\/pi_/);
  const paymentIntentId = new URL(staff.url()).pathname.split("/").at(-1);
  const untilStatus = (status: string) =>
    expect
      .poll(
        async () => {
          const path = `/v1/disputes?paymentIntentId=${paymentIntentId}`;
          return (await call<{ data: { status: string }[] }>(stack, "GET", path)).data[0]?.status;
        },
        { timeout: 90_000 },
      )
      .toBe(status);
  await untilStatus("needs-response");
  await staff.reload();
  const own = staff.getByTestId("payment-dispute");
  await expect(own).toContainText("Not received");
  await desk.enter("disputes");
  await expect(staff.getByTestId("disputes").locator("tbody tr").first()).toBeVisible();
  await desk.expectAccessible("the list of disputes");
  await staff.goBack();
  await own.getByRole("link").click();
  await expect(staff.getByTestId("days-left")).toContainText("days left");
  await expect(staff.getByText("Show that it arrived")).toBeVisible();
  await desk.expectAccessible("a dispute that needs an answer");

  await staff.getByLabel("Tracking number").fill("1Z999AA10123456784");
  await staff.getByLabel("Explanation").fill("Delivered on time: winning_evidence");
  await staff.getByTestId("evidence-save").click();
  await desk.expectToast("Evidence saved.");
  await staff.getByTestId("evidence-submit").click();
  await staff.getByTestId("ask-yes").click();
  await desk.expectToast("Evidence submitted.");
  await untilStatus("won");
  await staff.reload();
  await expect(staff.getByTestId("dispute-answer")).toContainText("the money comes back");
  await desk.expectAccessible("a dispute that was won");

  await staff.getByTestId("payment-story").getByRole("link").first().click();
  await expect(staff.getByTestId("payment-dispute")).toContainText("Won");
  await desk.expectAccessible("a payment with a dispute");
});
