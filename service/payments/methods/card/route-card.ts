import { readProfile } from "../../../customers/profile/index.ts";
import type { Operator } from "../../../operators/accounts/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { IntentRecord } from "../../records.ts";
import type { RouteDecision } from "../../routing/index.ts";

/** A card payment that needs a processor. */
interface CardToRoute {
  readonly paymentId: string;
  /** The total to charge, with fees and tax. */
  readonly totalMinor: number;
  readonly brand: string;
  /** At least six digits. */
  readonly prefix: string;
  /** Whether the payment saves the card or uses a saved one. */
  readonly isStored: boolean;
}

/**
 * Chooses a processor by the operator's rules. The customer's country is part of the decision, which is stored: the
 * figures count payments by it. Refuses with `processor_unavailable` when no processor can take the payment.
 */
export async function routeCard(
  deps: PaymentsDeps,
  operator: Operator,
  intent: IntentRecord,
  { paymentId, totalMinor, brand, prefix, isStored }: CardToRoute,
): Promise<RouteDecision> {
  const profile = await readProfile(deps, intent.operatorId, intent.externalCustomerId);
  const decision = deps.routing.choose(
    {
      paymentId,
      amountMinor: totalMinor,
      currency: intent.currency,
      type: "card",
      brand,
      funding: deps.pricing.fundingOf(prefix),
      country: profile?.address?.country ?? null,
      needs: [
        // Whether the card's issuer wants it is only known once the processor is chosen.
        "three_d_secure",
        ...(isStored ? (["stored_credentials"] as const) : []),
      ],
    },
    operator.settings.routingRules,
  );
  if (!decision) throw new ApiError("processor_unavailable");
  return decision;
}
