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

export interface PaymentDefaultValues {
  /** Name on the card. */
  readonly name?: string | undefined;
  /** Postal code of the billing address. */
  readonly postalCode?: string | undefined;
}

export interface PaymentOptions {
  /** `clientSecretKey` of `POST /v1/payment-intents`. */
  readonly clientSecretKey: string;
  /** Returns a new intent's secret when the intent has expired. The form keeps its values. */
  readonly fetchClientSecretKey?: (() => Promise<string> | string) | undefined;
  /** False if the page has its own button, which calls `confirm()`. Default true. */
  readonly submitButton?: boolean | undefined;
  /**
   * Where customers return from their bank, with `payment_intent_id` added. Must have one of the operator's allowed
   * origins. Default: this page's address at `mount`, without its query if it exceeds 2,000 characters.
   */
  readonly returnUrl?: string | undefined;
  /**
   * `popup` opens the bank in a popup, or in this page if the browser blocks popups. Default: the bank replaces this
   * page.
   */
  readonly bankWindow?: "redirect" | "popup" | undefined;
  /** Initial values of the fields. */
  readonly defaultValues?: PaymentDefaultValues | undefined;
}

/** Payloads of the events. */
export interface PaymentEvents extends ElementsEvents {
  /** Sent after each change of the form. `empty`: nothing is typed. */
  change: { complete: boolean; empty: boolean; brand: string | null };
  /** The payment has ended, or the customer can leave the page. */
  complete: PaymentResult;
}

/** Longer than any payment takes (a challenge has ten minutes). Ends calls to a frame that misbehaves. */
const confirmDeadlineMs = 20 * 60_000;

/** Keeps only strings, because a customer record may contain null. */
const given = (values: PaymentDefaultValues | null | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => typeof value === "string"));

/** The service's limit for a return URL, in characters. */
const longestReturnUrl = 2000;

/** The page's address; without query and fragment if it is too long. */
const thisPage = () =>
  location.href.length > longestReturnUrl ? location.origin + location.pathname : location.href;

const family: ElementsFamily<PaymentOptions, PaymentTables> = {
  name: "payment",
  title: "Secure payment",
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
      "createPaymentElements needs the clientSecretKey from POST /v1/payment-intents.",
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

/** The payment widget. Created by `tessera.createPaymentElements`. */
export class PaymentElements extends Elements<PaymentOptions, PaymentEvents, PaymentTables> {
  #confirming: Promise<PaymentResult> | null = null;

  constructor(settings: Settings, options: PaymentOptions) {
    super(settings, family, options);
  }

  protected override forget = (): void => {
    this.#confirming = null;
  };

  /**
   * Submits the form once the widget is ready, or joins a running submission. Resolves with the result; a decline is a
   * result. Rejects with TesseraError: `incomplete` (the widget shows what is missing), `not_mounted`, `unmounted`, a
   * `loaderror` code, …
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
