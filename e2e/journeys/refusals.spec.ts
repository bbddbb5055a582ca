import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { createIntent, createPayer } from "../stack/operator-api.ts";
import { expect, test } from "./journey.ts";

interface LoadError {
  code: string;
  party: string;
  message: string;
}

test("a wrong publishable key is reported to the operator", async ({ page, stack, newIntent }) => {
  const { clientSecretKey } = await newIntent();
  const publishableKey = "pk_sandbox_0000000000000000000000000000000000000000000";
  const host = await HostPage.open(page, stack, { clientSecretKey, publishableKey });
  const error = await host.event<LoadError>("loaderror");
  expect(error).toMatchObject({ code: "wrong_key", party: "integrator" });
  expect(error.message).toMatch(/key/i);
});

test("a page whose origin is not allowed shows no form, and the console says which origin to add", async ({
  page,
  stack,
  newIntent,
}) => {
  const { clientSecretKey } = await newIntent();
  // The sandbox allows localhost, its subdomains and 127.0.0.1.
  const origin = stack.shop.replace("shop.localhost", "127.0.0.2");
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const host = await HostPage.open(page, stack, { clientSecretKey, origin });
  const error = await host.event<LoadError>("loaderror");
  expect(error).toMatchObject({ code: "wrong_origin", party: "integrator" });
  expect(logged.join("\n")).toContain(origin);
});

test("an unknown client secret is a load error", async ({ page, stack }) => {
  const clientSecretKey = `pi_${"0".repeat(24)}_secret_${"A".repeat(43)}`;
  const host = await HostPage.open(page, stack, { clientSecretKey });
  await host.event("loaderror");
});

test("the widget reports an intent that expires while the customer types; the typed card pays with a fresh client secret, not with the same one", async ({
  page,
  adjustable: stack,
}) => {
  const payer = await createPayer(stack);
  const alone = await createIntent(stack, payer);
  const first = await createIntent(stack, payer);
  const host = await HostPage.open(page, stack, { clientSecretKey: alone.clientSecretKey });
  await host.event("ready");
  await host.widget.fill({ number: findCard("visa").number });
  await stack.advanceClock(2 * 60 * 60_000);
  await host.widget.pay();
  await expect(host.widget.text("This payment has expired")).toBeVisible();
  await host.widget.expectAccessible("expired");

  const freshSecret = (await createIntent(stack, payer)).clientSecretKey;
  const renewing = await HostPage.open(page, stack, {
    clientSecretKey: first.clientSecretKey,
    freshSecret,
  });
  await renewing.event("ready");
  await renewing.widget.payWith(findCard("visa").number);
  await expect(renewing.widget.text("Payment complete")).toBeVisible({ timeout: 90_000 });

  // A page that has no other intent returns the same secret each time.
  const reads: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/client/session")) reads.push(request.url());
  });
  const stuck = await HostPage.open(page, stack, {
    clientSecretKey: first.clientSecretKey,
    freshSecret: first.clientSecretKey,
  });
  await expect(stuck.widget.text("This payment has expired")).toBeVisible();
  expect(reads.length).toBeLessThanOrEqual(2);
});
