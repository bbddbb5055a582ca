import { callsTo } from "../../platform/observe-calls.ts";
import type { PayoutMethod, PayoutProvider } from "./payout-provider.ts";
import {
  type PayoutContext,
  type PayoutProcessorSettings,
  payoutProviderFor,
} from "./vendor-settings.ts";

/** The configured payout processors. One object for the whole service, because a vendor limits our requests. */
export interface PayoutDirectory {
  /** The processor that pays to this type of destination; undefined if none is used for it. */
  forMethod(method: PayoutMethod): PayoutProvider | undefined;
  /** The processor with this name; undefined when it is no longer configured. */
  byName(name: string): PayoutProvider | undefined;
  /** The names of all. */
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
