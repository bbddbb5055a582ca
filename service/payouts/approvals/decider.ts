import type { AuditActor } from "../../operators/audit/index.ts";
import type { CallingKey } from "../../platform/http/key-restrictions.ts";

/** Who decides about a payout: the operator's server by one of its keys, or a member of staff. */
export type Decider =
  | ({ readonly kind: "key" } & Pick<CallingKey, "keyId" | "lineId">)
  | { readonly kind: "staff"; readonly staffId: string };

/** As payouts and their history name a decider: `api`, or `staff:` and an id. */
export function decidedByOf(decider: Decider): string {
  return decider.kind === "key" ? "api" : `staff:${decider.staffId}`;
}

/** As the audit log names a decider. */
export function auditActorOf(decider: Decider): AuditActor {
  return decider.kind === "key"
    ? { kind: "api", keyId: decider.keyId }
    : { kind: "staff", staffId: decider.staffId };
}
