export { createRates } from "./create-rates.ts";
export {
  type ExactRate,
  type RatesProvider,
  RatesUnavailable,
  readRate,
} from "./rates-provider.ts";
export { type RatesConfig, readRatesConfig } from "./rates-settings.ts";
