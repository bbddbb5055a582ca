import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { composeCardNumber } from "../../sandbox/catalogue/composed-cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { createIntent, createPayer, readStatus } from "../stack/operator-api.ts";
import { type Stack, startStack } from "../stack/start-stack.ts";
import { expect, test } from "./journey.ts";

/** 3-D Secure through 3dsecure.io, played by the sandbox with its issuers. */
const server = (sandboxUrl: string) => ({
  name: "3ds",
  type: "3dsecure.io",
  url: `${sandboxUrl}/vendors/3dsecure.io`,
  apiKey: sandboxCredentials.threeDSecureIo,
  mcc: "5999",
  merchantCountryCode: "840",
  acquirerCountryCode: "840",
  acquirers: [{ acquirerBIN: "438309", acquirerMerchantID: "00002000000" }],
});

let stack: Stack;
test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({
    shop: false,
    env: (sandboxUrl) => ({ DIRECTORY_SERVER: JSON.stringify(server(sandboxUrl)) }),
  });
});
test.afterAll(() => stack.stop());

test("a customer pays with a challenge, after the issuer's 3DS method", async ({ page }) => {
  const intent = await createIntent(stack, await createPayer(stack));
  const host = await HostPage.open(page, stack, { clientSecretKey: intent.clientSecretKey });
  await host.event("ready");
  const number = composeCardNumber({
    versions: "both",
    method: "completes",
    authentication: "C",
  });
  await host.widget.payWith(number);
  await expect(host.challenge.code).toBeVisible();
  await expect(host.challenge.bank.getByTestId("challenge-amount")).toHaveText("$49.99");
  await host.challenge.enterCode();
  await expect(host.widget.text("Payment complete")).toBeVisible();
  await expect(host.challenge.dialog).toHaveCount(0);
  expect(await readStatus(stack, intent.paymentIntentId)).toMatchObject({
    status: "success",
    payments: [{ threeDSecure: { status: "Y", version: "2.3.1", eci: "05", challenged: true } }],
  });
});

test("a customer pays without a challenge if the issuer recognizes them", async ({ page }) => {
  const intent = await createIntent(stack, await createPayer(stack));
  const host = await HostPage.open(page, stack, { clientSecretKey: intent.clientSecretKey });
  await host.event("ready");
  await host.widget.payWith(composeCardNumber({ method: "completes", authentication: "Y" }));
  await expect(host.widget.text("Payment complete")).toBeVisible();
  expect(await readStatus(stack, intent.paymentIntentId)).toMatchObject({
    status: "success",
    payments: [{ threeDSecure: { status: "Y", version: "2.2.0", challenged: false } }],
  });
});

test.describe("a processor with its own 3-D Secure", () => {
  /** Stripe, played by the sandbox, without a 3DS server. */
  const stripe = (sandboxUrl: string) => ({
    name: "shop",
    type: "stripe",
    url: `${sandboxUrl}/vendors/stripe`,
    secretKey: sandboxCredentials.stripe,
    webhookSecret: sandboxCredentials.stripeWebhook,
  });
  const number = composeCardNumber({ authentication: "C" });

  test.beforeAll(async () => {
    await stack.service().stop();
    await stack.startService({
      DIRECTORY_SERVER: "none",
      PROCESSORS: JSON.stringify([stripe(stack.sandboxUrl)]),
    });
  });

  test("a customer confirms on the processor's page in the dialog and pays once", async ({
    page,
  }) => {
    const intent = await createIntent(stack, await createPayer(stack));
    const host = await HostPage.open(page, stack, { clientSecretKey: intent.clientSecretKey });
    await host.event("ready");
    await host.widget.payWith(number);
    await expect(host.challenge.code).toBeVisible();
    await expect(host.challenge.bank.getByTestId("challenge-amount")).toHaveText("$49.99");
    await host.challenge.enterCode();
    await expect(host.widget.text("Payment complete")).toBeVisible();
    await expect(host.challenge.dialog).toHaveCount(0);
    expect(await readStatus(stack, intent.paymentIntentId)).toMatchObject({
      status: "success",
      payments: [{ processor: "shop", threeDSecure: { status: "Y", eci: "05", challenged: true } }],
    });
  });

  test("a customer who reloads the page gets the challenge again; one who leaves it can try again", async ({
    page,
  }) => {
    const intent = await createIntent(stack, await createPayer(stack));
    const host = await HostPage.open(page, stack, { clientSecretKey: intent.clientSecretKey });
    await host.event("ready");
    await host.widget.payWith(number);
    await expect(host.challenge.code).toBeVisible();
    await page.reload();
    await expect(host.challenge.code).toBeVisible();
    await host.challenge.cancelButton.click();
    await expect(host.challenge.dialog).toHaveCount(0);
    await expect(host.widget.payButton).toBeEnabled();
    expect(await readStatus(stack, intent.paymentIntentId)).toMatchObject({
      payments: [{ status: "failed", messages: [{ code: "authentication_canceled" }] }],
    });
  });
});
