import { readProfile } from "../../../customers/profile/index.ts";
import type { Operator } from "../../../operators/accounts/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { IntentRecord } from "../../records.ts";
import type { RouteDecision } from "../../routing/index.ts";

interface CardToRoute {
  readonly paymentId: string;
  /** The total with fees and tax. */
  readonly totalMinor: number;
  readonly brand: string;
  /** The first digits of the card number, at least six. */
  readonly prefix: string;
  readonly isStored: boolean;
}

/**
 * Chooses a processor by the operator's rules. The decision keeps the customer's country, which the figures group by.
 * Throws `processor_unavailable` when no processor can take the payment.
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
        // Always: the issuer asks for a challenge only after routing.
        "three_d_secure",
        ...(isStored ? (["stored_credentials"] as const) : []),
      ],
    },
    operator.settings.routingRules,
  );
  if (!decision) throw new ApiError("processor_unavailable");
  return decision;
}
