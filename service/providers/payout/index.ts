export {
  checkPayouts,
  type PayoutCheckStep,
  type PayoutCheckStepName,
} from "./check/check-payouts.ts";
export { payoutTests } from "./check/test-payouts.ts";
export { reasonOfReturn } from "./kit/bank-reasons.ts";
export {
  barConsent,
  claimConsents,
  completeConsent,
  countConsents,
  type DueConsent,
  deleteConsent,
  deleteConsents,
  heldPayerOf,
  type KeptConsent,
  keepConsent,
  lockConsent,
  loginLifeMs,
  markConsentEnded,
  payerOf,
  postponeConsent,
  readConsent,
  recheckConsent,
} from "./kit/payout-consents.ts";
export { deletePayees, storedPayees } from "./kit/payout-payees.ts";
export { storedReferences } from "./kit/payout-references.ts";
export { createPayoutDirectory, type PayoutDirectory } from "./payout-directory.ts";
export {
  canSend,
  type ExpectedPayout,
  type LoginConsent,
  type LookUpTimes,
  type PayoutCapabilities,
  type PayoutConsent,
  type PayoutMethod,
  type PayoutNotice,
  type PayoutOrder,
  type PayoutOutcome,
  type PayoutProvider,
} from "./payout-provider.ts";
export { type PayoutSettings, payoutSettings } from "./payout-settings.ts";
export {
  accountOfPayouts,
  isPayoutTestAccount,
  type PayoutProcessorSettings,
  secretsOfPayouts,
  vendorsWithNotices,
} from "./vendor-settings.ts";
