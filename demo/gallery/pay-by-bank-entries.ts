/** Pay by bank: the form, the customer at their bank, and the result. */
import type { ClientPayment } from "#contract/client/payments";
import type { StateChange } from "../../widgets/payment/example-states.ts";
import { examplePayment, waitsAtBank } from "../../widgets/payment/examples.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import { afterDecline, allMethodsSession, declinedPayment, stateWith } from "./example-payment.ts";
import { type PaymentExample, paymentEntriesOf } from "./payment-example.ts";

const byBank = (change: StateChange = {}, session = allMethodsSession): PaymentState =>
  stateWith({ method: "pay_by_bank", isChosen: true, ...change }, session);

const declined = {
  type: "pay_by_bank",
  paymentMethod: { bankName: "Harbour Bank", accountType: "checking", last4: "6789" },
} as const;
const payment = (change: Partial<ClientPayment> = {}) => examplePayment({ ...declined, ...change });
const failed = (
  title: string,
  code: string,
  advice: NonNullable<ClientPayment["advice"]>["with"],
): PaymentExample => ({
  title,
  state: byBank(afterDecline(declinedPayment(code, "", advice, declined))),
});

const examples: Readonly<Record<string, PaymentExample>> = {
  form: { title: "Chosen among other methods", state: byBank() },
  only: {
    title: "The only payment method",
    state: byBank({}, { ...allMethodsSession, paymentMethodTypes: ["pay_by_bank"] }),
  },
  paying: { title: "Opening the bank", state: byBank({ step: "paying" }) },
  "at-bank": {
    title: "The customer is at their bank",
    state: byBank({ step: "redirect", payment: waitsAtBank }),
  },
  "called-off": {
    title: "Canceling",
    state: byBank({ step: "continuing", canceledHere: true }),
  },
  pending: {
    title: "Pending at the bank",
    state: byBank({ step: "pending", payment: payment() }),
  },
  success: {
    title: "Paid",
    state: byBank({ step: "success", payment: payment({ status: "success" }) }),
  },
  canceled: { title: "Canceled", state: byBank({ notice: { type: "canceled" } }) },
  refused: failed("Refused at the bank", "bank_access_denied", "same"),
  "timed-out": failed("Not confirmed in time", "bank_timed_out", "same"),
  "no-money": failed("Rejected: insufficient funds", "bank_insufficient_funds", "other_account"),
  rejected: failed("Rejected: the account", "payer_account_unusable", "other_account"),
  "bank-away": failed("Bank unreachable", "bank_unavailable", "later"),
};

export const payByBankEntries = paymentEntriesOf("pay-by-bank", "Payment: pay by bank", examples);
