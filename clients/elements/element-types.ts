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

/** The events of an element. `detail` is what the SDK passes to handlers. */
type EventMap<Events> = { [Name in keyof Events]: CustomEvent<Events[Name]> };

interface Listening<Events> {
  addEventListener<Name extends keyof EventMap<Events>>(
    type: Name,
    listener: (event: EventMap<Events>[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The element's own events come first, because TypeScript picks the first overload that matches. */
type ElementOf<Options, Events> = Listening<Events> & Settable<Shared & Options> & HTMLElement;

export type TesseraPaymentElement = ElementOf<PaymentOptions, PaymentEvents> & {
  readonly widget: PaymentElements | null;
  /** Submits the form, like the SDK's `confirm()`. */
  confirm(): Promise<PaymentResult>;
};
export type TesseraDisbursementElement = ElementOf<DisbursementOptions, DisbursementEvents> & {
  readonly widget: DisbursementElements | null;
};
export type TesseraKycElement = ElementOf<KycOptions, KycEvents> & {
  readonly widget: KycElements | null;
};
