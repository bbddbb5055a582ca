// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import type { Payment } from "#contract/api/payment-intents";
import { forgetQueries } from "../../client/use-query.ts";
import { exampleRefundedPayment } from "../../testing/example-refunds.ts";
import { fakeService } from "../../testing/fake-service.ts";
import { signedInAs } from "../../testing/signed-in.ts";
import PaymentPage from "./payment-page.tsx";

signedInAs("viewer");

/** The links to postings on the page of a payment with these attempts. */
async function linksOf(ids: readonly string[]): Promise<(string | null)[]> {
  const detail = exampleRefundedPayment();
  const { breakdown, createdAt } = detail.intent;
  const payments = ids.map(
    (paymentId): Payment => ({
      paymentId,
      paymentIntentId: "pi_1",
      status: "success",
      type: "card",
      amount: 100,
      refundedAmount: 0,
      disputedAmount: 0,
      currency: "USD",
      breakdown,
      messages: [],
      paymentMethod: null,
      threeDSecure: null,
      processor: "northbank",
      routing: null,
      createdAt,
      updatedAt: createdAt,
    }),
  );
  forgetQueries();
  fakeService({ "GET /payments/pi_1": { ...detail, intent: { ...detail.intent, payments } } });
  render(<PaymentPage parts={{ id: "pi_1" }} />);
  await screen.findByTestId("payment");
  const links = screen.queryAllByTestId("postings-link").map((link) => link.getAttribute("href"));
  cleanup();
  return links;
}

it("links once to the postings of all attempts, even if two succeeded", async () => {
  const all = ["/console/ledger?resource=pi_1"];
  expect(await linksOf(["pay_1"])).toEqual(all);
  expect(await linksOf(["pay_1", "pay_2"])).toEqual(all);
  expect(await linksOf([])).toEqual([]);
});
