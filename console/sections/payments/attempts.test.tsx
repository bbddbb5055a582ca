// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import type { Payment } from "#contract/api/payment-intents";
import type { OutcomeForStaff } from "#contract/console/outcomes";
import { takeSession } from "../../session/session.ts";
import { exampleRefundedPayment } from "../../testing/example-refunds.ts";
import { exampleSession } from "../../testing/examples.ts";
import { Attempts } from "./attempts.tsx";

afterEach(cleanup);

const at = "2026-03-04T10:00:00.000Z";
const operatorMessage = "Interrupted in the service. The processor has no charge for it.";

function show(status: string, markedAs: string | null): string {
  takeSession(exampleSession("viewer"));
  const detail = exampleRefundedPayment();
  const { breakdown } = detail.intent;
  const payment = {
    paymentId: "pay_1",
    paymentIntentId: "pi_1",
    status,
    type: "card",
    amount: 100,
    currency: "USD",
    breakdown,
    messages: [
      {
        code: "processing_interrupted",
        category: "technical",
        message: "The payment was interrupted.",
        operatorMessage,
        at,
      },
    ],
    paymentMethod: null,
    threeDSecure: null,
    processor: "northbank",
    createdAt: at,
    updatedAt: at,
  } as unknown as Payment;
  const outcome: OutcomeForStaff = {
    subjectType: "payment",
    subjectId: "pay_1",
    unknown: null,
    canLookUp: false,
    marks:
      markedAs === null
        ? []
        : [
            {
              markId: "omk_1",
              outcome: markedAs,
              reference: null,
              note: "Seen",
              statement: null,
              file: null,
              state: "applied",
              markedBy: "Ada",
              decidedBy: null,
              isOwn: false,
              version: 1,
              createdAt: at,
              decidedAt: at,
              confirmedAt: null,
            },
          ],
    alarms: [],
  };
  const intent = { ...detail.intent, payments: [payment] };
  render(<Attempts detail={{ ...detail, intent, outcomes: [outcome] }} reload={() => {}} />);
  return screen.getByTestId("attempts").textContent ?? "";
}

it("does not present what a person entered as the processor's word", () => {
  expect(show("failed", null)).toContain(operatorMessage);
  cleanup();
  const entered = show("failed", "failed");
  expect(entered).toContain("A person entered that the card was not charged.");
  expect(entered).not.toContain(operatorMessage);
  cleanup();
  expect(show("success", "failed")).toContain("That was corrected later.");
});
