import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { KnownCustomer } from "../../profile/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import type { KycVerificationRow } from "../tables.ts";

/** Which case, and who works on it. */
export interface ReviewKey {
  operatorId: string;
  kycVerificationId: string;
  staffId: string;
}

/** The case's row. Throws 404, for another operator's too. */
export async function requireRow(deps: KycDeps, key: ReviewKey): Promise<KycVerificationRow> {
  const row = await deps.database.kysely
    .selectFrom("kyc_verifications")
    .selectAll()
    .where("kyc_verification_id", "=", key.kycVerificationId)
    .where("operator_id", "=", key.operatorId)
    .executeTakeFirst();
  if (!row) throw new ApiError("resource_not_found");
  await deps.keyring.load(key.operatorId);
  return row;
}

/** The case's row, held until the transaction ends; lock the customer first. */
export async function lockRow(tx: Tx, key: ReviewKey): Promise<KycVerificationRow> {
  return tx
    .selectFrom("kyc_verifications")
    .selectAll()
    .where("kyc_verification_id", "=", key.kycVerificationId)
    .where("operator_id", "=", key.operatorId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** What a decision must be about: the case and the name and date of birth as they were shown. */
export function versionOf(row: KycVerificationRow, customer: KnownCustomer): string {
  return `${row.version}.${Date.parse(customer.identityChangedAt)}`;
}
