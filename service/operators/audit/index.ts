export { type AuditDeps, appendAudit } from "./append-audit.ts";
export {
  type AuditActor,
  type AuditDetail,
  type AuditEvent,
  apiActorOf,
  readDetails,
} from "./audit-entry.ts";
export { type AuditFilter, listAudit } from "./list-audit.ts";
export { type AuditProblem, type AuditVerdict, verifyAudit } from "./verify-audit.ts";
