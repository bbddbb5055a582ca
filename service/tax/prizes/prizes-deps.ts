import type { Selectable } from "kysely";
import type { Webhooks } from "../../events/index.ts";
import type { Operators } from "../../operators/accounts/index.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { PrizeRow } from "./tables.ts";

/** What the prizes domain is given. */
export interface PrizesDeps extends PlatformDeps {
  operators: Operators;
  /** Recording a prize may ask for a W-9, of which webhooks are told. */
  webhooks: Pick<Webhooks, "wake">;
}

/** A prize as the store holds it. */
export type Prize = Selectable<PrizeRow>;
