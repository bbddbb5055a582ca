import type { Selectable } from "kysely";
import type { Webhooks } from "../../events/index.ts";
import type { Operators } from "../../operators/accounts/index.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { PrizeRow } from "./tables.ts";

export interface PrizesDeps extends PlatformDeps {
  operators: Operators;
  /** A requested W-9 sends a webhook event. */
  webhooks: Pick<Webhooks, "wake">;
}

export type Prize = Selectable<PrizeRow>;
