export { afterFailover, asksForCountry, chooseRoute, type RoutedPayment } from "./choose-route.ts";
export { createRouting, type Routing } from "./create-routing.ts";
export type { HealthNow } from "./processor-health.ts";
export {
  type Failover,
  type FailoverReason,
  isIncapable,
  type RouteDecision,
} from "./route-decision.ts";
