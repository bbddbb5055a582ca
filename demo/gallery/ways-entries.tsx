/** The list of ways to pay, and a bank account in it: its form, what is wrong in it, and what becomes of it. */
import type { ClientPayment } from "../../contract/client/payments.ts";
import type { Quote } from "../../contract/client/session.ts";
import { paymentMethodTexts as en } from "../../widgets/i18n/payment-method-en.ts";
import { paymentMethodTexts as es } from "../../widgets/i18n/payment-method-es.ts";
import { examplePayment } from "../../widgets/payment/examples.ts";
import type { PaymentState } from "../../widgets/payment/machine/state.ts";
import { bankForm } from "../../widgets/payment/methods/bank-form.tsx";
import type { MethodForm } from "../../widgets/payment/methods/method-form.ts";
import { declinedPayment, exampleSession, pricedSession, stateWith } from "./example-payment.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { renderPayment } from "./render-payment.tsx";

const session = {
  ...exampleSession,
  paymentMethodTypes: ["card", "bank", "pay_by_bank", "crypto"],
  cryptoAssets: [{ asset: "USDC" as const, networks: ["base" as const] }],
};

/** What the service writes for the customer to agree to, in short. */
const mandates = {
  en: "I authorize Northwind Games to debit my bank account $52.48, once, electronically by ACH, on the next banking day or in the days after it. My statement will show it as NORTHWIND GAMES. I confirm that the account is mine.",
  es: "Autorizo a Northwind Games a cargar $52.48 una sola vez, electrónicamente por ACH, en mi cuenta bancaria, el próximo día hábil bancario o en los días siguientes. Confirmo que la cuenta es mía.",
};
const quoteIn = (locale: "en" | "es"): Quote => ({
  breakdown: session.breakdown,
  mandate: { version: "2026-11", locale, text: mandates[locale] },
  bankName: "JPMorgan Chase",
});

const account: Readonly<Record<string, string>> = {
  holder: "Ada Lovelace",
  "routing-number": "021000021",
  "account-number": "000123456789",
  "account-number-again": "000123456789",
};

interface Example {
  readonly title: string;
  readonly note?: string;
  readonly state?: Partial<PaymentState>;
  readonly typed?: Readonly<Record<string, string>>;
  /** What is done with the form once it is typed into. */
  readonly press?: (form: MethodForm) => void;
  /** The price, and with it the text, is still to come. */
  readonly waits?: boolean;
}

const debit = examplePayment({
  type: "bank",
  paymentMethod: { bankName: "JPMorgan Chase", accountType: "checking", last4: "6789" },
});
const returned = (...reason: Parameters<typeof declinedPayment>): ClientPayment => ({
  ...declinedPayment(...reason),
  type: "bank",
});
const bank = { method: "bank", isChosen: true } as const;
const notice = (payment: ClientPayment) =>
  ({ ...bank, payment, notice: { type: "declined", payment } }) as const;

const examples: Readonly<Record<string, Example>> = {
  list: { title: "All ways to pay", note: "The card is open, as it is where there is one way" },
  "list-waiting": {
    title: "A way whose price is on its way",
    state: { ...bank, breakdown: null },
    waits: true,
  },
  "list-no-price": {
    title: "A way whose price can’t be had",
    state: {
      ...bank,
      breakdown: null,
      prices: {
        bank: {
          request: null,
          ask: 1,
          quote: null,
          failure: { kind: "lost", code: "network", message: "", status: 0 },
        },
      },
    },
    waits: true,
  },
  "list-fee": {
    title: "A way with fee and tax",
    state: { ...bank, breakdown: pricedSession.breakdown },
  },
  bank: { title: "Bank account", state: bank },
  "bank-complete": { title: "Bank account, filled in", state: bank, typed: account },
  "bank-empty": {
    title: "Bank account, sent empty",
    state: bank,
    press: (form) => void form.check(),
  },
  "bank-mistakes": {
    title: "Bank account, mistakes",
    state: bank,
    typed: {
      holder: "4242 4242",
      "routing-number": "021000022",
      "account-number": "123",
      "account-number-again": "124",
    },
    press: (form) => void form.check(),
  },
  "bank-barred": {
    title: "Bank account that can’t be debited",
    state: bank,
    typed: account,
    press: (form) => form.refuse("account-number", "bank_account_barred"),
  },
  "bank-terms": {
    title: "The authorization has changed",
    state: { ...bank, notice: { type: "termsChanged" } },
    typed: account,
  },
  "bank-pending": {
    title: "Bank debit on its way",
    state: { ...bank, step: "pending", payment: debit },
  },
  "bank-paid": {
    title: "Bank debit settled",
    state: { ...bank, step: "success", payment: { ...debit, status: "success" } },
  },
  "bank-returned-later": {
    title: "Returned: no money",
    state: notice(returned("ach_r01", "There was not enough money in the account.", "later")),
    typed: account,
  },
  "bank-returned-account": {
    title: "Returned: another account",
    state: notice(returned("ach_r02", "The account is closed.", "other_account")),
    typed: account,
  },
  "bank-returned-method": {
    title: "Returned: another way",
    state: notice(returned("ach_r10", "Your bank sent the payment back.", "other_method")),
    typed: account,
  },
};

/** Each of them with the whole widget around it. */
export const waysEntries: readonly GalleryEntry[] = Object.entries(examples).map(
  ([id, { title, note, state = {}, typed = {}, press, waits = false }]) => ({
    id: `ways-${id}`,
    group: "Payment: ways to pay",
    title,
    ...(note === undefined ? {} : { note }),
    render(place, view) {
      const locale = view.texts.language === "es" ? "es" : "en";
      const Form = bankForm(locale === "es" ? es : en, locale);
      let form: MethodForm | null = null;
      const rest = {
        onTyped: () => undefined,
        onMended: () => undefined,
        onQuoteWanted: () => undefined,
        onForm: (given: MethodForm | null) => {
          form = given;
        },
      };
      renderPayment(place, view, {
        state: stateWith(state, session),
        problems: {},
        online: true,
        formOf: (method) =>
          method === "bank" && (
            <Form
              {...{ session, method, ...rest }}
              quote={waits ? null : quoteIn(locale)}
              quoteFailure={null}
              active={state.method === "bank"}
              locale={view.locale}
            />
          ),
      });
      for (const [name, text] of Object.entries(typed)) {
        const input = place.querySelector<HTMLInputElement>(`input[data-field="${name}"]`);
        if (!input) continue;
        input.value = text;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (Object.keys(typed).length > 0) {
        place.querySelector<HTMLElement>('[data-testid="account-type-checking"]')?.click();
      }
      // The form hands itself over once it is drawn.
      if (press) setTimeout(() => form && press(form), 50);
    },
  }),
);
