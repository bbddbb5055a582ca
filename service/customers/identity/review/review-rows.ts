import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { KnownCustomer } from "../../profile/index.ts";
import type { KycDeps } from "../kyc-deps.ts";
import type { KycVerificationRow } from "../tables.ts";

export interface ReviewKey {
  operatorId: string;
  kycVerificationId: string;
  staffId: string;
}

/** Reads a case. Throws 404 for an unknown case and for another operator's. */
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

/** Locks a case. Lock the customer first. Throws 404 if the customer was erased in the meantime. */
export async function lockRow(tx: Tx, key: ReviewKey): Promise<KycVerificationRow> {
  return tx
    .selectFrom("kyc_verifications")
    .selectAll()
    .where("kyc_verification_id", "=", key.kycVerificationId)
    .where("operator_id", "=", key.operatorId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ApiError("resource_not_found"));
}

/** The case, name and date of birth that a decision is about. */
export function versionOf(row: KycVerificationRow, customer: KnownCustomer): string {
  return `${row.version}.${Date.parse(customer.identityChangedAt)}`;
}
