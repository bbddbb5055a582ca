export { createHttpRates } from "./http-rates.ts";
export {
  type ExactRate,
  type RatesProvider,
  RatesUnavailable,
  readRate,
} from "./rates-provider.ts";
