export { countApproval, requireNoLimit } from "./daily-limit.ts";
export { auditActorOf, type Decider, decidedByOf } from "./decider.ts";
export { isOtherThanCreator, requireOtherApprover } from "./dual-control.ts";
export { requireStillAllowed } from "./still-allowed.ts";
