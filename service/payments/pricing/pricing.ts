import type { CustomerData } from "#contract/api/customers";
import { type CustomerDeps, findCustomer, findCustomers } from "../../customers/profile/index.ts";
import type { OperatorSettings, Operators } from "../../operators/accounts/index.ts";
import { dateIn } from "../../platform/date-in.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { CardFunding, CardRanges } from "../../providers/card-ranges/index.ts";
import type { SalesTaxProvider } from "../../providers/sales-tax/index.ts";
import { type Price, priceOf } from "./price.ts";
import { type SurchargeDecision, surchargeOf } from "./surcharge.ts";

/** What is paid, and with what, as far as the price depends on it. */
export interface PriceRequest {
  readonly operatorId: string;
  readonly externalCustomerId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The card, as soon as its first digits are known. Anything else is never surcharged. */
  readonly card?: {
    /** Its id in `credit-card-type`. */
    readonly brand: string;
    /** Six digits at least. */
    readonly prefix: string;
  };
}

/** Prices payments. */
export interface Pricing {
  /** The price as of now. At once where the operator charges neither fees nor tax. */
  priceFor(question: PriceRequest): Price | Promise<Price>;
  /** Prices of several payments of one operator, in their order; reads their customers at once. */
  pricesFor(operatorId: string, questions: readonly PriceRequest[]): Promise<Price[]>;
  /** What a card draws on, by its first 6 to 8 digits. */
  fundingOf(prefix: string): CardFunding;
}

/** What pricing is given; null where there are no such data. */
export interface PricingDeps extends CustomerDeps {
  readonly operators: Pick<Operators, "get">;
  readonly cardRanges: CardRanges | null;
  readonly salesTax: SalesTaxProvider | null;
}

/** Puts the domain together. */
export function createPricing(deps: PricingDeps): Pricing {
  const isPlain = ({ surcharge, salesTax }: OperatorSettings) =>
    surcharge === "off" && salesTax === "off";
  const plain = ({ amountMinor, currency }: PriceRequest) => priceOf(amountMinor, currency);
  const price = ({ settings }: { settings: OperatorSettings }, question: PriceRequest) =>
    isPlain(settings) ? plain(question) : priceOfCustomer(deps, settings, question);
  const fundingOf = (prefix: string) => deps.cardRanges?.fundingOf(prefix) ?? "unknown";
  return {
    fundingOf,
    priceFor(question) {
      const operator = deps.operators.get(question.operatorId);
      return operator instanceof Promise
        ? operator.then((found) => price(found, question))
        : price(operator, question);
    },
    async pricesFor(operatorId, questions) {
      const { settings } = await deps.operators.get(operatorId);
      if (isPlain(settings)) return questions.map(plain);
      const ids = questions.map(({ externalCustomerId }) => externalCustomerId);
      const customers = await findCustomers(deps, operatorId, ids);
      return Promise.all(
        questions.map((question) => {
          const address = customers.get(question.externalCustomerId)?.data.address ?? null;
          return priceAt(deps, settings, question, address);
        }),
      );
    },
  };
}

async function priceOfCustomer(
  deps: PricingDeps,
  settings: OperatorSettings,
  question: PriceRequest,
): Promise<Price> {
  const { operatorId, externalCustomerId } = question;
  const customer = await findCustomer(deps, operatorId, externalCustomerId);
  return priceAt(deps, settings, question, customer?.data.address ?? null);
}

async function priceAt(
  deps: PricingDeps,
  settings: OperatorSettings,
  question: PriceRequest,
  address: CustomerData["address"],
): Promise<Price> {
  const { amountMinor, currency } = question;
  const onDate = dateIn(settings.timeZone, deps.clock.nowMs());
  const fees = surcharge(deps, settings, question, address, onDate);
  const tax = await salesTax(deps, settings, question, address, onDate);
  return priceOf(amountMinor, currency, {
    feesMinor: fees?.feesMinor ?? 0,
    taxMinor: tax?.taxMinor ?? 0,
    detail: {
      ...(fees && { surcharge: fees.decision }),
      ...(tax && { taxRatePpm: tax.ratePpm, taxJurisdiction: tax.jurisdiction }),
    },
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

/**
 * Of the base amount, halves up to the minor unit; nothing outside the US or without an address. Refuses
 * with `service_unavailable` where there are no rates: what is sold untaxed can't be taxed afterwards.
 */
async function salesTax(
  deps: PricingDeps,
  settings: OperatorSettings,
  { amountMinor, currency }: PriceRequest,
  address: CustomerData["address"],
  onDate: string,
) {
  if (settings.salesTax === "off" || currency !== "USD" || address?.country !== "US") return;
  const { state, postalCode } = address;
  if (state === null || postalCode === null) return;
  if (!deps.salesTax) {
    const cause = new Error("an operator charges sales tax, and SALES_TAX_RATES names no rates");
    throw new ApiError("service_unavailable", { cause });
  }
  const rate = await deps.salesTax.rateAt({ state, postalCode }, onDate);
  if (!rate) return;
  return { ...rate, taxMinor: taxOf(amountMinor, rate.ratePpm) };
}

/** The tax on an amount, halves up. Minor units. */
export function taxOf(amountMinor: number, ratePpm: number): number {
  return Number((BigInt(amountMinor) * BigInt(ratePpm) + 500_000n) / 1_000_000n);
}
