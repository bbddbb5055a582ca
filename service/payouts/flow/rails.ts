import type { PayoutArrival } from "#contract/client/disbursements";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import type { PayoutProvider } from "../../providers/payout/index.ts";
import { maxAchMinor } from "../../rails/ach/index.ts";
import type { DisbursementsDeps, PayoutRails, RailSettings } from "../disbursements-deps.ts";
import type { PayoutRecord } from "../records.ts";
import { achRailName } from "./ach-rail.ts";

/** The rails of this service. An unconfigured rail is left out. */
interface RailParts {
  readonly processor?: PayoutProvider | undefined;
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
export function createRails({ processor, ach, hasBankLogin }: RailParts): PayoutRails {
  return {
    forType(type, { bankPayoutRail, paymentMethodTypes }) {
      if (!(paymentMethodTypes as readonly string[]).includes(type)) return undefined;
      if (type === "pay_by_bank" && !hasBankLogin) return undefined;
      const isBank = railTypeOf(type) === "bank";
      const provider = isBank && bankPayoutRail === "nacha" ? ach : processor;
      return provider?.arrivals[railTypeOf(type)] ? provider : undefined;
    },
    byName: (name) => [processor, ach].find((provider) => provider?.name === name),
  };
}

/**
 * The rail for this payout; undefined if there is none. ACH files hold US dollars only, up to
 * $99,999,999.99 per entry.
 */
export function railFor(
  { rails }: Pick<DisbursementsDeps, "rails">,
  settings: RailSettings,
  type: string,
  { amountMinor, currency }: Pick<PayoutRecord, "amountMinor" | "currency">,
): PayoutProvider | undefined {
  const provider = rails.forType(type, settings);
  const fits = provider?.name !== achRailName || (currency === "USD" && amountMinor <= maxAchMinor);
  return fits ? provider : undefined;
}

/** The rail for this payout; throws 400 `payout_method_type_not_enabled` if there is none. */
export function requireRail(...asked: Parameters<typeof railFor>): PayoutProvider {
  const provider = railFor(...asked);
  if (!provider) throw fieldRefusal("payout_method_type_not_enabled", "type");
  return provider;
}

/** An account shared by bank login is paid like a typed one. */
function railTypeOf(type: string): string {
  return type === "pay_by_bank" ? "bank" : type;
}

const unknownArrival: PayoutArrival = { unit: "business_days", least: 1, most: 5 };

/** How long a provider takes to deliver money to a destination of this type. */
export function arrivalOf(provider: PayoutProvider | undefined, type: string): PayoutArrival {
  return provider?.arrivals[railTypeOf(type)] ?? unknownArrival;
}
