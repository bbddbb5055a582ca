import type { PaymentResult } from "#contract/channel/payment-messages";
import type {
  ChallengeAction,
  ClientPayment,
  ContinuePayment,
  RedirectAction,
  ThreeDSMethodAction,
} from "#contract/client/payments";
import type { ClientSession, Quote, QuoteRequest } from "#contract/client/session";
import type { ApiFailure } from "../../client/api-failure.ts";
import type { Language } from "../../i18n/languages.ts";
import type { MethodKey } from "../offered.ts";
import type { Prices } from "./price.ts";

type Breakdown = ClientSession["breakdown"];

/**
 * Where the payment stands for the customer.
 *
 * - `loading`: the session is on its way; the form can be typed into.
 * - `form`: it can be paid, with a notice of what went wrong before.
 * - `paying`: an attempt was sent, or its outcome is being looked up.
 * - `method`, `challenge`: 3-D Secure, in a hidden frame or in the bank's window.
 * - `continuing`: how that ended was sent.
 * - `redirect`: the customer confirms at their bank, in a page or window of the bank's; asked again and again.
 * - `deposit`: the customer sends crypto; asked again and again.
 * - `pending`: the service knows no outcome yet; asked again and again.
 * - `success`: final.
 * - `expired`: the window has closed; `renewing` while a fresh intent is asked for.
 * - `unreachable`: the session could not be loaded; trying again may help.
 * - `refused`: the session was refused; trying again can't help.
 * - `blocked`: the customer owes something that this version can't ask for.
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

/** What stands above the form. `declined` is of the service's payment, the rest are ours. */
export type PaymentNotice =
  | { readonly type: "declined"; readonly payment: ClientPayment }
  | { readonly type: "canceled" }
  | { readonly type: "amountChanged" }
  | { readonly type: "termsChanged" }
  | { readonly type: "notSent" }
  | { readonly type: "unavailable" }
  | { readonly type: "refused"; readonly code: string; readonly message: string };

/** How 3-D Secure, or the way to the bank, ended here, as it is told to the service. */
export type Continuation = Pick<ContinuePayment, "after"> &
  (
    | { after: "three_ds_method"; completionIndicator: "Y" | "N" | "U" }
    | { after: "challenge"; outcome: "completed" | "canceled" | "timed_out" }
    | { after: "redirect"; outcome: "canceled" }
  );

/** Everything that the view and the next transition need. */
export interface PaymentState {
  readonly step: PaymentStep;
  /** Answers carry the number of the run that they belong to; those of an earlier one are late and ignored. */
  readonly run: number;
  readonly session: ClientSession | null;
  /** Language of what is agreed to: a mandate's text. */
  readonly language: Language;
  /** The way to pay that is chosen, */
  readonly method: MethodKey;
  /** and whether the customer did so: then no session chooses another. */
  readonly isChosen: boolean;
  readonly prices: Prices;
  /** Number of the last question for a price. */
  readonly asks: number;
  /** What the customer is shown, and agrees to by paying: the price of the chosen method, null until it is there. */
  readonly breakdown: Breakdown | null;
  /** What was in view when the price began to be asked for anew: another one is not paid without another press. */
  readonly agreed: Breakdown | null;
  /** At what the attempt under way was sent: sent again, it is the same. */
  readonly quote: Quote | null;
  readonly notice: PaymentNotice | null;
  /** Status of the intent as it was last heard; an open list. */
  readonly status: string | null;
  readonly payment: ClientPayment | null;
  /** Number of the attempt: one idempotency key for each. Raised only when the last one's outcome is known. */
  readonly attempt: number;
  /** Pay was pressed, by the page or with an amount in view, and waits for the session or the price. */
  readonly submitWaits: boolean;
  /** Tries in a row that got no answer. */
  readonly tries: number;
  /** How often the status was asked in this step. */
  readonly polls: number;
  /** Sent, but nobody knows whether it arrived. */
  readonly continuation: Continuation | null;
  readonly canceledHere: boolean;
  /** The customer wants to go to their bank, and the address is on its way: the last one may be used up. */
  readonly toBank: boolean;
  readonly renewing: boolean;
  readonly failure: ApiFailure | null;
  /** Type of the outcome that the page was told last since the submit; null before the first. */
  readonly told: PaymentResult["type"] | null;
}

/** What happens. `run` is given by everything that answers an effect. */
export type PaymentEvent =
  | { type: "secretReceived" }
  /** `cardIsTyped`: the customer has begun to type a card. */
  | { type: "sessionLoaded"; run: number; session: ClientSession; cardIsTyped?: boolean }
  | { type: "sessionFailed"; run: number; failure: ApiFailure }
  | { type: "retry" }
  | { type: "requirementsMet" }
  /** `byPage`: the operator's own button, beside which the page shows the amount. */
  | { type: "submit"; byPage?: boolean }
  | { type: "methodChosen"; method: MethodKey }
  /** The service has erased what was kept. */
  | { type: "savedRemoved" }
  /** What was typed may have another price, or its answer tells more (a bank's name). */
  | { type: "quoteWanted"; method: MethodKey; request: QuoteRequest }
  | { type: "quoted"; method: MethodKey; ask: number; quote: Quote }
  | { type: "quoteFailed"; method: MethodKey; ask: number; failure: ApiFailure }
  /** The customer wants to go to their bank once more. */
  | { type: "redirectWanted" }
  /** They don't, and want to pay another way. */
  | { type: "redirectCanceled" }
  /** Somebody looks again: the tab is in front, the network is back, the bank's window has closed. */
  | { type: "woken" }
  | { type: "answered"; run: number; payment: ClientPayment }
  | { type: "attemptFailed"; run: number; failure: ApiFailure }
  | { type: "methodDone"; run: number; completionIndicator: "Y" | "N" | "U" }
  | { type: "challengeEnded"; run: number; outcome: "completed" | "canceled" | "timed_out" }
  | { type: "statusAnswered"; run: number; status: string; payment: ClientPayment | null }
  | { type: "statusFailed"; run: number; failure: ApiFailure }
  | { type: "renewFailed"; run: number };

/** What is to be done; the flow does it and answers with an event of the same `run`. */
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
  /** A press: a window may be opened now, and not when the address is there. */
  | { type: "prepareRedirect" }
  | { type: "openRedirect"; action: RedirectAction }
  | { type: "lookUp"; run: number; delayMs: number }
  | { type: "renewSecret"; run: number }
  /** The service refused what stands in a field of the method's form, by this error code. */
  | { type: "showRefusal"; method: MethodKey; field: string; code: string }
  | { type: "finish"; result: PaymentResult }
  | { type: "refuseLoad"; failure: ApiFailure };

/** Before anything is known. */
export const firstState: PaymentState = {
  step: "loading",
  run: 0,
  session: null,
  language: "en",
  method: "card",
  isChosen: false,
  prices: {},
  asks: 0,
  breakdown: null,
  agreed: null,
  quote: null,
  notice: null,
  status: null,
  payment: null,
  attempt: 1,
  submitWaits: false,
  tries: 0,
  polls: 0,
  continuation: null,
  canceledHere: false,
  toBank: false,
  renewing: false,
  failure: null,
  told: null,
};
