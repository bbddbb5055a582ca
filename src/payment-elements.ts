import {
  type PaymentResult,
  type PaymentTables,
  paymentFrameCalls,
  paymentFrameMessages,
  paymentPageCalls,
} from "../contract/channel/payment-messages.ts";
import { Elements, type ElementsEvents, type ElementsFamily } from "./elements.ts";
import { challengeServices } from "./payment-challenge.ts";
import type { Settings } from "./settings.ts";
import { integratorError } from "./tessera-error.ts";

/** What may be typed for the customer beforehand. */
export interface PaymentDefaultValues {
  /** The name on the card. */
  readonly name?: string;
  readonly postalCode?: string;
}

/** What `createPaymentElements` takes. */
export interface PaymentOptions {
  /** `clientSecretKey` of `POST /v1/payment-intents`. */
  readonly clientSecretKey: string;
  /** Gives a fresh intent's secret when the old one has expired; what was typed is kept. */
  readonly fetchClientSecretKey?: () => Promise<string> | string;
  /** False where the page has a button of its own, which calls `confirm()`. Default true. */
  readonly submitButton?: boolean;
  /** Where redirecting methods come back to. */
  readonly returnUrl?: string;
  readonly defaultValues?: PaymentDefaultValues;
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

const family: ElementsFamily<PaymentOptions, PaymentTables> = {
  name: "payment",
  title: (locale) => (locale.startsWith("es") ? "Pago seguro con tarjeta" : "Secure card payment"),
  allow: "payment; camera; otp-credentials",
  initialHeightPx: 589,
  pageCalls: paymentPageCalls,
  frameMessages: paymentFrameMessages,
  frameCalls: paymentFrameCalls,
  services: challengeServices,
  check(options) {
    if (typeof options?.clientSecretKey !== "string" || !options.clientSecretKey)
      throw integratorError(
        "client_secret_key_missing",
        "createPaymentElements needs the clientSecretKey that POST /v1/payment-intents gave your server.",
      );
    return options;
  },
  secret: ({ clientSecretKey }) => clientSecretKey,
  withSecret: (options, clientSecretKey) => ({ ...options, clientSecretKey }),
  fetchSecret: ({ fetchClientSecretKey }) => fetchClientSecretKey,
  init: ({ submitButton = true, defaultValues, returnUrl }) => ({
    submitButton,
    defaultValues: { ...defaultValues },
    ...(returnUrl !== undefined && { returnUrl }),
  }),
  update: ({ submitButton, defaultValues }) => ({
    ...(submitButton !== undefined && { submitButton }),
    ...(defaultValues !== undefined && { defaultValues: { ...defaultValues } }),
  }),
};

/** The payment widget in a page. Made by `tessera.createPaymentElements`. */
export class PaymentElements extends Elements<PaymentOptions, PaymentEvents, PaymentTables> {
  #confirming: Promise<PaymentResult> | null = null;

  constructor(settings: Settings, options: PaymentOptions) {
    super(settings, family, options);
  }

  override unmount(): void {
    this.#confirming = null;
    super.unmount();
  }

  /**
   * Submits the form, waiting for the widget to be ready; joins a submission under way. Resolves with
   * how it ended: a decline is a result. Rejects with TesseraError: `incomplete` (the widget shows
   * what is missing), `not_mounted`, `unmounted`, what `loaderror` would tell, …
   */
  confirm(): Promise<PaymentResult> {
    if (!this.#confirming) {
      const confirming = this.ask("confirm", {}, confirmDeadlineMs).finally(() => {
        if (this.#confirming === confirming) this.#confirming = null;
      });
      this.#confirming = confirming;
    }
    return this.#confirming;
  }
}
