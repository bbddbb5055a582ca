import { scriptOrigin } from "./base-url.ts";
import { DisbursementElements, type DisbursementOptions } from "./disbursement-elements.ts";
import { guarded } from "./emitter.ts";
import { KycElements, type KycOptions } from "./kyc-elements.ts";
import { PaymentElements, type PaymentOptions } from "./payment-elements.ts";
import type { Settings } from "./settings.ts";
import { integratorError, secretKeyInPage } from "./tessera-error.ts";
import type { TraceEntry } from "./trace.ts";
import { version } from "./version.ts";
import { type W9Options, W9Window } from "./w9-window.ts";

export interface TesseraOptions {
  /** The operator's public key: `pk_sandbox_…` or `pk_live_…`. */
  readonly publishableKey: string;
  /** Address of the service. Default: the script's origin. Required in a bundle. */
  readonly apiUrl?: string | undefined;
  /** The language as a BCP 47 tag. Default: the browser's language. */
  readonly locale?: string | undefined;
  /** Accepted and ignored: the default styling always applies. */
  readonly customCss?: unknown;
  /** Receives a trace entry for each SDK action. Entries carry names, never values. */
  readonly onTrace?: ((entry: TraceEntry) => void) | undefined;
}

let warned = false;
let elements = 0;

const usage = 'new Tessera({ publishableKey: "pk_…" })';

/** The SDK. Its methods are bound: see {@link Elements}. */
class TesseraSdk {
  static readonly version: string = version;
  readonly #settings: Omit<Settings, "trace">;
  readonly #onTrace: TesseraOptions["onTrace"];

  /** Throws TesseraError: `publishable_key_invalid`, `secret_key_in_page`, `api_url_missing`, `api_url_invalid`. */
  constructor(options: TesseraOptions) {
    const { publishableKey, apiUrl, locale, customCss, onTrace } =
      options ?? ({} as TesseraOptions);
    if (typeof publishableKey !== "string" || !publishableKey.startsWith("pk_"))
      throw `${publishableKey ?? options}`.startsWith("sk_")
        ? secretKeyInPage()
        : integratorError(
            "publishable_key_invalid",
            `Pass an options object with a publishable key: ${usage}.`,
          );
    if (customCss !== undefined && !warned) {
      warned = true;
      console.warn("Tessera ignores customCss.");
    }
    this.#settings = {
      apiUrl: serviceOrigin(apiUrl),
      publishableKey,
      // The service uses its default language for an unknown locale.
      locale: `${locale ?? navigator.language}`.slice(0, 64),
    };
    this.#onTrace = onTrace;
  }

  /**
   * Creates the payment widget for the intent of `clientSecretKey`. Throws TesseraError `client_secret_key_missing`,
   * `client_secret_wrong_kind`.
   */
  createPaymentElements = (options: PaymentOptions): PaymentElements =>
    new PaymentElements(this.#settingsOf("payment"), options);

  /**
   * Creates the identity verification widget for the customer of `clientSecret`. Throws TesseraError
   * `client_secret_missing`, `client_secret_wrong_kind`.
   */
  createKycElements = (options: KycOptions): KycElements =>
    new KycElements(this.#settingsOf("kyc"), options);

  /**
   * Creates the payout widget for the intent of `clientSecretKey`. Throws TesseraError `client_secret_key_missing`,
   * `client_secret_wrong_kind`.
   */
  createDisbursementElements = (options: DisbursementOptions): DisbursementElements =>
    new DisbursementElements(this.#settingsOf("disbursement"), options);

  /**
   * Opens the W-9 form of `w9CaptureUrl` in a popup. Call it in a click handler. Throws TesseraError
   * `w9_capture_url_invalid`.
   */
  openW9 = (options: W9Options): W9Window => new W9Window(this.#settingsOf("w9"), options);

  #settingsOf(name: string): Settings {
    const element = `${name}-${++elements}`;
    const onTrace = this.#onTrace;
    return {
      ...this.#settings,
      trace: (entry) => {
        if (onTrace) guarded(() => onTrace({ at: performance.now(), element, ...entry }));
      },
    };
  }
}

/** The SDK: one instance per publishable key. Creating one does not change the page. */
export type Tessera = TesseraSdk;
/** Throws TesseraError `new_missing` when called without `new`; the browser's own error would name a minified class. */
export const Tessera: typeof TesseraSdk = new Proxy(TesseraSdk, {
  apply() {
    throw integratorError("new_missing", `Write ${usage}.`);
  },
});

const serviceOrigin = (apiUrl: string | undefined): string => {
  const given = apiUrl ?? scriptOrigin();
  if (!given)
    throw integratorError(
      "api_url_missing",
      "Pass apiUrl. A bundle does not have the service's address.",
    );
  if (given === scriptOrigin()) return given;
  try {
    const { origin, href } = new URL(given);
    if (origin.startsWith("http") && href === `${origin}/`) return origin;
  } catch {
    // Not a URL.
  }
  throw integratorError("api_url_invalid", `apiUrl "${given}" must be like https://pay.example.`);
};
