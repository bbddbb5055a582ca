import type { Selectable } from "kysely";
import type { AuditActor } from "../../operators/audit/index.ts";
import type { PrizesDeps } from "../../tax/prizes/index.ts";
import type { W9Actor } from "../../tax/w9/index.ts";
import type { TaxFilingRow } from "./tables.ts";

export type TaxYearDeps = PrizesDeps;

/** Staff or the operator's command line. */
export type TaxYearActor = Extract<AuditActor, { kind: "staff" | "command" }>;

export type TaxFiling = Selectable<TaxFilingRow>;

/** The actor in the W-9 access log. */
export function w9ActorOf(actor: TaxYearActor): W9Actor {
  return actor.kind === "staff" ? `staff:${actor.staffId}` : "service";
}

/** The actor's name in a filing's row. */
export function nameOf(actor: TaxYearActor): string {
  return actor.kind === "staff" ? `staff:${actor.staffId}` : "command";
}
