// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import type { CustomerProfile } from "../../../contract/console/customers.ts";
import { forgetAnswers } from "../../client/use-answer.ts";
import { takeSession } from "../../session/session.ts";
import { examplePayout, exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import CustomerPage from "./customer-page.tsx";

afterEach(() => {
  cleanup();
  forgetAnswers();
  vi.unstubAllGlobals();
});

it("shows what the customer has kept to pay with, by brand or bank and last four digits", async () => {
  takeSession(exampleSession("viewer"));
  const { customer } = examplePayout(1);
  const kept = { createdAt: customer.createdAt, lastUsedAt: null };
  const card = { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 };
  const account = { bankName: "First Bank", accountType: "checking", last4: "6789" };
  const profile: CustomerProfile = {
    customer: {
      ...customer,
      savedPaymentMethods: [
        { paymentMethodId: "pm_1", type: "card", paymentMethod: card, ...kept },
        { paymentMethodId: "pm_2", type: "bank", paymentMethod: account, ...kept },
      ],
    },
    isIdentityVerified: true,
    payments: { data: [], total: 0 },
  };
  fakeService({ "GET /customers/customer-1": profile });
  render(<CustomerPage parts={{ id: "customer-1" }} />);
  const shown = await screen.findByTestId("kept-methods");
  const lines = [...shown.children].map((line) => line.textContent);
  expect(lines).toEqual(["Visa ···· 4242", "First Bank ···· 6789"]);
});
