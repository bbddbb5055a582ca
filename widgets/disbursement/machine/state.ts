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
} from "../../client/disbursement-responses.ts";
import type { ReadRequirement } from "../../steps/steps-api.ts";

type WithoutAmount<T> = T extends unknown ? Omit<T, "netAmount"> : never;

/** A request without its amount, which is added when the request is sent. */
export type PayoutRequest = WithoutAmount<ChooseDisbursementMethod>;

/** The chosen payout method, and how to show it before the service has seen it. */
export interface PayoutChoice {
  readonly request: PayoutRequest;
  readonly method: ReadPayoutMethod;
  readonly arrival: PayoutArrival;
}

/**
 * The customer's step in the payout.
 * - `loading`: the session is loading.
 * - `requirement`: the customer must complete something before money may move; one at a time.
 * - `method`: the choice of a payout method, with an earlier refusal.
 * - `review`: everything that will happen, to be confirmed.
 * - `sending`: the request was sent, or its outcome is being looked up.
 * - `waiting`: the operator has to approve; the customer may leave.
 * - `processing`: approved, the money is on its way; the customer may leave.
 * - `unknown`: a status that this version does not know; polled.
 * - `success`, `failed`, `rejected`, `refunded`, `voided`: final.
 * - `expired`: the intent expired without a choice, or can no longer be read (`status` is null: it may have been paid
 *   out); `renewing` while the page is asked for a new one.
 * - `unreachable`: the session did not load; trying again may help.
 * - `refused`: the service refused the session; trying again does not help.
 * - `blocked`: the intent offers no payout method that this version knows.
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

export type DisbursementNotice =
  | { readonly type: "amountChanged" }
  | { readonly type: "notSent" }
  | { readonly type: "refused"; readonly code: string; readonly message: string };

export interface DisbursementState {
  readonly step: DisbursementStep;
  /** Responses of earlier runs are ignored. */
  readonly run: number;
  readonly session: ReadDisbursementSession | null;
  /** What the customer sees and agrees to by confirming. */
  readonly amounts: PayoutAmounts | null;
  /** The requirement to complete in step `requirement`. */
  readonly requirement: ReadRequirement | null;
  /** Counts the requirements shown, so that a requirement that is shown again starts empty. */
  readonly requirementsShown: number;
  /** Types of every requirement since the frame opened; completed steps count too. */
  readonly plan: readonly string[];
  /** The customer chose to fill in the tax form later. */
  readonly w9Deferred: boolean;
  /** Kept until the service has received the request. */
  readonly choice: PayoutChoice | null;
  /** Error code of a refusal of typed data. */
  readonly problem: string | null;
  readonly notice: DisbursementNotice | null;
  /** Last known status of the intent; an open list. */
  readonly status: string | null;
  readonly disbursement: ReadDisbursement | null;
  /** Each attempt has one idempotency key. The number rises only when the last attempt's outcome is known. */
  readonly attempt: number;
  /** Tries in a row without a response. */
  readonly tries: number;
  /** Status requests in this step. */
  readonly polls: number;
  readonly renewing: boolean;
  readonly failure: ApiFailure | null;
  /** Type of the last result reported to the page. */
  readonly reported: DisbursementResult["type"] | null;
}

/** Every response to an effect carries its `run`. */
export type DisbursementEvent =
  | { type: "secretReceived" }
  | { type: "sessionLoaded"; run: number; session: ReadDisbursementSession }
  | { type: "sessionFailed"; run: number; failure: ApiFailure }
  | { type: "retry" }
  /** The service decides what comes next. */
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
  /** The customer looks at the page again, or the connection is back. */
  | { type: "woken" }
  | { type: "renewFailed"; run: number };

/** The flow carries out each effect and answers with an event of the same `run`. */
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

export const firstState: DisbursementState = {
  step: "loading",
  run: 0,
  session: null,
  amounts: null,
  requirement: null,
  requirementsShown: 0,
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
  reported: null,
};
