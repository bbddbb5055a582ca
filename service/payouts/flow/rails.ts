import type { PayoutArrival } from "#contract/client/disbursements";
import type { WirePayoutDestination } from "#contract/connectors/payout";
import { fieldRefusal } from "../../platform/http/api-error.ts";
import {
  canSend,
  type PayoutDirectory,
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
 * A type that the operator has not enabled has no rail. Nor have bank accounts if the operator chose ACH files and no
 * bank accepts them: money never uses a rail that the operator did not choose.
 */
export function createRails({ processors, ach, hasBankLogin, loginPayer }: RailParts): PayoutRails {
  return {
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

/** Chooses a rail. Throws 400 `payout_method_type_not_enabled` if there is none. */
export function requireRail(...asked: Parameters<typeof railFor>): PayoutProvider {
  const provider = railFor(...asked);
  if (!provider) throw fieldRefusal("payout_method_type_not_enabled", "type");
  return provider;
}

/** Without a consent, an account shared by bank login is paid like a typed one. */
function railTypeOf(type: string): WirePayoutDestination["type"] | undefined {
  return type === "pay_by_bank" ? "bank" : wireTypes.find((each) => each === type);
}

const wireTypes = ["bank", "card", "crypto"] as const;

const unknownArrival: PayoutArrival = { unit: "business_days", least: 1, most: 5 };

export function arrivalOf(provider: PayoutProvider | undefined, type: string): PayoutArrival {
  const method = railTypeOf(type);
  const { arrivals = {} } = provider?.capabilities ?? {};
  const ofLogin = type === "pay_by_bank" ? arrivals.bank_login : undefined;
  return ofLogin ?? (method && arrivals[method]) ?? unknownArrival;
}
