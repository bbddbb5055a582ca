import type {
  DisbursementElements,
  DisbursementEvents,
  DisbursementOptions,
  KycElements,
  KycEvents,
  KycOptions,
  PaymentElements,
  PaymentEvents,
  PaymentOptions,
  PaymentResult,
  TesseraOptions,
} from "../../src/index.ts";

type Shared = Pick<TesseraOptions, "publishableKey" | "apiUrl" | "locale">;
type Settable<Options> = { -readonly [Name in keyof Options]?: Options[Name] };

/** The events of an element. What the SDK passes to handlers is the event's `detail`. */
type EventMap<Events> = { [Name in keyof Events]: CustomEvent<Events[Name]> };

interface Listening<Events> {
  addEventListener<Name extends keyof EventMap<Events>>(
    type: Name,
    listener: (event: EventMap<Events>[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

type Base = Omit<HTMLElement, "addEventListener">;

export interface TesseraPaymentElement
  extends Base,
    Settable<Shared & PaymentOptions>,
    Listening<PaymentEvents> {
  readonly widget: PaymentElements | null;
  /** Submits the form, as `confirm()` of the SDK. */
  confirm(): Promise<PaymentResult>;
}
export interface TesseraDisbursementElement
  extends Base,
    Settable<Shared & DisbursementOptions>,
    Listening<DisbursementEvents> {
  readonly widget: DisbursementElements | null;
}
export interface TesseraKycElement
  extends Base,
    Settable<Shared & KycOptions>,
    Listening<KycEvents> {
  readonly widget: KycElements | null;
}

declare global {
  interface HTMLElementTagNameMap {
    "tessera-payment": TesseraPaymentElement & HTMLElement;
    "tessera-disbursement": TesseraDisbursementElement & HTMLElement;
    "tessera-kyc": TesseraKycElement & HTMLElement;
  }
}
