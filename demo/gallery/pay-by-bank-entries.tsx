/** Paying by bank: the form, the customer at their bank, and what came of it. */
import type { ClientPayment } from "../../contract/client/payments.ts";
import type { ClientSession } from "../../contract/client/session.ts";
import { paymentMethodTexts as en } from "../../widgets/i18n/payment-method-en.ts";
import { paymentMethodTexts as es } from "../../widgets/i18n/payment-method-es.ts";
import type { BankWindow } from "../../widgets/payment/bank-window.ts";
import { examplePayment, waitsAtBank } from "../../widgets/payment/examples.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import { payByBankForm } from "../../widgets/payment/methods/pay-by-bank-form.tsx";
import { exampleSession, stateWith } from "./example-payment.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { renderPayment } from "./render-payment.tsx";

const session: ClientSession = {
  ...exampleSession,
  paymentMethodTypes: ["card", "bank", "pay_by_bank"],
};
const only: ClientSession = { ...session, paymentMethodTypes: ["pay_by_bank"] };

/** Nothing opens here. */
const closedWindow: BankWindow = {
  way: { window: "redirect", returnUrl: "https://shop.example/" },
  prepare: () => undefined,
  open: () => undefined,
};

type Change = Partial<PaymentState>;

const shown = (id: string, title: string, change: Change, offered = session): GalleryEntry => ({
  id: `pay-by-bank-${id}`,
  group: "Payment: pay by bank",
  title,
  render(place, view) {
    document.documentElement.dataset["submit"] = "here";
    const Form = payByBankForm(view.texts.language === "es" ? es : en, closedWindow);
    renderPayment(place, view, {
      state: stateWith({ method: "pay_by_bank", ...change }, offered),
      ...{ problems: {}, online: true },
      formOf: (method) =>
        method === "pay_by_bank" && (
          <Form
            {...{ method, session: offered, quote: null, quoteFailure: null }}
            {...{ active: true, locale: view.locale }}
            onForm={() => undefined}
            onQuoteWanted={() => undefined}
            onMended={() => undefined}
            onTyped={() => undefined}
          />
        ),
    });
  },
});

const account = { bankName: "Harbour Bank", accountType: "checking", last4: "6789" } as const;
const payment = (change: Partial<ClientPayment>): ClientPayment =>
  examplePayment({ type: "pay_by_bank", paymentMethod: account, ...change });

const failed = (
  id: string,
  title: string,
  code: string,
  advised: NonNullable<ClientPayment["advice"]>["with"],
): GalleryEntry => {
  const messages = [{ code, message: "", at: "2026-11-22T03:01:00.000Z" }];
  const advice = { retry: true, with: advised };
  const ended = payment({ status: "failed", intentStatus: "failed", messages, advice });
  return shown(id, title, { payment: ended, notice: { type: "declined", payment: ended } });
};

/** All of them, in the order of a customer's way. */
export const payByBankEntries: readonly GalleryEntry[] = [
  shown("form", "Chosen among others", {}),
  shown("only", "The only way to pay", {}, only),
  shown("paying", "On the way to the bank", { step: "paying" }),
  shown("at-bank", "The customer is at their bank", { step: "redirect", payment: waitsAtBank }),
  shown("pending", "The bank makes the payment", { step: "pending", payment: payment({}) }),
  shown("success", "Paid", { step: "success", payment: payment({ status: "success" }) }),
  shown("canceled", "Called off", { notice: { type: "canceled" } }),
  failed("refused", "Refused at the bank", "bank_access_denied", "same"),
  failed("timed-out", "Not confirmed in time", "bank_timed_out", "same"),
  failed("no-money", "Rejected: not enough money", "bank_insufficient_funds", "other_account"),
  failed("rejected", "Rejected: the account", "payer_account_unusable", "other_account"),
  failed("bank-away", "The bank can’t be reached", "bank_unavailable", "later"),
];
