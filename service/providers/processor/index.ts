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
export { createHttpCardProcessor, type ProcessorOptions } from "./http-card-processor.ts";
export { createProcessorDirectory, type ProcessorDirectory } from "./processor-directory.ts";
export {
  type ProcessorConnector,
  type ProcessorSettings,
  processorSettings,
} from "./processor-settings.ts";
