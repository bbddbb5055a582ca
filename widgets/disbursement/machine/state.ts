import type { DisbursementResult } from "#contract/channel/disbursement-messages";
import type {
  ChooseDisbursementMethod,
  PayoutAmounts,
  PayoutArrival,
} from "#contract/client/disbursements";
import type { ApiFailure } from "../../client/api-failure.ts";
import type {
  ReadDisbursement,
  ReadDisbursementSession,
  ReadPayoutMethod,
} from "../../client/disbursement-answers.ts";
import type { OwedStep } from "../../steps/steps-api.ts";

type WithoutAmount<T> = T extends unknown ? Omit<T, "netAmount"> : never;

/** The request for a way to be paid; the amount that was shown is added when it is sent. */
export type PayoutRequest = WithoutAmount<ChooseDisbursementMethod>;

/** How the customer wants to be paid, and how that is shown before the service has seen it. */
export interface PayoutChoice {
  readonly request: PayoutRequest;
  readonly method: ReadPayoutMethod;
  readonly arrival: PayoutArrival;
}

/**
 * Where the payout stands for the customer.
 *
 * - `loading`: the session is on its way.
 * - `requirement`: something is owed before the money may move; asked one at a time.
 * - `method`: how to be paid, with what was wrong with it before.
 * - `review`: all that will happen, to be confirmed.
 * - `sending`: the request was sent, or its outcome is being looked up.
 * - `waiting`: the operator has to approve; the page may be left.
 * - `processing`: approved, the money is on its way; the page may be left.
 * - `unknown`: a status that this version does not know; asked again and again.
 * - `success`, `failed`, `rejected`, `refunded`, `voided`: ends.
 * - `expired`: the window has closed with nothing chosen; `renewing` while a fresh intent is asked for.
 * - `unreachable`: the session could not be loaded; trying again may help.
 * - `refused`: the session was refused; trying again can't help.
 * - `blocked`: no way to be paid is offered that this version knows.
 */
export type DisbursementStep =
  | "loading"
  | "requirement"
  | "method"
  | "review"
  | "sending"
  | "waiting"
  | "processing"
  | "unknown"
  | "success"
  | "failed"
  | "rejected"
  | "refunded"
  | "voided"
  | "expired"
  | "unreachable"
  | "refused"
  | "blocked";

/** What stands above the review. */
export type DisbursementNotice =
  | { readonly type: "amountChanged" }
  | { readonly type: "notSent" }
  | { readonly type: "refused"; readonly code: string; readonly message: string };

/** Everything that the view and the next transition need. */
export interface DisbursementState {
  readonly step: DisbursementStep;
  /** Answers carry the number of the run that they belong to; those of an earlier one are late and ignored. */
  readonly run: number;
  readonly session: ReadDisbursementSession | null;
  /** What the customer is shown, and agrees to by confirming. */
  readonly amounts: PayoutAmounts | null;
  /** What is asked for in `requirement`. */
  readonly owed: OwedStep | null;
  /** Raised for each requirement that is asked for: the same one asked again starts anew. */
  readonly asked: number;
  /** Types of everything that was owed since the frame was opened: the steps that lie behind count too. */
  readonly plan: readonly string[];
  /** The customer fills in the tax form later. */
  readonly w9Deferred: boolean;
  /** Kept until the request is known to have arrived. */
  readonly choice: PayoutChoice | null;
  /** Why the service refused what was typed: its error code. */
  readonly problem: string | null;
  readonly notice: DisbursementNotice | null;
  /** Status of the intent as it was last heard; an open list. */
  readonly status: string | null;
  readonly disbursement: ReadDisbursement | null;
  /** Number of the attempt: one idempotency key for each. Raised only when the last one's outcome is known. */
  readonly attempt: number;
  /** Tries in a row that got no answer. */
  readonly tries: number;
  /** How often the status was asked in this step. */
  readonly polls: number;
  readonly renewing: boolean;
  readonly failure: ApiFailure | null;
  /** Type of the result that the page was told last. */
  readonly told: DisbursementResult["type"] | null;
}

/** What happens. `run` is given by everything that answers an effect. */
export type DisbursementEvent =
  | { type: "secretReceived" }
  | { type: "sessionLoaded"; run: number; session: ReadDisbursementSession }
  | { type: "sessionFailed"; run: number; failure: ApiFailure }
  | { type: "retry" }
  /** As far as its step knows: the service is asked what comes next. */
  | { type: "requirementMet" }
  | { type: "w9Deferred" }
  | { type: "methodChosen"; choice: PayoutChoice }
  | { type: "changeMethod" }
  | { type: "confirm" }
  | { type: "answered"; run: number; disbursement: ReadDisbursement }
  | { type: "attemptFailed"; run: number; failure: ApiFailure }
  | {
      type: "statusAnswered";
      run: number;
      status: string;
      disbursement: ReadDisbursement | null;
    }
  | { type: "statusFailed"; run: number; failure: ApiFailure }
  /** The page is looked at again, or the connection is back. */
  | { type: "woken" }
  | { type: "renewFailed"; run: number };

/** What is to be done; the flow does it and answers with an event of the same `run`. */
export type DisbursementEffect =
  | { type: "load"; run: number }
  | {
      type: "send";
      run: number;
      attempt: number;
      request: PayoutRequest;
      netAmount: number;
      delayMs: number;
    }
  | { type: "lookUp"; run: number; delayMs: number }
  | { type: "renewSecret"; run: number }
  | { type: "finish"; result: DisbursementResult }
  | { type: "refuseLoad"; failure: ApiFailure };

/** Before anything is known. */
export const firstState: DisbursementState = {
  step: "loading",
  run: 0,
  session: null,
  amounts: null,
  owed: null,
  asked: 0,
  plan: [],
  w9Deferred: false,
  choice: null,
  problem: null,
  notice: null,
  status: null,
  disbursement: null,
  attempt: 1,
  tries: 0,
  polls: 0,
  renewing: false,
  failure: null,
  told: null,
};
