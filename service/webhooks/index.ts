export type { DeliveryStatus, DeliverySummary, DeliveryTry } from "./delivery-log.ts";
export {
  type EventCtesOptions,
  eventCtes,
  eventParameterCount,
  eventParameters,
  type NewEvent,
  recordEvent,
  type SealedEvent,
  sealEvent,
} from "./events.ts";
export { createWebhooks, type Webhooks } from "./webhooks.ts";
