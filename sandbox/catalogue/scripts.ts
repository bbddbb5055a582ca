/** A fault of a processor's connection or response. */
export type ChargeFault =
  /** Charges and never responds. */
  | "silent_after_charging"
  /** Never responds and does not charge. */
  | "silent_without_charging"
  /** Charges and responds 500. */
  | "error_after_charging"
  /** Responds 503 and does not charge. */
  | "error_without_charging"
  /** Responds 429 and does not charge. Only Stripe plays it. */
  | "rate_limited"
  /** Refuses the request, so that certainly nothing was charged. Only Stripe and Worldpay play it. */
  | "refused"
  /** Charges and drops the connection. */
  | "dropped_after_charging"
  /** Responds correctly, after four seconds. */
  | "slow"
  /** The response has one minor unit too much. */
  | "wrong_amount"
  /** Responds 200 with an HTML page. */
  | "garbled"
  /** The response has another currency. */
  | "wrong_currency";

/** How a processor treats a card. */
export interface ChargeScript {
  outcome:
    | { status: "approved" }
    | { status: "declined"; declineCode: string }
    /**
     * Responds `pending`; a later look-up returns `settles`, unless it is `never`. After a short time, or after
     * `afterMs`.
     */
    | {
        status: "pending";
        settles: "approved" | "declined" | "never";
        declineCode?: string;
        afterMs?: number;
      }
    /** A status that the connector's document does not list (booked as approved). */
    | { status: "unheard_of"; word: string };
  fault?: ChargeFault;
  /**
   * Declines with `authentication_required` (a soft decline) unless the cardholder authenticated
   * (Y).
   */
  requiresAuthentication?: true;
}

/** How a processor treats refunds of a card's charges. */
export interface RefundScript {
  outcome:
    | { status: "success" }
    /** Succeeds; later the customer's bank returns the money (`returned_by_bank`). */
    | { status: "returned_later" }
    /**
     * Responds `pending`; a later look-up returns `settles`, unless it is `never`. After a short time, or after
     * `afterMs`.
     */
    | { status: "pending"; settles: "success" | "never"; afterMs?: number }
    | { status: "pending"; settles: "failed"; failureCode: string }
    /** Responds 400 with this code. */
    | { status: "refused"; code: string };
  /** The charge clears with its approval, so that no refund of it is a void. */
  clearsAtOnce?: true;
  fault?: ChargeFault;
}

/** What the customer's bank does after a card's charge was approved. */
export interface DisputeScript {
  /** Disputes the charge after two seconds, with this reason. */
  reasonCode?: string;
  stage?: "inquiry" | "chargeback";
  /** Reports the charge as fraud, too. */
  fraudReport?: true;
}

/** How the payout processor treats a payout. */
export interface PayoutScript {
  /**
   * `paid` at once; `paid_later` and `failed_later` after a short time; `returned_later` after it
   * was paid.
   */
  outcome:
    | "paid"
    | "paid_later"
    | "declined"
    | "failed_later"
    | "returned_later"
    | "pending_forever";
  reasonCode?: string;
  /** Every notification is sent twice. */
  isNoticedTwice?: true;
}

/** Protocol versions that the card's issuer supports. */
export type ThreeDSVersions = "both" | "2.1.0" | "2.2.0";

/** Behaviour of the issuer's 3DS Method page. */
export type MethodBehaviour =
  | "completes"
  | "missing"
  /** Never calls the notification URL; the ten-second timer runs out. */
  | "silent"
  /** Calls it after twelve seconds, which is too late. */
  | "late";

/** `transStatus` of the ARes, or a directory server that never responds or responds `Erro`. */
export type AuthenticationBehaviour =
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

/** Behaviour of the challenge page. */
export type ChallengeBehaviour =
  /** The tester decides: one-time code or a button. */
  | "manual"
  /** Succeeds automatically. */
  | "auto_success"
  /** Fails automatically. */
  | "auto_failure"
  /** Automatic; the result is reported twice. */
  | "duplicate_result"
  /** Automatic; the result is reported after the customer has returned. */
  | "late_result"
  /** Automatic; the result is never reported. */
  | "missing_result"
  /** The returned page says Y, the reported result says N. */
  | "lying_page"
  /** A page that never continues. */
  | "stuck";

/** How the card's issuer behaves in 3-D Secure. */
export type ThreeDSScript =
  | { enrolled: false }
  | {
      enrolled: true;
      versions: ThreeDSVersions;
      method: MethodBehaviour;
      authentication: AuthenticationBehaviour;
      challenge: ChallengeBehaviour;
      /** Responds C instead of `authentication` if the requestor mandates a challenge (04). */
      challengesWhenMandated?: true;
    };

/** Behaviour of all outside parties for one card. */
export interface CardScript {
  charge: ChargeScript;
  threeDS: ThreeDSScript;
  /** Behaviour for refunds of the card's charges. If absent, they succeed. */
  refund?: RefundScript;
  /** What the customer's bank does after the charge. If absent, nothing. */
  dispute?: DisputeScript;
  /** Behaviour for payouts to the card. If absent, the charge's behaviour applies. */
  payout?: PayoutScript;
}
