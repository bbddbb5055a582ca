import type { FastifyRequest } from "fastify";
import { w9ConfirmationHeader } from "#contract/client/w9";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { grantOf } from "../../../platform/http/authentication.ts";
import type { W9Grant } from "../links/capture-link.ts";
import type { W9Origin } from "../store/access-log.ts";
import { findForm } from "../store/w9-store.ts";
import type { W9FormRow } from "../tables.ts";
import type { TaxDeps, TaxSubject } from "../tax-deps.ts";
import { readToken } from "./tokens.ts";

export interface W9Caller {
  /** The row when the request arrived. */
  readonly row: W9FormRow;
  readonly subject: TaxSubject;
  /** How the caller was confirmed; null for the link alone. */
  readonly confirmedBy: "intent" | "date_of_birth" | "phone" | null;
  readonly from: W9Origin;
}

/** The caller of a request. Throws like {@link grantOf}. */
export function w9CallerOf(deps: TaxDeps, request: FastifyRequest): W9Caller {
  const { w9: row, isInIntent } = grantOf<W9Grant>(request, "w9");
  const token = request.headers[w9ConfirmationHeader.toLowerCase()];
  const proven = readToken(deps, row, token);
  return {
    row,
    subject: { operatorId: row.operator_id, externalCustomerId: row.external_customer_id },
    confirmedBy: isInIntent ? "intent" : proven === "receipt" ? null : proven,
    from: {
      ipAddress: request.ip,
      userAgent: (request.headers["user-agent"] ?? "").slice(0, 500),
    },
  };
}

/**
 * Reads the form, which must be pending. Throws ApiError `w9_already_completed`, and `resource_not_found` if the
 * customer was erased in the meantime.
 */
export async function requirePending(tx: Tx, { row }: W9Caller): Promise<W9FormRow> {
  const current = await findForm(tx, row.operator_id, row.w9_id);
  if (!current) throw new ApiError("resource_not_found");
  if (current.status !== "pending") throw new ApiError("w9_already_completed");
  return current;
}
