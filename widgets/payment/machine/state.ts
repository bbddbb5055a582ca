import type { PaymentResult } from "#contract/channel/payment-messages";
import type {
  ChallengeAction,
  ClientPayment,
  ContinuePayment,
  RedirectAction,
  ThreeDSMethodAction,
} from "#contract/client/payments";
import type { ClientSession, Quote, QuoteRequest } from "#contract/client/session";
import type { Language } from "#contract/languages";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { MethodKey } from "../offered-methods.ts";
import type { Prices } from "./price.ts";

type Breakdown = ClientSession["breakdown"];

/**
 * The customer's step in the payment.
 * - `loading`: the session is loading; the customer can type into the form.
 * - `form`: the customer can pay; a notice may say what went wrong before.
 * - `paying`: an attempt was sent, or its outcome is being looked up.
 * - `method`, `challenge`: 3-D Secure, in a hidden frame or in the bank's window.
 * - `continuing`: the result of that step was sent.
 * - `redirect`: the customer confirms at their bank, in the bank's page or window; polled.
 * - `deposit`: the customer sends crypto; polled.
 * - `pending`: the service has no outcome yet; polled.
 * - `success`: final.
 * - `expired`: the intent expired, or can no longer be read (`status` is null: it may have been paid); `renewing` while
 *   the page is asked for a new one.
 * - `unreachable`: the session did not load; trying again may help.
 * - `refused`: the service refused the session; trying again does not help.
 * - `blocked`: there is a requirement that this version cannot ask for.
 */
export const paymentSteps = [
  "loading",
  "form",
  "paying",
  "method",
  "challenge",
  "continuing",
  "redirect",
  "deposit",
  "pending",
  "success",
  "expired",
  "unreachable",
  "refused",
  "blocked",
] as const;
export type PaymentStep = (typeof paymentSteps)[number];

/** `declined` comes from the service's payment; the others are ours. */
export type PaymentNotice =
  | { readonly type: "declined"; readonly payment: ClientPayment }
  | { readonly type: "canceled" }
  | { readonly type: "amountChanged" }
  | { readonly type: "termsChanged" }
  | { readonly type: "notSent" }
  | { readonly type: "unavailable" }
  | { readonly type: "refused"; readonly code: string; readonly message: string };

/** How a 3-D Secure step or the redirect ended here, as the service receives it. */
export type Continuation = Pick<ContinuePayment, "after"> &
  (
    | { after: "three_ds_method"; completionIndicator: "Y" | "N" | "U" }
    | { after: "challenge"; outcome: "completed" | "canceled" | "timed_out" }
    | { after: "redirect"; outcome: "canceled" }
  );

export interface SharedState {
  /** Responses of earlier runs are ignored. */
  readonly run: number;
  /** Null until a session has loaded, and again after a new secret. */
  readonly session: ClientSession | null;
  /** The customer may sign in another language: `signedLanguage`. */
  readonly language: Language;
  readonly method: MethodKey;
  /** Whether the customer chose the method; if so, no session chooses another. */
  readonly isChosen: boolean;
  readonly prices: Prices;
  /** Number of the last price request. */
  readonly asks: number;
  /** What the customer sees and agrees to by paying; null until the chosen method's price arrives. */
  readonly breakdown: Breakdown | null;
  /** Last known status of the intent; an open list. */
  readonly status: string | null;
  /** The intent's newest payment. */
  readonly payment: ClientPayment | null;
  /** Each attempt has one idempotency key. The number rises only when the last attempt's outcome is known. */
  readonly attempt: number;
  /** The result last reported to the page since the submit; null before. */
  readonly reported: PaymentResult["type"] | null;
}

/** The state after a session has loaded. */
export interface LoadedState extends SharedState {
  readonly session: ClientSession;
}

/** The state after the service has a payment. */
export interface StartedState extends LoadedState {
  readonly payment: ClientPayment;
}

/** A press of Pay, by the page or with an amount in view, that may wait for the session or the price. */
interface Waiting {
  readonly submitWaits: boolean;
}

interface Noticed {
  readonly notice: PaymentNotice | null;
}

export interface Sent {
  /** The result to send, kept until the service is known to have it. */
  readonly continuation: Continuation | null;
  /** Whether the customer canceled in this page. */
  readonly canceledHere: boolean;
}

/** A step that asks for the status. */
interface Polled {
  /** Status requests in this step. */
  readonly polls: number;
}

/** A step that sends a request and repeats it until a response arrives. */
interface Repeated {
  /** Tries in a row without a response. */
  readonly tries: number;
}

interface StepFields {
  loading: SharedState & Waiting & Noticed;
  form: LoadedState &
    Waiting &
    Noticed & {
      /** The price in view when it was requested again. A different price needs another press of Pay. */
      readonly agreed: Breakdown | null;
    };
  paying: LoadedState &
    Repeated &
    Polled & {
      /** The quote of the attempt under way; a repeated attempt uses the same. */
      readonly quote: Quote;
    };
  method: StartedState;
  challenge: StartedState;
  continuing: StartedState & Repeated & Sent & { readonly continuation: Continuation };
  redirect: StartedState &
    Polled & {
      /** The customer wants to go to their bank again and waits for a new address: the last one may be used up. */
      readonly toBank: boolean;
    };
  deposit: StartedState & Polled;
  pending: LoadedState & Polled & Sent;
  success: StartedState;
  expired: SharedState &
    Waiting & {
      /** The page was asked for a new intent and has not answered. */
      readonly renewing: boolean;
    };
  unreachable: SharedState & Waiting & Noticed;
  refused: SharedState & Waiting;
  blocked: LoadedState & Waiting & Noticed;
}

export type StateOf<Step extends PaymentStep> = {
  [S in Step]: { readonly step: S } & Readonly<StepFields[S]>;
}[Step];

/** The state in any step. Each step has its own fields. */
export type PaymentState = StateOf<PaymentStep>;

/** Every response to an effect carries its `run`. */
export type PaymentEvent =
  | { type: "secretReceived" }
  /** `cardIsTyped`: the customer has started to type a card. */
  | { type: "sessionLoaded"; run: number; session: ClientSession; cardIsTyped?: boolean }
  | { type: "sessionFailed"; run: number; failure: ApiFailure }
  | { type: "retry" }
  | { type: "requirementsMet" }
  /** `byPage`: the operator's own button; the page shows the amount next to it. */
  | { type: "submit"; byPage?: boolean }
  | { type: "methodChosen"; method: MethodKey }
  | { type: "savedRemoved" }
  /** Typed data may change the price, or the response brings more, such as a bank's name. */
  | { type: "quoteWanted"; method: MethodKey; request: QuoteRequest }
  | { type: "quoted"; method: MethodKey; ask: number; quote: Quote }
  | { type: "quoteFailed"; method: MethodKey; ask: number; failure: ApiFailure }
  | { type: "redirectWanted" }
  /** The customer cancels at the bank step and wants another payment method. */
  | { type: "redirectCanceled" }
  /** The customer is back: the tab is in front, the network works again, or the bank's window closed. */
  | { type: "woken" }
  | { type: "answered"; run: number; payment: ClientPayment }
  | { type: "attemptFailed"; run: number; failure: ApiFailure }
  | { type: "methodDone"; run: number; completionIndicator: "Y" | "N" | "U" }
  | { type: "challengeEnded"; run: number; outcome: "completed" | "canceled" | "timed_out" }
  | { type: "statusAnswered"; run: number; status: string; payment: ClientPayment | null }
  | { type: "statusFailed"; run: number; failure: ApiFailure }
  | { type: "renewFailed"; run: number };

/** The flow carries out each effect and answers with an event of the same `run`. */
export type PaymentEffect =
  | { type: "load"; run: number }
  | { type: "quote"; method: MethodKey; ask: number; request: QuoteRequest }
  | {
      type: "pay";
      run: number;
      attempt: number;
      method: MethodKey;
      quote: Quote;
      delayMs: number;
    }
  | {
      type: "continue";
      run: number;
      attempt: number;
      paymentId: string;
      continuation: Continuation;
      delayMs: number;
    }
  | { type: "runMethod"; run: number; action: ThreeDSMethodAction }
  | { type: "openChallenge"; run: number; action: ChallengeAction }
  /** Runs while the browser handles a press: only then may a window open. */
  | { type: "prepareRedirect" }
  | { type: "openRedirect"; action: RedirectAction }
  | { type: "lookUp"; run: number; delayMs: number }
  | { type: "renewSecret"; run: number }
  /** `code`: why the service refused a field of the method's form. */
  | { type: "showRefusal"; method: MethodKey; field: string; code: string }
  | { type: "finish"; result: PaymentResult }
  | { type: "refuseLoad"; failure: ApiFailure };

export const firstState: StateOf<"loading"> = {
  step: "loading",
  run: 0,
  session: null,
  language: "en",
  method: "card",
  isChosen: false,
  prices: {},
  asks: 0,
  breakdown: null,
  status: null,
  payment: null,
  attempt: 1,
  reported: null,
  submitWaits: false,
  notice: null,
};
