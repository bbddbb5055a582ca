import type { W9Request } from "#contract/api/tax";
import { recordEvent, sealEvent } from "../../events/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { W9FormRow } from "./tables.ts";

/** Records a form's event, in the transaction that changed the form. */
export async function recordFormEvent(
  deps: Pick<PlatformDeps, "clock" | "random" | "keyring">,
  tx: Tx,
  row: W9FormRow,
  type: "customer_w9_required" | "customer_w9_completed",
  w9CaptureUrl: string | null,
): Promise<void> {
  const event = sealEvent(deps, {
    operatorId: row.operator_id,
    resourceId: row.w9_id,
    sequence: row.version,
    type,
    status: row.status,
    data: presentForm(row, w9CaptureUrl),
    atMs: row.updated_at.getTime(),
  });
  await recordEvent(tx, event);
}

/** Only a pending form has a `w9CaptureUrl`. */
function presentForm(row: W9FormRow, w9CaptureUrl: string | null): W9Request {
  return {
    w9Id: row.w9_id,
    externalCustomerId: row.external_customer_id,
    status: row.status,
    completedAt: row.completed_at?.toISOString() ?? null,
    formRevision: row.form_revision,
    notUsPerson: row.not_us_person,
    backupWithholding: row.backup_withholding,
    w9CaptureUrl,
    w9CaptureUrlExpiresAt: w9CaptureUrl === null ? null : row.link_expires_at.toISOString(),
  };
}
