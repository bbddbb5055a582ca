import { randomUUID } from "node:crypto";
import type { TestService } from "./create-test-service.ts";

/** Adds active admins with these ids, who cannot log in. The service refuses decisions by people without a row. */
export async function insertStaff(
  { service, operator, clock }: TestService,
  staffIds: readonly string[],
): Promise<void> {
  const now = new Date(clock.nowMs());
  await service.deps.database.kysely
    .insertInto("staff")
    .values(
      staffIds.map((staffId) => ({
        staff_id: staffId,
        operator_id: operator.operatorId,
        role: "admin" as const,
        status: "active" as const,
        email_sealed: "",
        email_index: randomUUID(),
        totp_last_step: 0,
        version: 1,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}
