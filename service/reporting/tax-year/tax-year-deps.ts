import type { Selectable } from "kysely";
import type { AuditActor } from "../../operators/audit/index.ts";
import type { PrizesDeps } from "../../tax/prizes/index.ts";
import type { W9Actor } from "../../tax/w9/index.ts";
import type { TaxFilingRow } from "./tables.ts";

/** Dependencies of the tax year domain. */
export type TaxYearDeps = PrizesDeps;

/** Who exports, marks and reads: staff or the operator's command line. */
export type TaxYearActor = Extract<AuditActor, { kind: "staff" | "command" }>;

/** A stored export. */
export type TaxFiling = Selectable<TaxFilingRow>;

/** The actor as the W-9 access log names it. */
export function w9ActorOf(actor: TaxYearActor): W9Actor {
  return actor.kind === "staff" ? `staff:${actor.staffId}` : "service";
}

/** The actor as a filing's row names it. */
export function nameOf(actor: TaxYearActor): string {
  return actor.kind === "staff" ? `staff:${actor.staffId}` : "command";
}
