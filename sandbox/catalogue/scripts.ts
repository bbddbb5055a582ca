/** What a processor's connection does, apart from its answer. */
export type ChargeFault =
  /** Takes the charge and never answers. */
  | "silent_after_charging"
  /** Never answers and takes nothing. */
  | "silent_without_charging"
  /** Takes the charge and answers 500. */
  | "error_after_charging"
  /** Answers 503 and takes nothing. */
  | "error_without_charging"
  /** Takes the charge and drops the connection. */
  | "dropped_after_charging"
  /** Answers rightly, but after four seconds. */
  | "slow"
  /** Lies: the answer names one minor unit more than was asked for. */
  | "wrong_amount"
  /** Lies: 200 with a page of HTML. */
  | "garbled"
  /** Lies: the answer names another currency. */
  | "wrong_currency";

/** What a processor does with a card. */
export interface ChargeScript {
  outcome:
    | { status: "approved" }
    | { status: "declined"; declineCode: string }
    /** Answered `pending`; a later look-up tells `settles`, if it is ever told. */
    | { status: "pending"; settles: "approved" | "declined" | "never"; declineCode?: string }
    /** A status that the connector's document does not know (approved in the books). */
    | { status: "unheard_of"; word: string };
  fault?: ChargeFault;
  /** Declines as `authentication_required` (a soft decline) unless the cardholder authenticated (Y). */
  requiresAuthentication?: true;
}

/** What the payout processor does with a payout. */
export interface PayoutScript {
  /** `paid` at once; `paid_later` and `failed_later` a little later; `returned_later` after it was paid. */
  outcome:
    | "paid"
    | "paid_later"
    | "declined"
    | "failed_later"
    | "returned_later"
    | "pending_forever";
  reasonCode?: string;
  /** Every notice about it comes twice. */
  isNoticedTwice?: true;
}

/** Protocol versions that a card's issuer speaks. */
export type ThreeDSVersions = "both" | "2.1.0" | "2.2.0";

/** How the 3DS Method page of a card's issuer behaves. */
export type MethodBehaviour =
  | "completes"
  | "missing"
  /** Never calls the notification URL: the ten-second timer must run out. */
  | "silent"
  /** Calls it after twelve seconds, when nobody waits any more. */
  | "late";

/** `transStatus` of the ARes, or a directory server that is silent or answers `Erro`. */
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

/** What the challenge page does. */
export type ChallengeBehaviour =
  /** A person decides: one-time code or a button. */
  | "manual"
  /** Succeeds by itself. */
  | "auto_success"
  /** Fails by itself. */
  | "auto_failure"
  /** By itself, and the result is reported twice. */
  | "duplicate_result"
  /** By itself, and the result is reported after the customer is back. */
  | "late_result"
  /** By itself, and the result is never reported. */
  | "missing_result"
  /** The page that comes back says Y, the reported result says N. */
  | "lying_page"
  /** A page that never goes on. */
  | "stuck";

/** What a card's issuer does in 3-D Secure. */
export type ThreeDSScript =
  | { enrolled: false }
  | {
      enrolled: true;
      versions: ThreeDSVersions;
      method: MethodBehaviour;
      authentication: AuthenticationBehaviour;
      challenge: ChallengeBehaviour;
      /** Answers C in place of `authentication` when the requestor mandates a challenge (04). */
      challengesWhenMandated?: true;
    };

/** Everything that the outside parties do with one card. */
export interface CardScript {
  charge: ChargeScript;
  threeDS: ThreeDSScript;
  /** When money is pushed to it; left out: what it does when it is charged. */
  payout?: PayoutScript;
}
