export { openPricing } from "./open-pricing.ts";
export { type Price, type PriceDetail, priceOf, toBreakdown } from "./price.ts";
export type { PriceRequest as PriceQuestion, Pricing } from "./pricing.ts";
export type { SurchargeDecision } from "./surcharge.ts";
