import type { Page } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { HostPage } from "../pages/host-page.ts";
import { bookedCharges, createIntent, createPayer, readStatus } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, test } from "./journey.ts";

/** Addresses of the sandbox's location data (sandbox/catalogue/places.json). */
const california = "192.0.2.17";
const newYork = "192.0.2.1";
const nowhere = "8.8.8.8";

/** The trusted proxy reports this address from now on. */
const moveTo = (page: Page, ipAddress: string) =>
  page.setExtraHTTPHeaders({ "x-forwarded-for": ipAddress });

const usExceptNewYork = [
  { place: "US", rule: "allow" },
  { place: "US-NY", rule: "deny" },
];

test("a denied location is refused before anything is charged, and the customer pays from another place", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { locationRules: usExceptNewYork });
  const intent = await createIntent(stack, await createPayer(stack));
  await moveTo(page, newYork);
  const host = await HostPage.open(page, stack, intent);
  const { widget } = host;
  await widget.payWith(findCard("visa").number);
  await expect(widget.text("Not available where you are")).toBeVisible();
  await expect(widget.text("You haven’t been charged.")).toBeVisible();
  await widget.expectAccessible("location refused");
  await expect(widget.number).toHaveValue("4242 4242 4242 4242");
  expect(await host.event("complete")).toMatchObject({
    type: "failed",
    messages: [{ code: "location_not_allowed" }],
  });
  expect(await readStatus(stack, intent.paymentIntentId)).toMatchObject({
    status: "no-payment",
    payments: [],
  });

  await moveTo(page, california);
  await widget.pay();
  await expect(widget.text("Payment complete")).toBeVisible();
  const status = await readStatus(stack, intent.paymentIntentId);
  expect(await bookedCharges(stack, status.payments[0]?.paymentId)).toHaveLength(1);
});

test("when the location is unknown, the widget says what may help", async ({
  page,
  stack: shared,
}) => {
  const stack = await newOperator(shared, { locationRules: usExceptNewYork });
  const intent = await createIntent(stack, await createPayer(stack));
  await moveTo(page, nowhere);
  const { widget } = await HostPage.open(page, stack, { ...intent, locale: "es" });
  await widget.payWith(findCard("visa").number);
  await expect(widget.text(/VPN/)).toBeVisible();
  await expect(widget.frame.getByText(/charged|location|where you are/)).toHaveCount(0);
  await widget.expectAccessible("location unknown in Spanish");
});
