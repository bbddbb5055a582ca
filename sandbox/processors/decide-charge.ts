import type { ChargeRequest } from "#contract/connectors/processor";
import { cardScript } from "../catalogue/card-script.ts";
import type { ChargeFault, ChargeScript } from "../catalogue/scripts.ts";

/** The processor's decision, with an optional fault of its response. */
export interface ChargeDecision {
  outcome: ChargeScript["outcome"];
  fault?: ChargeFault;
}

/** Whether the issuer confirms the charge's 3-D Secure proof. */
export type ProofCheck = (proof: NonNullable<ChargeRequest["threeDSecure"]>) => boolean;

const declinedFor = (declineCode: string): ChargeDecision => ({
  outcome: { status: "declined", declineCode },
});

/**
 * Decides by the card number's script. A card that requires authentication gets a soft decline unless the proof says Y.
 * A proof that the issuer does not know is declined as a forgery.
 */
export function decideCharge(request: ChargeRequest, isGenuine: ProofCheck): ChargeDecision {
  const script = cardScript(request.card.number).charge;
  if (request.threeDSecure && !isGenuine(request.threeDSecure)) {
    return declinedFor("authentication_failed");
  }
  if (script.requiresAuthentication && request.threeDSecure?.transStatus !== "Y") {
    return declinedFor("authentication_required");
  }
  return script.fault
    ? { outcome: script.outcome, fault: script.fault }
    : { outcome: script.outcome };
}
