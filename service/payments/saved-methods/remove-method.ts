import { lockExistingCustomer } from "../../customers/profile/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { statesBefore } from "./method-states.ts";
import type { MethodOwner } from "./records.ts";

type Deps = Pick<PlatformDeps, "clock" | "database" | "keyring">;

/** Keeps only the row with its times, which show when the method existed. */
export function erased({ clock }: Pick<Deps, "clock">) {
  return {
    status: "removed",
    shown_sealed: null,
    details_sealed: null,
    consent_sealed: null,
    method_index: null,
    removed_at: new Date(clock.nowMs()),
  } as const;
}

/**
 * Erases the sealed data and writes an audit entry. False if this customer has no such method. A pending payment
 * continues with its own copy.
 */
export function removeMethod(
  deps: Deps,
  owner: MethodOwner,
  paymentMethodId: string,
  actor: AuditActor | "customer",
): Promise<boolean> {
  const { operatorId, externalCustomerId } = owner;
  return inTransaction(deps.database, async (tx) => {
    await lockExistingCustomer(tx, operatorId, externalCustomerId);
    const removed = await tx
      .updateTable("payment_methods")
      .set(erased(deps))
      .where("payment_method_id", "=", paymentMethodId)
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .where("status", "in", statesBefore("removed"))
      .returning("type")
      .executeTakeFirst();
    if (!removed) return false;
    await appendAudit(deps, tx, operatorId, {
      actor: actor === "customer" ? { kind: "service" } : actor,
      action: "payment_method.removed",
      subject: { type: "payment_method", id: paymentMethodId },
      details: {
        externalCustomerId,
        type: removed.type,
        by: actor === "customer" ? actor : "operator",
      },
    });
    return true;
  });
}
