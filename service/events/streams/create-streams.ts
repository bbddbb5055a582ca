import type { Domain } from "../../platform/domain.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Webhooks } from "../webhooks.ts";
import { createRequestLog } from "./request-log.ts";
import { registerResendRoute, registerStreamRoutes, type StreamDeps } from "./routes.ts";

/**
 * Creates the streams, which exist only in the sandbox. Register them before the domains whose requests they record.
 */
export function createStreams(
  deps: StreamDeps & Pick<PlatformDeps, "config"> & { webhooks: Pick<Webhooks, "wake"> },
): Domain {
  const isSandbox = deps.config.environment === "sandbox";
  const requests = createRequestLog(deps);
  return {
    register: (app) => {
      if (isSandbox) requests.register(app);
      registerResendRoute(app, deps, deps.webhooks.wake);
      if (isSandbox) registerStreamRoutes(app, deps);
    },
    jobs: isSandbox ? requests.jobs : [],
    commands: [],
  };
}
