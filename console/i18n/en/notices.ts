import { plural } from "./plural.ts";

type Words = Readonly<Record<string, string>>;

export const english = {
  title: "Notices without a payment",
  lead: "A processor reported these disputes and fraud cases, and they match none of your payments yet. No money has moved in your books.",
  some: (count: number) =>
    `${plural(count, "notice matches", "notices match")} none of your payments.`,
  open: "Decide about them",
  state: "Show",
  toDecide: "To decide",
  dismissed: "Dismissed",
  none: "No notices to decide about",
  noneText: "Every notice of your processors matches a payment.",
  noneFound: "No dismissed notices",
  noneFoundText: "Notices that someone dismissed appear here.",
  about: "About",
  types: { dispute: "Dispute", fraud_report: "Fraud report" } as Words,
  amount: "Amount",
  processor: "Processor",
  charge: "Charge at the processor",
  problem: "Why it waits",
  problems: {
    charge_unknown: "Unknown charge. The service tries again every day.",
    charge_mismatch: "It names a charge of another payment.",
    currency_mismatch: "Its currency is not the payment’s.",
    amount_unclear:
      "Another notice about this dispute has a different amount. Ask the processor which one is right.",
    state_not_allowed: "It would move the dispute back a step.",
    internal_error: "The service could not apply it. It tries again.",
  } as Words,
  due: "Answer by",
  noAnswer: "No answer expected",
  received: "Received",
  decided: "Dismissed",
  reason: "Reason",
  actions: "Decision",
  match: "Match",
  dismiss: "Dismiss",
  retry: "Try again",
  matchTitle: "Match to a payment",
  matchText:
    "The notice and later ones about the same charge then count for this payment. A dispute is opened in your books.",
  dismissTitle: "Dismiss notice",
  dismissText: "The notice has no effect. The processor’s deadline does not change.",
  retryTitle: "Try notice again",
  retryText: "The service compares the notice with your payments now.",
  paymentId: "Payment ID",
  paymentIdHint: "The attempt’s ID, which begins with pay_. The payment’s page shows it.",
  paymentIdMissing: "Enter a payment ID.",
  reasonHint: "It is stored with the notice.",
  reasonMissing: "Enter a reason.",
  results: {
    applied: "Done. The notice is applied.",
    dismissed: "Notice dismissed.",
    waiting: "Saved. The service tries the notice again.",
    refused: "The notice still does not match.",
    outdated: "A newer notice is already applied.",
  } as Words,
  refusals: {
    resource_not_found: "There is no payment with this ID.",
    invalid_value:
      "The notice cannot be about this payment: the processor or currency differs, or the payment has another charge.",
    conflicting_state: "Someone else has decided about this notice.",
  } as Words,
};
