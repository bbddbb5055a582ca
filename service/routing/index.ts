export type { FailOver, FailOverReason, RouteDecision } from "./route-decision.ts";
