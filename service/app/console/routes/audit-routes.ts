import {
  type AuditEntry,
  auditList,
  auditQuery,
  auditVerification,
  verifyAudit as verifyBody,
} from "#contract/console/audit";
import { listAudit, readDetails, verifyAudit } from "../../../operators/audit/index.ts";
import { staffNames } from "../../../operators/staff/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

/** Names of actors that are not staff. */
const otherActors: Record<string, string> = {
  command: "Command line",
  api: "API (secret key)",
  service: "Tessera",
};

export function registerAuditRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/audit`,
    consoleRoute("audit.read", { querystring: auditQuery, response: auditList }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size, action, actor, subject: subjectId } = request.query;
      const filter = { action, actor, subjectId };
      const { rows, total } = await listAudit(deps, operatorId, { page, size }, filter);
      const ids = rows.flatMap((row) => (row.actor_kind === "staff" ? (row.actor_id ?? []) : []));
      const nameOf = await staffNames(deps, operatorId, ids);
      const data = rows.map((row): AuditEntry => {
        const { actor_id: id, actor_kind: kind } = row;
        const staffId = kind === "staff" ? id : null;
        const other = otherActors[kind] ?? kind;
        const name = staffId === null ? `${other}${id ? ` (${id})` : ""}` : nameOf(staffId).name;
        return {
          sequence: row.sequence,
          at: row.at.toISOString(),
          actor: { kind, staffId, name },
          action: row.action,
          subject: { type: row.subject_type, id: row.subject_id },
          details: readDetails(row.details) ?? { unreadable: row.details },
          previousHash: row.previous_hash,
          hash: row.hash,
        };
      });
      return { data, page, size, total };
    },
  );

  app.post(
    `${consoleApi}/audit/verify`,
    consoleRoute("audit.read", { body: verifyBody, response: auditVerification }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const verdict = await verifyAudit(deps, operatorId, request.body.known);
      const verifiedAt = toIsoTime(deps.clock.nowMs());
      return { ...verdict, intact: verdict.problem === null, verifiedAt };
    },
  );
}
