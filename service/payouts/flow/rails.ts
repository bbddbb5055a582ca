import type { PayoutArrival } from "#contract/client/disbursements";
import type { WirePayoutDestination } from "#contract/connectors/payout";
import type { AmountLimit } from "#contract/console/payouts";
import { toMajor } from "#contract/money";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import {
  canSend,
  type PayoutDirectory,
  type PayoutMethod,
  type PayoutProvider,
} from "../../providers/payout/index.ts";
import type { DisbursementsDeps, PayoutRails, RailSettings } from "../disbursements-deps.ts";
import type { PayoutRecord } from "../records.ts";

/** The configured rails. An unconfigured one is left out. */
interface RailParts {
  readonly processors: PayoutDirectory;
  /** ACH files, for operators that chose them. */
  readonly ach?: PayoutProvider | undefined;
  readonly hasBankLogin: boolean;
  /** The processor that pays to accounts of new logins. */
  readonly loginPayer: string | null;
}

/**
 * A type that the operator has not enabled has no rail. Bank accounts have none if the operator chose ACH files and no
 * bank is configured for them: money never uses a rail that the operator did not choose.
 */
export function createRails({ processors, ach, hasBankLogin, loginPayer }: RailParts): PayoutRails {
  return {
    names: [...processors.names, ...(ach ? [ach.name] : [])],
    loginPayer,
    ofLogin(payer, type, { bankPayoutRail, paymentMethodTypes }) {
      if (type !== "pay_by_bank" || !paymentMethodTypes.includes(type)) return undefined;
      const provider = bankPayoutRail === "nacha" ? undefined : processors.byName(payer);
      return provider?.capabilities.arrivals.bank_login && provider;
    },
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

/**
 * Finds a rail that can send the amount and the currency. `payer` can pay with the customer's consent. If `payer`
 * cannot pay this payout, another rail pays to the account's number.
 */
export function railFor(
  { rails }: Pick<DisbursementsDeps, "rails">,
  settings: RailSettings,
  type: string,
  payout: Pick<PayoutRecord, "amountMinor" | "currency">,
  payer: string | null,
): PayoutProvider | undefined {
  const own = payer === null ? undefined : rails.ofLogin(payer, type, settings);
  if (own && canSend(own, "bank_login", payout)) return own;
  const provider = rails.forType(type, settings);
  const method = railTypeOf(type);
  return provider && method && canSend(provider, method, payout) ? provider : undefined;
}

/**
 * The limits that keep a payout from being sent: null if the amount fits, or if no amount of the currency could be sent
 * by `types`. A payout above a limit is accepted while withholding lowers it, and withholding can end.
 */
export function amountLimitFor(
  { rails }: Pick<DisbursementsDeps, "rails">,
  settings: RailSettings,
  types: readonly string[],
  payout: Pick<PayoutRecord, "amountMinor" | "currency">,
  payer: string | null,
): AmountLimit | null {
  const { amountMinor, currency } = payout;
  const canPay = (type: string) => railFor({ rails }, settings, type, payout, payer);
  if (types.some(canPay)) return null;
  const ranges = types.flatMap((type) => {
    const own = payer === null ? undefined : rails.ofLogin(payer, type, settings);
    const [other, method] = [rails.forType(type, settings), railTypeOf(type)];
    return [
      ...rangeOf(own, "bank_login", payout),
      ...(method ? rangeOf(other, method, payout) : []),
    ];
  });
  if (ranges.length === 0) return null;
  const minMinor = Math.min(...ranges.map(({ least }) => least));
  const maxMinor = Math.max(...ranges.map(({ most }) => most));
  return {
    netAmount: toMajor(amountMinor, currency),
    currency,
    least: minMinor === 0 ? null : toMajor(minMinor, currency),
    most: maxMinor === Number.POSITIVE_INFINITY ? null : toMajor(maxMinor, currency),
  };
}

/** The amounts that a provider sends in the payout's currency; empty if it sends none. */
function rangeOf(
  provider: PayoutProvider | undefined,
  method: PayoutMethod,
  payout: Pick<PayoutRecord, "amountMinor" | "currency">,
): { least: number; most: number }[] {
  if (!provider) return [];
  const { minMinor: least = 0, maxMinor: most = Number.POSITIVE_INFINITY } = provider.capabilities;
  return canSend(provider, method, { ...payout, amountMinor: least }) ? [{ least, most }] : [];
}

/** Chooses a rail. Throws 400 `payout_method_type_not_enabled` if there is none. */
export function requireRail(...args: Parameters<typeof railFor>): PayoutProvider {
  const provider = railFor(...args);
  if (!provider) throw fieldRefusal("payout_method_type_not_enabled", "type");
  return provider;
}

/** Without a consent, an account shared by bank login is paid like a typed one. */
function railTypeOf(type: string): WirePayoutDestination["type"] | undefined {
  return type === "pay_by_bank" ? "bank" : wireTypes.find((wireType) => wireType === type);
}

const wireTypes = ["bank", "card", "crypto"] as const;

const unknownArrival: PayoutArrival = { unit: "business_days", least: 1, most: 5 };

/** When the customer can expect a payout. One to five business days if the provider does not say. */
export function arrivalOf(provider: PayoutProvider | undefined, type: string): PayoutArrival {
  const method = railTypeOf(type);
  const { arrivals = {} } = provider?.capabilities ?? {};
  const ofLogin = type === "pay_by_bank" ? arrivals.bank_login : undefined;
  return ofLogin ?? (method && arrivals[method]) ?? unknownArrival;
}
