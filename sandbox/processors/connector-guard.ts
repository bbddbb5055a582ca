import { problem, type SandboxResponse, type Silence } from "../http/response.ts";
import type { Exchange, Handler } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import type { ProcessorProfile } from "./processor-profile.ts";

/** Wraps a processor's handlers: they need its connector key and respond at its pace. */
export function connectorGuard(
  profile: ProcessorProfile,
  deps: Pick<SandboxDeps, "sleep">,
): (handler: Handler) => Handler {
  return (handler) =>
    async (exchange: Exchange): Promise<SandboxResponse | Silence> => {
      if (exchange.headers["authorization"] !== `Bearer ${profile.connectorKey}`) {
        return problem(401, "unauthorized", "The connector key is missing or wrong.");
      }
      if (profile.answersAfterMs > 0) await deps.sleep(profile.answersAfterMs);
      return handler(exchange);
    };
}
