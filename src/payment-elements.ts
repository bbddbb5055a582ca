import {
  type PaymentResult,
  type PaymentTables,
  paymentFrameCalls,
  paymentFrameMessages,
  paymentPageCalls,
} from "../contract/channel/payment-messages.ts";
import { checkSecret } from "./check-secret.ts";
import { Elements, type ElementsEvents, type ElementsFamily } from "./elements.ts";
import { paymentServices } from "./payment-services.ts";
import type { Settings } from "./settings.ts";

/** What may be typed for the customer beforehand. */
export interface PaymentDefaultValues {
  /** The name on the card. */
  readonly name?: string | undefined;
  /** Of the billing address. */
  readonly postalCode?: string | undefined;
}

/** What `createPaymentElements` takes. */
export interface PaymentOptions {
  /** `clientSecretKey` of `POST /v1/payment-intents`. */
  readonly clientSecretKey: string;
  /** Gives a fresh intent's secret when the old one has expired; what was typed is kept. */
  readonly fetchClientSecretKey?: (() => Promise<string> | string) | undefined;
  /** False where the page has a button of its own, which calls `confirm()`. Default true. */
  readonly submitButton?: boolean | undefined;
  /**
   * Where customers come back to from their bank, with `payment_intent_id` added; an address of one of the
   * operator's allowed origins. Default: this page, as its address is when the widget is mounted, without its query
   * where that is too long (2,000 characters).
   */
  readonly returnUrl?: string | undefined;
  /**
   * `popup` opens the bank in a window beside this page; where the browser blocks it, and by default, it
   * takes this page's place.
   */
  readonly bankWindow?: "redirect" | "popup" | undefined;
  /** Stands in the fields until the customer types something else. */
  readonly defaultValues?: PaymentDefaultValues | undefined;
}

/** What each event carries. */
export interface PaymentEvents extends ElementsEvents {
  /** After each change: can it be submitted, is it untouched, which card brand. */
  change: { complete: boolean; empty: boolean; brand: string | null };
  /** The payment came to an end, or to a state that the page may be left in. */
  complete: PaymentResult;
}

/**
 * Longer than any payment takes (a challenge has ten minutes), so that a frame that went mad settles
 * too.
 */
const confirmDeadlineMs = 20 * 60_000;

/** Those that are texts: a customer's record may hold none. */
const given = (values: PaymentDefaultValues | null | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => typeof value === "string"));

/** What the service takes, and keeps with the payment. */
const longestReturnUrl = 2000;

/** This page; without its query and fragment where that would be too long to come back to. */
const thisPage = () =>
  location.href.length > longestReturnUrl ? location.origin + location.pathname : location.href;

const family: ElementsFamily<PaymentOptions, PaymentTables> = {
  name: "payment",
  title: (locale) => (locale.startsWith("es") ? "Pago seguro" : "Secure payment"),
  allow: "payment; camera; otp-credentials",
  initialHeightPx: 713,
  pageCalls: paymentPageCalls,
  frameMessages: paymentFrameMessages,
  frameCalls: paymentFrameCalls,
  services: paymentServices,
  check(options) {
    checkSecret(
      options?.clientSecretKey,
      "pi_",
      "client_secret_key_missing",
      "createPaymentElements needs the clientSecretKey that POST /v1/payment-intents gave your server.",
    );
    return options;
  },
  secret: ({ clientSecretKey }) => clientSecretKey,
  withSecret: (options, clientSecretKey) => ({ ...options, clientSecretKey }),
  fetchSecret: ({ fetchClientSecretKey }) => fetchClientSecretKey,
  init: ({ submitButton = true, defaultValues, returnUrl = thisPage(), bankWindow }) => ({
    submitButton,
    defaultValues: given(defaultValues),
    returnUrl,
    bankPopup: bankWindow === "popup",
  }),
  update: ({ submitButton, defaultValues }) => ({
    ...(submitButton !== undefined && { submitButton }),
    ...(defaultValues !== undefined && { defaultValues: given(defaultValues) }),
  }),
};

/** The payment widget in a page. Made by `tessera.createPaymentElements`. */
export class PaymentElements extends Elements<PaymentOptions, PaymentEvents, PaymentTables> {
  #confirming: Promise<PaymentResult> | null = null;

  constructor(settings: Settings, options: PaymentOptions) {
    super(settings, family, options);
  }

  protected override forget = (): void => {
    this.#confirming = null;
  };

  /**
   * Submits the form, waiting for the widget to be ready; joins a submission under way. Resolves with
   * how it ended: a decline is a result. Rejects with TesseraError: `incomplete` (the widget shows
   * what is missing), `not_mounted`, `unmounted`, what `loaderror` would tell, …
   */
  confirm = (): Promise<PaymentResult> => {
    if (!this.#confirming) {
      const confirming = this.ask("confirm", {}, confirmDeadlineMs).finally(() => {
        if (this.#confirming === confirming) this.#confirming = null;
      });
      this.#confirming = confirming;
    }
    return this.#confirming;
  };
}
