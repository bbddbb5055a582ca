import { findCustomer } from "../../../customers/profile/index.ts";
import type { Operator } from "../../../operators/accounts/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import type { IntentRecord } from "../../records.ts";
import { asksForCountry, type RouteDecision } from "../../routing/index.ts";

/** A card payment that is about to begin. */
interface CardToRoute {
  readonly paymentId: string;
  /** What is charged, fees and tax included. */
  readonly totalMinor: number;
  readonly brand: string;
  /** Six digits at least. */
  readonly prefix: string;
}

/**
 * Decides by the operator's rules which processor the card goes to. The customer's country is looked up
 * only where a rule asks for it. Refuses with `processor_unavailable` when none takes the currency.
 */
export async function routeCard(
  deps: PaymentsDeps,
  operator: Operator,
  intent: IntentRecord,
  { paymentId, totalMinor, brand, prefix }: CardToRoute,
): Promise<RouteDecision> {
  const { routingRules } = operator.settings;
  const customer = asksForCountry(routingRules)
    ? await findCustomer(deps, intent.operatorId, intent.externalCustomerId)
    : undefined;
  const decision = deps.routing.choose(
    {
      paymentId,
      amountMinor: totalMinor,
      currency: intent.currency,
      type: "card",
      brand,
      funding: deps.pricing.fundingOf(prefix),
      country: customer?.data.address?.country ?? null,
    },
    routingRules,
  );
  if (!decision) throw new ApiError("processor_unavailable");
  return decision;
}
