import type { PayoutArrival } from "../../../contract/client/disbursements.ts";
import type { OperatorSettings } from "../../operators/index.ts";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import type { PayoutProvider } from "../../providers/payout/index.ts";
import type { DisbursementsDeps, PayoutRails } from "../disbursements-deps.ts";

/** The ways that a service has, the first that takes a type serves it. Names must be unique. */
export function createRails(providers: readonly PayoutProvider[]): PayoutRails {
  return {
    forType: (type) => providers.find((provider) => provider.arrivals[type]),
    byName: (name) => providers.find((provider) => provider.name === name),
  };
}

/** The way for a type that the operator has enabled. Throws 400 `payout_method_type_not_enabled`. */
export function requireRail(
  deps: Pick<DisbursementsDeps, "rails">,
  settings: OperatorSettings,
  type: string,
): PayoutProvider {
  const isEnabled = (settings.paymentMethodTypes as readonly string[]).includes(type);
  const provider = isEnabled ? deps.rails.forType(type) : undefined;
  if (!provider) throw fieldRefusal("payout_method_type_not_enabled", "type");
  return provider;
}

const unknownArrival: PayoutArrival = { unit: "business_days", least: 1, most: 5 };

/** How long a provider takes for a type. */
export function arrivalOf(provider: PayoutProvider | undefined, type: string): PayoutArrival {
  return provider?.arrivals[type] ?? unknownArrival;
}
