// @vitest-environment happy-dom
import { render, screen, within } from "@testing-library/preact";
import { expect, it } from "vitest";
import type { CustomerProfile } from "#contract/console/customers";
import { exampleRefund } from "../../testing/example-refunds.ts";
import { exampleCase, examplePayout } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import CustomerPage from "./customer-page.tsx";

signedInAs("viewer");

function show(overrides: Partial<CustomerProfile>) {
  const profile: CustomerProfile = {
    customer: examplePayout(1).customer,
    isIdentityVerified: true,
    isVerifiedForPayouts: true,
    stoppedCards: [],
    payments: { data: [], total: 0 },
    refunds: { data: [], total: 0 },
    payouts: { data: [], total: 0 },
    ...overrides,
  };
  fakeService({ "GET /customers/customer-1": profile });
  render(<CustomerPage parts={{ id: "customer-1" }} />);
}

it("shows the customer's saved payment methods with brand or bank and last four digits", async () => {
  const { customer } = examplePayout(1);
  const kept = { createdAt: customer.createdAt, lastUsedAt: null };
  const card = { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 };
  const account = { bankName: "First Bank", accountType: "checking", last4: "6789" };
  show({
    customer: {
      ...customer,
      savedPaymentMethods: [
        { paymentMethodId: "pm_1", type: "card", paymentMethod: card, ...kept },
        { paymentMethodId: "pm_2", type: "bank", paymentMethod: account, ...kept },
      ],
    },
    stoppedCards: [
      { paymentMethodId: "pm_1", endsAt: "2026-04-03T10:00:00.000Z", paymentIds: ["pay_1"] },
    ],
  });
  const shown = await screen.findByTestId("saved-methods");
  const lines = [...shown.querySelectorAll("bdi")].map((line) => line.textContent);
  expect(lines).toEqual(["Visa ····\u00a04242", "First Bank ····\u00a06789"]);
  const stopped = screen.getAllByTestId("stopped-card");
  expect(stopped).toHaveLength(1);
  expect(stopped[0]?.textContent).toContain("Not charged until Apr 3, 2026");
  expect(stopped[0]?.previousSibling?.textContent).toBe("Visa ····\u00a04242");
});

it("lists the customer's payouts, with links to each and to all", async () => {
  const createdAt = new Date(Date.now() - 3 * 60 * 60_000).toISOString();
  const payout = {
    disbursementIntentId: "di_1",
    externalDisbursementIntentId: "order-1",
    externalCustomerId: "customer-1",
    amount: 1120.5,
    currency: "USD",
    taxCategory: "prize",
    customData: {},
    description: null,
    status: "pending-validation",
    createdAt,
    updatedAt: createdAt,
    expiresAt: createdAt,
    customerName: "Ada Lovelace",
    customerEmail: "ada@example.com",
    isHeld: false,
  };
  show({ payouts: { data: [payout], total: 12 } });
  const panel = within(await screen.findByTestId("customer-payouts"));
  const line = panel.getByRole("link", { name: /1,120\.50/ });
  expect(line.getAttribute("href")).toBe("/console/payouts/di_1");
  expect(line.textContent).toContain("3 hours ago");
  expect(panel.getByRole("link", { name: "All 12" }).getAttribute("href")).toBe(
    "/console/payouts?externalCustomerId=customer-1",
  );
});

it("shows only the asset of a refund whose amount the customer has not confirmed", async () => {
  const crypto = { asset: "ETH", network: "base", amount: null };
  const refund = exampleRefund({ status: "requires-destination", amount: 0, crypto });
  show({ refunds: { data: [refund], total: 1 } });
  const panel = await screen.findByTestId("customer-refunds");
  expect(panel.querySelector(".line-amount")?.textContent).toBe("ETH");
});

it("lists the customer's refunds, each with a link to its payment", async () => {
  show({ refunds: { data: [exampleRefund({ status: "failed" })], total: 12 } });
  const panel = within(await screen.findByTestId("customer-refunds"));
  const line = panel.getByRole("link", { name: /22\.15/ });
  expect(line.getAttribute("href")).toBe("/console/payments/pi_1");
  expect(line.textContent).toContain("Requested by the customer");
  expect(line.textContent).toContain("Failed");
  expect(panel.getByText("1 of 12 shown.")).toBeTruthy();
});

it.each([
  [true, true, "Verified"],
  [true, false, "Verified for payments only. The next payout asks again."],
  [false, false, "Not verified"],
])("says what the identity is verified for (%s, %s)", async (forPayments, forPayouts, text) => {
  show({ isIdentityVerified: forPayments, isVerifiedForPayouts: forPayouts });
  const details = within(await screen.findByTestId("customer-details"));
  expect(details.getByText(text)).toBeTruthy();
});

it("shows when a document expires, and no empty line for one without a date", async () => {
  const { customer } = examplePayout(1);
  const { verification } = exampleCase();
  const withoutDate = { kycVerificationId: "kyc_2", documentExpiresOn: null };
  show({
    customer: {
      ...customer,
      kycVerifications: [verification, { ...verification, ...withoutDate }],
    },
  });
  const lines = [...(await screen.findByTestId("verifications")).querySelectorAll("p")];
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Jan 31, 2030"),
  ]);
});
