export { openPricing } from "./open-pricing.ts";
export { type Price, type PriceDetail, priceOf, type TaxReport, toBreakdown } from "./price.ts";
export type { PriceRequest as PriceQuestion, Pricing } from "./pricing.ts";
export { nullIfUnavailable } from "./sales-tax-of.ts";
export type { SurchargeDecision } from "./surcharge.ts";
