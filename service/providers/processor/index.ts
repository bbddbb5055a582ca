export type {
  AnswerOutcome,
  CardProcessor,
  ChargeOutcome,
  ExpectedAnswer,
  ExpectedCharge,
  ExpectedRefund,
  ProcessorRefundKind,
  RefundOrder,
  RefundOutcome,
  ReversalOutcome,
} from "./card-processor.ts";
export { createCardProcessor } from "./kit/card-connector.ts";
export { forbidsRetry, stopsCard } from "./kit/charge-facts.ts";
export { createProcessorDirectory, type ProcessorDirectory } from "./processor-directory.ts";
export {
  type ProcessorConnector,
  type ProcessorSettings,
  processorSettings,
  routable,
} from "./processor-settings.ts";
export { capabilitiesOf, connectorFor } from "./vendor-settings.ts";
