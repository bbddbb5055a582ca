import { randomUUID } from "node:crypto";
import type { StaffRole } from "#contract/console/roles";
import type { TestService } from "./create-test-service.ts";

/** Adds active staff with these ids, who cannot log in. Decisions by others are refused. */
export async function insertStaff(
  { service, operator, clock }: TestService,
  staffIds: readonly string[],
  role: StaffRole = "admin",
): Promise<void> {
  const now = new Date(clock.nowMs());
  await service.deps.database.kysely
    .insertInto("staff")
    .values(
      staffIds.map((staffId) => ({
        staff_id: staffId,
        operator_id: operator.operatorId,
        role,
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
