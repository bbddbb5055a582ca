import type { TransStatus } from "#contract/connectors/three-ds";

/** What the operator wants to happen when 3-D Secure could not be carried out (U, D, no answer). */
export type UnavailablePolicy = "decline" | "authorise";

/** The same for one payment: `confirmed_only` where the customer has to confirm at their bank in any case. */
type AuthenticationPolicy = UnavailablePolicy | "confirmed_only";

/** What follows from the outcome of an authentication. */
export type AuthenticationDecision =
  | { readonly type: "authorise" }
  | { readonly type: "challenge" }
  | { readonly type: "refuse"; readonly reason: string };

/** EMV transStatusReason → a reason of ours, where it says more than "failed". */
const reasonByStatusReason: Readonly<Record<string, string>> = {
  "05": "expired_card",
  "10": "stolen_card",
  "11": "fraudulent",
  "14": "authentication_timed_out",
};

/** `challengeCancel` of the RReq: 01 the cardholder, 04 and 05 the ACS waited in vain. */
const reasonByCancel: Readonly<Record<string, string>> = {
  "01": "authentication_canceled",
  "04": "authentication_timed_out",
  "05": "authentication_timed_out",
  "08": "authentication_timed_out",
};

/**
 * Decisions §3: Y, A authorise; I authorises without liability shift; C challenges; U and D as the
 * operator wants, declined by default; N, R and a failed or cancelled challenge never authorise.
 * `C` is only a way on from an ARes; as a result (RReq) it is a refusal. Where a challenge was mandated A
 * and I are as U: nobody has confirmed.
 */
export function decideAfterAuthentication(
  answer: {
    readonly transStatus: TransStatus;
    readonly transStatusReason?: string | undefined;
    readonly challengeCancel?: string | undefined;
  },
  source: "ARes" | "RReq",
  policy: AuthenticationPolicy,
): AuthenticationDecision {
  switch (answer.transStatus) {
    case "Y":
      return { type: "authorise" };
    case "A":
    case "I":
      return policy === "confirmed_only" ? decideWhenUnavailable(policy) : { type: "authorise" };
    case "C":
      return source === "ARes"
        ? { type: "challenge" }
        : { type: "refuse", reason: "authentication_failed" };
    case "U":
    case "D": {
      // A challenge that the customer or the clock ended is not "could not be carried out".
      const canceled = reasonByCancel[answer.challengeCancel ?? ""];
      if (canceled) return { type: "refuse", reason: canceled };
      return decideWhenUnavailable(policy);
    }
    case "R":
      return {
        type: "refuse",
        reason: reasonByStatusReason[answer.transStatusReason ?? ""] ?? "authentication_rejected",
      };
    case "N":
      return {
        type: "refuse",
        reason:
          reasonByCancel[answer.challengeCancel ?? ""] ??
          reasonByStatusReason[answer.transStatusReason ?? ""] ??
          "authentication_failed",
      };
  }
}

/** A challenge that was mandated can't be left out: without it the payment is declined in any case. */
export function policyFor(
  { threeDSecureUnavailable }: { readonly threeDSecureUnavailable: UnavailablePolicy },
  { mandateChallenge }: { readonly mandateChallenge: boolean },
): AuthenticationPolicy {
  return mandateChallenge ? "confirmed_only" : threeDSecureUnavailable;
}

/** When the directory server or the bank could not be asked at all. */
export function decideWhenUnavailable(policy: AuthenticationPolicy): AuthenticationDecision {
  return policy === "authorise"
    ? { type: "authorise" }
    : { type: "refuse", reason: "authentication_unavailable" };
}
