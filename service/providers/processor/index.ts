export { isNative } from "#contract/connectors/card-capabilities";
export type {
  AnswerOutcome,
  CardProcessor,
  ChallengeEnd,
  ChargeOrder,
  ChargeOutcome,
  ExpectedAnswer,
  ExpectedCharge,
  ExpectedRefund,
  NativeAuthentication,
  NativeOrder,
  ProcessorRefundKind,
  RefundOrder,
  RefundOutcome,
  ReversalOutcome,
} from "./card-processor.ts";
export { type CheckStep, type CheckStepName, checkProcessor } from "./check/check-processor.ts";
export { createCardProcessor } from "./kit/card-connector.ts";
export { forbidsRetry, stopsCard } from "./kit/charge-facts.ts";
export { guardCharges } from "./kit/guard-charges.ts";
export {
  type NamedChange,
  type NoticeContent,
  type OutcomeNotice,
  unnamedReason,
} from "./kit/notices.ts";
export type { SettledBatch } from "./kit/settled-batches.ts";
export { createProcessorDirectory, type ProcessorDirectory } from "./processor-directory.ts";
export {
  isTestAccount,
  type ProcessorConnector,
  type ProcessorSettings,
  processorSettings,
  routable,
} from "./processor-settings.ts";
export {
  accountOfProcessor,
  capabilitiesOf,
  connectorFor,
  secretsOf,
  vendorTests,
} from "./vendor-settings.ts";
