export { actOnBreak, factsOf } from "./break-actions.ts";
export { allowedActions } from "./break-states.ts";
export type { StoredBreak } from "./break-store.ts";
export { createSettlement, type Settlement } from "./create-settlement.ts";
export { sealedTables } from "./sealed-columns.ts";
export type { SettlementDeps } from "./settlement-deps.ts";
