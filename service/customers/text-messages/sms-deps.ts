import type { Operator } from "../../operators/accounts/index.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { SmsSender } from "../../providers/sms/index.ts";

/** What this domain is given. `sender` is null where no carrier is configured. */
export interface SmsDeps extends PlatformDeps {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
  sender: SmsSender | null;
}
