import type { TransStatus } from "#contract/connectors/three-ds";

/** What to do when 3-D Secure could not be carried out (U, D, no response). */
export type UnavailablePolicy = "decline" | "authorise";

/** `confirmed_only`: the issuer must confirm with the customer. */
type AuthenticationPolicy = UnavailablePolicy | "confirmed_only";

export type AuthenticationDecision =
  | { readonly type: "authorise" }
  | { readonly type: "challenge" }
  | { readonly type: "refuse"; readonly reason: string };

/** Payment reasons for an EMV `transStatusReason` that says more than "failed". */
const reasonByStatusReason: Readonly<Record<string, string>> = {
  "05": "expired_card",
  "10": "stolen_card",
  "11": "fraudulent",
  "14": "authentication_timed_out",
};

/** Payment reasons by `challengeCancel` of the RReq. 01: the cardholder canceled. 04, 05 and 08: the ACS timed out. */
const reasonByCancel: Readonly<Record<string, string>> = {
  "01": "authentication_canceled",
  "04": "authentication_timed_out",
  "05": "authentication_timed_out",
  "08": "authentication_timed_out",
};

/**
 * Decides by `transStatus` (docs/payments/cards.md). Y and A authorize. I authorizes without liability shift. C
 * challenges in an ARes and refuses in an RReq. U and D follow the operator's setting, which declines by default. N, R
 * and a failed or canceled challenge refuse. With `confirmed_only`, A and I count as U: the customer confirmed nothing.
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
      // The customer or a time-out ended this challenge, so the setting for U does not apply.
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

/** The policy for a payment. Where a challenge is mandatory, only a confirmed payment is authorized. */
export function policyFor(
  { threeDSecureUnavailable }: { readonly threeDSecureUnavailable: UnavailablePolicy },
  { mandateChallenge }: { readonly mandateChallenge: boolean },
): AuthenticationPolicy {
  return mandateChallenge ? "confirmed_only" : threeDSecureUnavailable;
}

/** Decides when the directory server or issuer could not be reached. */
export function decideWhenUnavailable(policy: AuthenticationPolicy): AuthenticationDecision {
  return policy === "authorise"
    ? { type: "authorise" }
    : { type: "refuse", reason: "authentication_unavailable" };
}
