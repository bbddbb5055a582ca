export { afterFailOver, asksForCountry, chooseRoute, type RoutedPayment } from "./choose-route.ts";
export { createRouting, type Routing } from "./create-routing.ts";
export type { HealthNow } from "./processor-health.ts";
export type { FailOver, FailOverReason, RouteDecision } from "./route-decision.ts";
export { checkProcessors, watchProcessor } from "./watch-processor.ts";
