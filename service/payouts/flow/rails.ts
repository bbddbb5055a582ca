import type { PayoutArrival } from "#contract/client/disbursements";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import type { PayoutProvider } from "../../providers/payout/index.ts";
import { mostAchMinor } from "../../rails/ach/index.ts";
import type { DisbursementsDeps, PayoutRails, RailSettings } from "../disbursements-deps.ts";
import type { PayoutRecord } from "../records.ts";
import { achRailName } from "./ach-rail.ts";

/** What a service can send money by; what is not configured is left out. */
interface RailParts {
  readonly processor?: PayoutProvider | undefined;
  /** Bank accounts by file, for operators who have chosen so. */
  readonly ach?: PayoutProvider | undefined;
  /** Whether customers can log in at their bank to share an account. */
  readonly hasBankLogin: boolean;
}

/**
 * The ways that a service has. A type that the operator has not enabled has none, and an operator who has
 * chosen files where no bank takes them has none to bank accounts: money never goes another way than the
 * one that was chosen.
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
 * The way for this payout; undefined where there is none, also for what no ACH file holds: other
 * currencies than US dollars, and more than $99,999,999.99.
 */
export function railFor(
  { rails }: Pick<DisbursementsDeps, "rails">,
  settings: RailSettings,
  type: string,
  { amountMinor, currency }: Pick<PayoutRecord, "amountMinor" | "currency">,
): PayoutProvider | undefined {
  const provider = rails.forType(type, settings);
  const fits =
    provider?.name !== achRailName || (currency === "USD" && amountMinor <= mostAchMinor);
  return fits ? provider : undefined;
}

/** The same; throws 400 `payout_method_type_not_enabled` where there is none. */
export function requireRail(...asked: Parameters<typeof railFor>): PayoutProvider {
  const provider = railFor(...asked);
  if (!provider) throw fieldRefusal("payout_method_type_not_enabled", "type");
  return provider;
}

/** An account that was shared by a bank login is paid like one that was typed. */
function railTypeOf(type: string): string {
  return type === "pay_by_bank" ? "bank" : type;
}

const unknownArrival: PayoutArrival = { unit: "business_days", least: 1, most: 5 };

/** How long a provider takes for a type. */
export function arrivalOf(provider: PayoutProvider | undefined, type: string): PayoutArrival {
  return provider?.arrivals[railTypeOf(type)] ?? unknownArrival;
}
