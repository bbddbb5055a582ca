export type { DeliveryStatus, DeliverySummary, DeliveryTry } from "./delivery-log.ts";
export { type EventSettings, eventSettings } from "./event-settings.ts";
export {
  type EventCtesOptions,
  eventBodyPlace,
  eventCtes,
  eventParameterCount,
  eventParameters,
  type NewEvent,
  recordEvent,
  type SealedEvent,
  sealEvent,
} from "./events.ts";
export { type EndpointForStaff, listEndpoints } from "./list-endpoints.ts";
export { firstEventAt, listEvents } from "./list-events.ts";
export { sealedTables } from "./sealed-columns.ts";
export {
  type DeliveryFilter,
  type FoundDelivery,
  readDelivery,
  searchDeliveries,
} from "./search-deliveries.ts";
export { createStreams } from "./streams/create-streams.ts";
export { createWebhooks, type Webhooks } from "./webhooks.ts";
