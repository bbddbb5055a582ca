import type { Kysely } from "kysely";
import type { KycVerification } from "#contract/api/customers";
import type { Tables } from "../../platform/database/tables.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import type { CustomerRow } from "./tables.ts";

export interface KycOutcome {
  checks: { code: string; result: string; message: string }[];
  /** `message` is for the customer, `staffMessage` for reviewers only. */
  reasons: { code: string; message: string; staffMessage: string }[];
  canRetry: boolean;
  retakeSides: string[];
}

export function verificationPlace(
  row: Pick<Tables["kyc_verifications"], "operator_id" | "kyc_verification_id">,
  column: "outcome_sealed" | "reading_sealed" | "decision_reason_sealed",
) {
  const { operator_id: operatorId, kyc_verification_id: id } = row;
  return { operatorId, table: "kyc_verifications", column, id };
}

/** Decrypts the outcome; undefined if there is none yet, or if it cannot be decrypted. */
export function openOutcome(
  keyring: Pick<Keyring, "decryptField">,
  row: Tables["kyc_verifications"],
): KycOutcome | undefined {
  const sealed = row.outcome_sealed;
  if (sealed === null) return undefined;
  const place = verificationPlace(row, "outcome_sealed");
  return unlessBroken(() => JSON.parse(keyring.decryptField(place, sealed)));
}

/** A verification as the API shows it (docs/customers/identity.md). */
export function presentVerification(
  keyring: Pick<Keyring, "decryptField">,
  row: Tables["kyc_verifications"],
): KycVerification {
  const outcome = openOutcome(keyring, row);
  return {
    kycVerificationId: row.kyc_verification_id,
    externalCustomerId: row.external_customer_id,
    type: row.document_type,
    status: row.status,
    checks: outcome?.checks ?? [],
    reasons: (outcome?.reasons ?? []).map(({ code, message }) => ({ code, message })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    documentExpiresOn: row.document_expires_on,
  };
}

/** The verifications of these customers of one operator, newest first. */
export function loadVerifications(
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Tables["kyc_verifications"][]> {
  if (externalCustomerIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("kyc_verifications")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "in", [...externalCustomerIds])
    .orderBy("kyc_verification_id", "desc")
    .execute();
}

export function verificationsOf(
  keyring: Pick<Keyring, "decryptField">,
  history: readonly Tables["kyc_verifications"][],
  customer: Pick<CustomerRow, "external_customer_id">,
): KycVerification[] {
  return history
    .filter((row) => row.external_customer_id === customer.external_customer_id)
    .map((row) => presentVerification(keyring, row));
}
