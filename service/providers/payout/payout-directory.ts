import { callsTo } from "../../platform/observe-calls.ts";
import type { PayoutMethod, PayoutProvider } from "./payout-provider.ts";
import {
  type PayoutContext,
  type PayoutProcessorSettings,
  payoutProviderFor,
} from "./vendor-settings.ts";

/** The configured payout processors. One object for the whole service, because a vendor limits our requests. */
export interface PayoutDirectory {
  /** The processor for this type of destination, if any. */
  forMethod(method: PayoutMethod): PayoutProvider | undefined;
  byName(name: string): PayoutProvider | undefined;
  readonly names: readonly string[];
}

/** Creates the processors. Names and methods must be unique. */
export function createPayoutDirectory(
  processors: readonly PayoutProcessorSettings[],
  context: PayoutContext,
): PayoutDirectory {
  const all = processors.map((settings) =>
    payoutProviderFor(settings, { ...context, http: callsTo(settings.name, context.http) }),
  );
  return {
    forMethod: (method) => all.find(({ capabilities }) => capabilities.arrivals[method]),
    byName: (name) => all.find((provider) => provider.name === name),
    names: all.map(({ name }) => name),
  };
}
