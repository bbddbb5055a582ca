/** What goes wrong with a processor's connection or response. */
export type ChargeFault =
  /** Charges and never responds. */
  | "silent_after_charging"
  /** Never responds and does not charge. */
  | "silent_without_charging"
  /** Charges and responds 500. */
  | "error_after_charging"
  /** Responds 503 and does not charge. */
  | "error_without_charging"
  /** Responds 429 and does not charge. Only the sandbox's Stripe supports it. */
  | "rate_limited"
  /** Refuses, so that certainly nothing was charged. Only the sandbox's Stripe and Worldpay support it. */
  | "refused"
  /** Charges and drops the connection. */
  | "dropped_after_charging"
  /** Responds correctly, after four seconds. */
  | "slow"
  /** The amount in the response is one minor unit too high. */
  | "wrong_amount"
  /** Responds 200 with an HTML page. */
  | "garbled"
  | "wrong_currency";

export interface ChargeScript {
  outcome:
    | { status: "approved" }
    | { status: "declined"; declineCode: string }
    /** Responds `pending`; a look-up returns `settles`, unless it is `never`, after a short time or `afterMs`. */
    | {
        status: "pending";
        settles: "approved" | "declined" | "never";
        declineCode?: string;
        afterMs?: number;
      }
    /** The connector's document does not list `word` (booked as approved). */
    | { status: "unheard_of"; word: string };
  fault?: ChargeFault;
  /** Soft decline (`authentication_required`) unless the cardholder authenticated (Y). */
  requiresAuthentication?: true;
}

export interface RefundScript {
  outcome:
    | { status: "success" }
    /** Succeeds; later the customer's bank returns the money (`returned_by_bank`). */
    | { status: "returned_later" }
    /** Responds `pending`; a look-up returns `settles`, unless it is `never`, after a short time or `afterMs`. */
    | { status: "pending"; settles: "success" | "never"; afterMs?: number }
    | { status: "pending"; settles: "failed"; failureCode: string }
    /** Responds 400 with this code. */
    | { status: "refused"; code: string };
  /** The charge clears with its approval: no refund of it is a void. */
  clearsAtOnce?: true;
  fault?: ChargeFault;
}

/** What the customer's bank does after the approval. */
export interface DisputeScript {
  /** The bank disputes the charge two seconds later, with this reason. */
  reasonCode?: string;
  stage?: "inquiry" | "chargeback";
  /** The bank also reports the charge as fraud. */
  fraudReport?: true;
}

export interface PayoutScript {
  /** `paid` at once; `paid_later` and `failed_later` after a short time; `returned_later` after it was paid. */
  outcome:
    | "paid"
    | "paid_later"
    | "declined"
    | "failed_later"
    | "returned_later"
    | "pending_forever";
  reasonCode?: string;
  /** Each notification is sent twice. */
  isNoticedTwice?: true;
}

/** Versions that the card's issuer supports. */
export type ThreeDSVersions = "both" | "2.1.0" | "2.2.0";

export type MethodBehavior =
  | "completes"
  | "missing"
  /** Never calls the notification URL, so the ten-second timer runs out. */
  | "silent"
  /** Calls it after twelve seconds, which is too late. */
  | "late";

/** `transStatus` of the ARes, or a directory server that does not respond or responds `Erro`. */
export type AuthenticationBehavior =
  | "Y"
  | "N"
  | "A"
  | "R"
  | "I"
  | "U"
  | "D"
  | "C"
  | "silent"
  | "erro";

export type ChallengeBehavior =
  /** The tester chooses: one-time code or a button. */
  | "manual"
  | "auto_success"
  | "auto_failure"
  /** Reports the result twice. */
  | "duplicate_result"
  /** Reports the result after the customer has returned. */
  | "late_result"
  /** Never reports the result. */
  | "missing_result"
  /** The returned page says Y, the reported result says N. */
  | "lying_page"
  /** Never continues. */
  | "stuck";

/** What the card's issuer does in 3-D Secure. */
export type ThreeDSScript =
  | { enrolled: false }
  | {
      enrolled: true;
      versions: ThreeDSVersions;
      method: MethodBehavior;
      authentication: AuthenticationBehavior;
      challenge: ChallengeBehavior;
      /** Responds C instead of `authentication` if the requestor mandates a challenge (04). */
      challengesWhenMandated?: true;
    };

/** What all outside parties do for one card. */
export interface CardScript {
  charge: ChargeScript;
  threeDS: ThreeDSScript;
  /** If absent, refunds succeed. */
  refund?: RefundScript;
  /** What happens after the charge; if absent, nothing. */
  dispute?: DisputeScript;
  /** If absent, the charge's behavior applies. */
  payout?: PayoutScript;
}
