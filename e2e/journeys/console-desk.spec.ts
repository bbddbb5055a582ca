import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { signedIn } from "../pages/console-page.ts";
import { submitPayment } from "../stack/client-api.ts";
import { call, createIntent, freshId } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

test("staff find a customer by name, see the payment with every attempt, and return with the back button", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {});
  const externalCustomerId = freshId("desk");
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: {
      email: `${externalCustomerId}@example.com`,
      firstName: "Dorothy",
      lastName: "Vaughan",
    },
  });
  const intent = await createIntent(stack, externalCustomerId);
  await submitPayment(stack, intent, findCard("insufficient_funds").number, freshId("key"));
  await submitPayment(stack, intent, findCard("visa").number, freshId("key"));

  const console = await signedIn(page, stack, "viewer", "Vic Viewer");
  await console.enter("customers");
  await page.getByLabel("Search customers").fill("vaugh");
  await expect(page).toHaveURL(/\?search=vaugh$/);
  // The search index has the new name a moment later.
  await expect(async () => {
    await page.reload();
    const row = console.row("Dorothy Vaughan");
    await expect(row.or(page.getByTestId("customers-empty"))).toBeVisible();
    expect(await row.count()).toBe(1);
  }).toPass();
  await console.expectAccessible("customers");
  await console.row("Dorothy Vaughan").getByRole("link").click();
  await expect(console.heading).toHaveText("Dorothy Vaughan");
  await expect(page.getByTestId("customer-payments")).toContainText("$49.99");
  await expect(page.getByTestId("customer-events")).toContainText("Payment");
  await console.expectAccessible("customer");
  await page
    .getByTestId("customer-payments")
    .getByRole("link", { name: /49\.99/ })
    .click();
  await expect(page.getByTestId("attempt")).toHaveCount(2);
  await expect(page.getByTestId("attempt").first()).toContainText("Succeeded");
  await expect(page.getByTestId("attempt").last()).toContainText("insufficient_funds");
  await console.expectAccessible("payment");

  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel("Search customers")).toHaveValue("vaugh");
  await expect(console.row("Dorothy Vaughan")).toBeVisible();
});

test("staff re-enable an endpoint that returned 410, and a resent event arrives", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {});
  let answer = 410;
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers["webhook-id"]));
    response.writeHead(answer).end(answer === 410 ? "moved away" : "thanks");
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  try {
    await call(stack, "POST", "/v1/operators/webhooks", {
      url: `http://127.0.0.1:${port}/hook`,
    });
    const externalCustomerId = freshId("hooked");
    await call(stack, "POST", "/v1/customers", {
      externalCustomerId,
      data: { email: `${externalCustomerId}@example.com` },
    });
    await createIntent(stack, externalCustomerId);
    await expect.poll(() => received.length).toBeGreaterThan(0);

    const console = await signedIn(page, stack, "admin", "Ada Admin");
    await console.open("/deliveries?status=dead");
    await expect(page.getByTestId("endpoints")).toContainText("Off");
    await console.row("Given up").first().getByRole("link").click();
    await expect(page.getByTestId("try")).toContainText("410");
    await expect(page.getByTestId("try")).toContainText("moved away");
    await console.expectAccessible("delivery");
    await page.goBack();
    answer = 200;
    await page.getByTestId("enable-endpoint").click();
    await console.expectToast("The endpoint is on again.");
    await console.expectAccessible("deliveries");
    await console.row("Given up").first().getByRole("link").click();
    await page.getByTestId("resend").click();
    await console.expectToast("Queued");
    await expect(page.getByTestId("try").first()).toContainText("200");
    await expect(page.getByTestId("resend")).toHaveCount(0);
  } finally {
    receiver.close();
  }
});

test("a changed setting takes effect and appears in the audit log, whose chain is intact", async ({
  page,
  browser,
  stack: shared,
}) => {
  const stack = await newOperator(shared, {});
  const console = await signedIn(page, stack, "admin", "Ada Admin");
  await console.enter("settings");
  await page.getByLabel("Add an origin").fill("club.example/checkout");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("origins")).toContainText("https://club.example");
  await page.getByLabel("Rule", { exact: true }).selectOption("deny");
  await page.getByLabel("State", { exact: true }).selectOption("NY");
  await page.getByTestId("add-rule").click();
  await expect(page.getByTestId("location-summary")).toContainText(
    "You serve customers everywhere except in New York, United States",
  );
  await console.expectAccessible("settings");

  // The page asks about unsaved changes when the person leaves, even with the back button.
  await page.goBack();
  await expect(page.getByTestId("ask")).toBeVisible();
  await console.expectAccessible("unsaved changes");
  await page.getByTestId("ask-no").click();
  await expect(console.heading).toHaveText("Settings");
  await expect(page.getByTestId("origins")).toContainText("https://club.example");

  // A colleague saves another change first.
  const other = await browser.newContext();
  const colleague = await signedIn(await other.newPage(), stack, "admin", "Carl Colleague");
  await colleague.enter("settings");
  await colleague.page.getByTestId("setting-verifyOnFirstPayment").check();
  await colleague.page.getByTestId("save").click();
  await colleague.expectToast("Saved.");
  await other.close();
  await page.getByTestId("save").click();
  await expect(page.getByTestId("settings-conflict")).toContainText("Their changes are shown now");
  await expect(page.getByTestId("setting-verifyOnFirstPayment")).toBeChecked();
  await page.getByTestId("save").click();
  await console.expectToast("Saved.");

  const frame = `${stack.serviceUrl}/v1/frames/payment?key=${stack.operator.publishableKey}`;
  await expect
    .poll(async () => (await fetch(frame)).headers.get("content-security-policy"))
    .toContain("https://club.example");
  const check = { ipAddress: "192.0.2.1" };
  await expect
    .poll(() => call(stack, "POST", "/v1/operators/check-geolocation", check))
    .toMatchObject({ allowed: false, reason: "state_not_allowed" });

  await console.enter("audit");
  await expect(console.row("Settings changed")).toHaveCount(2);
  await expect(console.row("Settings changed").first()).toContainText("Ada Admin");
  await page.getByTestId("verify-chain").click();
  await expect(page.getByTestId("chain-result")).toContainText("The chain is intact");
  await console.expectAccessible("audit log");

  await console.enter("staff");
  await page.getByTestId("invite").click();
  await page.getByLabel("E-mail").fill(`${freshId("new")}@example.com`);
  await console.expectAccessible("inviting");
  await page.getByTestId("invite-submit").click();
  await expect(page.getByTestId("invitation-link")).toContainText("/console/invitation#");
  await page.getByTestId("invitation-done").click();
  await expect(console.row("Invited")).toHaveCount(1);
});
