import type { Selectable } from "kysely";
import type { Operators } from "../operators/index.ts";
import type { PrizeRow } from "../platform/database/tables.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { Webhooks } from "../webhooks/index.ts";

/** What the prizes domain is given. */
export interface PrizesDeps extends PlatformDeps {
  operators: Operators;
  /** Recording a prize may ask for a W-9, of which webhooks are told. */
  webhooks: Pick<Webhooks, "wake">;
}

/** A prize as the store holds it. */
export type Prize = Selectable<PrizeRow>;
