import type { FastifyReply, FastifyRequest } from "fastify";
import type { StaffPermission } from "#contract/console/roles";
import { appendAudit } from "../../../operators/audit/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { dateIn } from "../../../platform/date-in.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { staffOf } from "../console-guard.ts";
import { type Export, sendExport } from "./send-export.ts";
import { whileAllowed } from "./while-allowed.ts";

export interface AuditedExport<Item> extends Omit<Export<Item>, "date"> {
  /** Its name in the audit log; `payments` is logged as `payments.exported`. */
  audited: string;
  /** Without it the person's export ends. */
  permission: StaffPermission;
  filter: Readonly<Record<string, unknown>>;
}

/**
 * Sends an export, and audits it before any data is sent: who exports, and the names of the filters without their
 * values. The connection is cut if the person's access ends.
 */
export async function sendAuditedExport<Item>(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { audited, permission, filter, pieces, ...what }: AuditedExport<Item>,
): Promise<FastifyReply> {
  const staff = staffOf(request);
  const { operatorId, staffId } = staff;
  const { format, total } = what;
  const filters = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  await inTransaction(deps.database, (tx) =>
    appendAudit(deps, tx, operatorId, {
      actor: { kind: "staff", staffId },
      action: `${audited}.exported`,
      subject: { type: "operator", id: operatorId },
      details: { format, total, filters },
    }),
  );
  const { settings } = await deps.operators.get(operatorId);
  return sendExport(reply, {
    ...what,
    pieces: whileAllowed(deps, staff, permission, pieces),
    date: dateIn(settings.timeZone, deps.clock.nowMs()),
  });
}
