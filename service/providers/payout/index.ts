export { createHttpPayoutProcessor, type PayoutProcessorOptions } from "./http-payout-processor.ts";
export type {
  ExpectedPayout,
  PayoutOrder,
  PayoutOutcome,
  PayoutProvider,
} from "./payout-provider.ts";
export { type PayoutSettings, payoutSettings } from "./payout-settings.ts";
