import type { Operator } from "../../operators/accounts/index.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { SmsSender } from "../../providers/sms/index.ts";

/** `sender` is null without a configured carrier. */
export interface SmsDeps extends PlatformDeps {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
  sender: SmsSender | null;
}
