import type { CallingKey } from "../../platform/http/key-restrictions.ts";
import type { AuditActor } from "../audit/index.ts";

/** The operator's server with an API key, or a staff member. */
export type Decider =
  | ({ readonly kind: "key" } & Pick<CallingKey, "keyId" | "lineId">)
  | { readonly kind: "staff"; readonly staffId: string };

/** The decider as stored: `api`, or `staff:` and an id. */
export function decidedByOf(decider: Decider): string {
  return decider.kind === "key" ? "api" : `staff:${decider.staffId}`;
}

export function auditActorOf(decider: Decider): AuditActor {
  return decider.kind === "key"
    ? { kind: "api", keyId: decider.keyId }
    : { kind: "staff", staffId: decider.staffId };
}
