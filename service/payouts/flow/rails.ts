import type { PayoutArrival } from "#contract/client/disbursements";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import {
  canSend,
  type PayoutDirectory,
  type PayoutMethod,
  type PayoutProvider,
} from "../../providers/payout/index.ts";
import type { DisbursementsDeps, PayoutRails, RailSettings } from "../disbursements-deps.ts";
import type { PayoutRecord } from "../records.ts";

/** The rails of this service. An unconfigured rail is left out. */
interface RailParts {
  readonly processors: PayoutDirectory;
  /** ACH files to bank accounts, for operators that chose them. */
  readonly ach?: PayoutProvider | undefined;
  /** Whether customers can log in at their bank to share an account. */
  readonly hasBankLogin: boolean;
}

/**
 * Creates the rails. A type that the operator has not enabled has no rail. If the operator chose
 * ACH files and no bank accepts them, bank accounts have none: money never uses a rail that the
 * operator did not choose.
 */
export function createRails({ processors, ach, hasBankLogin }: RailParts): PayoutRails {
  return {
    forType(type, { bankPayoutRail, paymentMethodTypes }) {
      if (!(paymentMethodTypes as readonly string[]).includes(type)) return undefined;
      if (type === "pay_by_bank" && !hasBankLogin) return undefined;
      const method = railTypeOf(type);
      if (method === undefined) return undefined;
      if (method === "bank" && bankPayoutRail === "nacha") return ach;
      return processors.forMethod(method);
    },
    byName: (name) => (name === ach?.name ? ach : processors.byName(name)),
  };
}

/** The rail for this payout; undefined if there is none, or if it cannot send the amount or the currency. */
export function railFor(
  { rails }: Pick<DisbursementsDeps, "rails">,
  settings: RailSettings,
  type: string,
  payout: Pick<PayoutRecord, "amountMinor" | "currency">,
): PayoutProvider | undefined {
  const provider = rails.forType(type, settings);
  const method = railTypeOf(type);
  return provider && method && canSend(provider, method, payout) ? provider : undefined;
}

/** The rail for this payout; throws 400 `payout_method_type_not_enabled` if there is none. */
export function requireRail(...asked: Parameters<typeof railFor>): PayoutProvider {
  const provider = railFor(...asked);
  if (!provider) throw fieldRefusal("payout_method_type_not_enabled", "type");
  return provider;
}

/** How a payout method is paid. An account shared by bank login is paid like a typed one. */
function railTypeOf(type: string): PayoutMethod | undefined {
  return type === "pay_by_bank" ? "bank" : wireTypes.find((each) => each === type);
}

const wireTypes: readonly PayoutMethod[] = ["bank", "card", "crypto"];

const unknownArrival: PayoutArrival = { unit: "business_days", least: 1, most: 5 };

/** How long a provider takes to deliver money to a destination of this type. */
export function arrivalOf(provider: PayoutProvider | undefined, type: string): PayoutArrival {
  const method = railTypeOf(type);
  return (method && provider?.capabilities.arrivals[method]) ?? unknownArrival;
}
