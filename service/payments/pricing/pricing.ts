import type { CustomerData } from "#contract/api/customers";
import { type CustomerDeps, findCustomer, findCustomers } from "../../customers/profile/index.ts";
import type { OperatorSettings, Operators } from "../../operators/accounts/index.ts";
import { dateIn } from "../../platform/date-in.ts";
import type { Domain } from "../../platform/domain.ts";
import type { Log } from "../../platform/log.ts";
import type { CardFunding, CardRanges } from "../../providers/card-ranges/index.ts";
import type { SalesTaxProvider, TaxVendor } from "../../providers/sales-tax/index.ts";
import { type Price, priceOf } from "./price.ts";
import { nullIfUnavailable, salesTaxOf } from "./sales-tax-of.ts";
import { type SurchargeDecision, surchargeOf } from "./surcharge.ts";

export interface PriceRequest {
  readonly operatorId: string;
  readonly externalCustomerId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Present once the first digits are known. Other payment methods are never surcharged. */
  readonly card?: {
    /** The brand's id in `credit-card-type`. */
    readonly brand: string;
    /** The first digits of the card number, at least six. */
    readonly prefix: string;
  };
  /**
   * For a price that nobody is about to pay: calls no tax service. Uses a quote of the last minute, or throws
   * `service_unavailable`.
   */
  readonly isCachedOnly?: boolean;
}

export interface Pricing extends Domain {
  /** Synchronous where the operator charges neither fees nor tax. */
  priceFor(request: PriceRequest): Price | Promise<Price>;
  /**
   * Prices payments of one operator, in the same order, with one query for their customers. Calls no tax service: null
   * where it would be needed.
   */
  pricesFor(operatorId: string, requests: readonly PriceRequest[]): Promise<(Price | null)[]>;
  /** Looks the funding up by the first 6 to 8 digits. */
  fundingOf(prefix: string): CardFunding;
  /** Null where the table of rates is enough. */
  readonly taxVendor: TaxVendor | null;
}

/** Dependencies of pricing. Null where a data file is missing. */
export interface PricingDeps extends CustomerDeps {
  readonly log: Log;
  readonly operators: Pick<Operators, "get">;
  readonly cardRanges: CardRanges | null;
  readonly salesTax: SalesTaxProvider | null;
  readonly taxVendor: TaxVendor | null;
}

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
        ? operator.then((operator) => price(operator, request))
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
          return priceAt(deps, settings, { ...request, isCachedOnly: true }, address).catch(
            nullIfUnavailable,
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
