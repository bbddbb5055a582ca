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
 *
 * - `loading`: the session is loading; the form can be typed into.
 * - `form`: the customer can pay; a notice may say what went wrong before.
 * - `paying`: an attempt was sent, or its outcome is being looked up.
 * - `method`, `challenge`: 3-D Secure, in a hidden frame or in the bank's window.
 * - `continuing`: the result of that step was sent.
 * - `redirect`: the customer confirms at their bank, in the bank's page or window; polled.
 * - `deposit`: the customer sends crypto; polled.
 * - `pending`: the service has no outcome yet; polled.
 * - `success`: final.
 * - `expired`: the intent expired, or can no longer be read (`status` is null: it may have been paid); `renewing`
 *   while the page is asked for a new one.
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
/** One of {@link paymentSteps}. */
export type PaymentStep = (typeof paymentSteps)[number];

/** The notice above the form. `declined` comes from the service's payment; the others are ours. */
export type PaymentNotice =
  | { readonly type: "declined"; readonly payment: ClientPayment }
  | { readonly type: "canceled" }
  | { readonly type: "amountChanged" }
  | { readonly type: "termsChanged" }
  | { readonly type: "notSent" }
  | { readonly type: "unavailable" }
  | { readonly type: "refused"; readonly code: string; readonly message: string };

/** How a 3-D Secure step or the redirect to the bank ended here, as the service receives it. */
export type Continuation = Pick<ContinuePayment, "after"> &
  (
    | { after: "three_ds_method"; completionIndicator: "Y" | "N" | "U" }
    | { after: "challenge"; outcome: "completed" | "canceled" | "timed_out" }
    | { after: "redirect"; outcome: "canceled" }
  );

/** The fields of every step. */
export interface SharedState {
  /** Number of the current run. Answers of earlier runs are late and ignored. */
  readonly run: number;
  /** Null until a session has loaded; a new secret sets it to null again. */
  readonly session: ClientSession | null;
  /** Language of the texts. What the customer signs may be in another one: `signedLanguage`. */
  readonly language: Language;
  /** The chosen payment method */
  readonly method: MethodKey;
  /** Whether the customer chose it; if so, no session chooses another. */
  readonly isChosen: boolean;
  readonly prices: Prices;
  /** Number of the last price request. */
  readonly asks: number;
  /**
   * The amounts that the customer sees and agrees to by paying: the chosen method's price, null until it
   * arrives.
   */
  readonly breakdown: Breakdown | null;
  /** Last known status of the intent; an open list. */
  readonly status: string | null;
  /** The newest payment of the intent. */
  readonly payment: ClientPayment | null;
  /**
   * Number of the attempt: one idempotency key for each. Raised only when the outcome of the last one is known.
   */
  readonly attempt: number;
  /** Type of the last outcome reported to the page since the submit; null before the first. */
  readonly reported: PaymentResult["type"] | null;
}

/** The fields of every step after a session has loaded. */
export interface LoadedState extends SharedState {
  readonly session: ClientSession;
}

/** The fields of every step that follows a payment of the service. */
export interface StartedState extends LoadedState {
  readonly payment: ClientPayment;
}

/** A press of Pay, by the page or with an amount in view, that may wait for the session or the price. */
interface Waiting {
  readonly submitWaits: boolean;
}

/** The notice above the form. */
interface Noticed {
  readonly notice: PaymentNotice | null;
}

/** A continuation that was sent. */
export interface Sent {
  /** The continuation, until its arrival is known. */
  readonly continuation: Continuation | null;
  /** Whether the customer canceled in this page. */
  readonly canceledHere: boolean;
}

/** A step that asks for the status. */
interface Polled {
  /** Number of status requests in this step. */
  readonly polls: number;
}

/** A step that sends a request and repeats it until an answer arrives. */
interface Repeated {
  /** Tries in a row without an answer. */
  readonly tries: number;
}

/** The fields of each step. */
interface StepFields {
  loading: SharedState & Waiting & Noticed;
  form: LoadedState &
    Waiting &
    Noticed & {
      /** The amounts in view when the price was requested again. A different price needs another press. */
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
      /**
       * The customer wants to go to their bank again and a new address is on its way. The last one may be used
       * up.
       */
      readonly toBank: boolean;
    };
  deposit: StartedState & Polled;
  pending: LoadedState & Polled & Sent;
  success: StartedState;
  expired: SharedState &
    Waiting & {
      /** Whether the page was asked for a new intent and has not answered. */
      readonly renewing: boolean;
    };
  unreachable: SharedState & Waiting & Noticed;
  refused: SharedState & Waiting;
  blocked: LoadedState & Waiting & Noticed;
}

/** The state in one of the given steps. */
export type StateOf<Step extends PaymentStep> = {
  [S in Step]: { readonly step: S } & Readonly<StepFields[S]>;
}[Step];

/** What the view and the next transition need: each step has its own fields. */
export type PaymentState = StateOf<PaymentStep>;

/** Events of the flow. Every answer to an effect carries its `run`. */
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
  /** The service deleted a saved method. */
  | { type: "savedRemoved" }
  /** Typed data may change the price, or the answer brings more, such as a bank's name. */
  | { type: "quoteWanted"; method: MethodKey; request: QuoteRequest }
  | { type: "quoted"; method: MethodKey; ask: number; quote: Quote }
  | { type: "quoteFailed"; method: MethodKey; ask: number; failure: ApiFailure }
  /** The customer wants to go to their bank again. */
  | { type: "redirectWanted" }
  /** The customer cancels at the bank step and wants another payment method. */
  | { type: "redirectCanceled" }
  /** The customer is looking again: the tab is in front, the network is back, or the bank's window closed. */
  | { type: "woken" }
  | { type: "answered"; run: number; payment: ClientPayment }
  | { type: "attemptFailed"; run: number; failure: ApiFailure }
  | { type: "methodDone"; run: number; completionIndicator: "Y" | "N" | "U" }
  | { type: "challengeEnded"; run: number; outcome: "completed" | "canceled" | "timed_out" }
  | { type: "statusAnswered"; run: number; status: string; payment: ClientPayment | null }
  | { type: "statusFailed"; run: number; failure: ApiFailure }
  | { type: "renewFailed"; run: number };

/** Effects for the flow to carry out. It answers with an event of the same `run`. */
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
  /** Runs in the task of a press: only then may a window open. */
  | { type: "prepareRedirect" }
  | { type: "openRedirect"; action: RedirectAction }
  | { type: "lookUp"; run: number; delayMs: number }
  | { type: "renewSecret"; run: number }
  /** The service refused a field of the method's form, with this error code. */
  | { type: "showRefusal"; method: MethodKey; field: string; code: string }
  | { type: "finish"; result: PaymentResult }
  | { type: "refuseLoad"; failure: ApiFailure };

/** The state before anything is known. */
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
