import type { CustomerData } from "#contract/api/customers";
import { type CustomerDeps, findCustomer, findCustomers } from "../../customers/profile/index.ts";
import type { OperatorSettings, Operators } from "../../operators/accounts/index.ts";
import { dateIn } from "../../platform/date-in.ts";
import type { Domain } from "../../platform/domain.ts";
import type { Log } from "../../platform/log.ts";
import type { CardFunding, CardRanges } from "../../providers/card-ranges/index.ts";
import type { SalesTaxProvider, TaxVendor } from "../../providers/sales-tax/index.ts";
import { type Price, priceOf } from "./price.ts";
import { salesTaxOf, withoutRates } from "./sales-tax-of.ts";
import { type SurchargeDecision, surchargeOf } from "./surcharge.ts";

/** The facts that a price depends on. */
export interface PriceRequest {
  readonly operatorId: string;
  readonly externalCustomerId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The card, once its first digits are known. Other payment methods are never surcharged. */
  readonly card?: {
    /** The brand's id in `credit-card-type`. */
    readonly brand: string;
    /** At least six digits. */
    readonly prefix: string;
  };
  /**
   * Calls no tax service: uses a quote of the last minute, or refuses with `service_unavailable`. For prices that
   * nobody is about to pay.
   */
  readonly asksNobody?: boolean;
}

/** Prices payments. */
export interface Pricing extends Domain {
  /** The price now. Synchronous where the operator charges neither fees nor tax. */
  priceFor(request: PriceRequest): Price | Promise<Price>;
  /**
   * Prices of several payments of one operator, in the same order. Reads their customers in one
   * query, and calls no tax service: null where that is needed.
   */
  pricesFor(operatorId: string, requests: readonly PriceRequest[]): Promise<(Price | null)[]>;
  /** Whether a card is credit, debit or prepaid, by its first 6 to 8 digits. */
  fundingOf(prefix: string): CardFunding;
  /** The tax service that receives sales; null where the table of rates is all. */
  readonly taxVendor: TaxVendor | null;
}

/** What {@link createPricing} needs. Null where there are no such data. */
export interface PricingDeps extends CustomerDeps {
  readonly log: Log;
  readonly operators: Pick<Operators, "get">;
  readonly cardRanges: CardRanges | null;
  readonly salesTax: SalesTaxProvider | null;
  readonly taxVendor: TaxVendor | null;
}

/** Creates the domain. */
export function createPricing(deps: PricingDeps): Pricing {
  const isPlain = ({ surcharge, salesTax }: OperatorSettings) =>
    surcharge === "off" && salesTax === "off";
  const plain = ({ amountMinor, currency }: PriceRequest) => priceOf(amountMinor, currency);
  const price = ({ settings }: { settings: OperatorSettings }, request: PriceRequest) =>
    isPlain(settings) ? plain(request) : priceOfCustomer(deps, settings, request);
  const fundingOf = (prefix: string) => deps.cardRanges?.fundingOf(prefix) ?? "unknown";
  return {
    jobs: [],
    commands: [],
    fundingOf,
    taxVendor: deps.taxVendor,
    priceFor(request) {
      const operator = deps.operators.get(request.operatorId);
      return operator instanceof Promise
        ? operator.then((found) => price(found, request))
        : price(operator, request);
    },
    async pricesFor(operatorId, requests) {
      const { settings } = await deps.operators.get(operatorId);
      if (isPlain(settings)) return requests.map(plain);
      const ids = requests.map(({ externalCustomerId }) => externalCustomerId);
      const customers = await findCustomers(deps, operatorId, ids);
      return Promise.all(
        requests.map((request) => {
          const address = customers.get(request.externalCustomerId)?.data.address ?? null;
          return priceAt(deps, settings, { ...request, asksNobody: true }, address).catch(
            withoutRates,
          );
        }),
      );
    },
  };
}

async function priceOfCustomer(
  deps: PricingDeps,
  settings: OperatorSettings,
  request: PriceRequest,
): Promise<Price> {
  const { operatorId, externalCustomerId } = request;
  const customer = await findCustomer(deps, operatorId, externalCustomerId);
  return priceAt(deps, settings, request, customer?.data.address ?? null);
}

async function priceAt(
  deps: PricingDeps,
  settings: OperatorSettings,
  request: PriceRequest,
  address: CustomerData["address"],
): Promise<Price> {
  const { amountMinor, currency } = request;
  const onDate = dateIn(settings.timeZone, deps.clock.nowMs());
  const fees = surcharge(deps, settings, request, address, onDate);
  const tax = settings.salesTax === "off" ? null : await salesTaxOf(deps, request, address, onDate);
  return priceOf(amountMinor, currency, {
    feesMinor: fees?.feesMinor ?? 0,
    taxMinor: tax?.taxMinor ?? 0,
    detail: {
      ...(fees && { surcharge: fees.decision }),
      ...tax?.detail,
      ...(address?.country && { country: address.country }),
    },
    taxPlace: tax?.taxPlace,
  });
}

function surcharge(
  deps: PricingDeps,
  settings: OperatorSettings,
  { card, amountMinor, currency }: PriceRequest,
  address: CustomerData["address"],
  onDate: string,
) {
  const setting = settings.surcharge;
  if (setting === "off") return;
  const none = (outcome: SurchargeDecision["outcome"]) => ({
    feesMinor: 0,
    decision: { outcome, setting, rule: null },
  });
  if (!card) return none("method");
  if (currency !== "USD") return none("currency");
  return surchargeOf({
    setting,
    baseMinor: amountMinor,
    brand: card.brand,
    funding: deps.cardRanges?.fundingOf(card.prefix) ?? "unknown",
    country: address?.country ?? null,
    state: address?.state ?? null,
    onDate,
  });
}
