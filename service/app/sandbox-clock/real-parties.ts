import { isThisMachine } from "../../platform/config-values.ts";
import type { ServiceConfig } from "../read-config.ts";

/**
 * Whether money can be real: in production, and in a sandbox service whose processors or chains are
 * not the sandbox's own. There, nobody may move the clock.
 */
export function hasRealParties(config: ServiceConfig): boolean {
  if (config.environment === "production") return true;
  const { processors, payoutProcessor, sandboxUrl } = config;
  const urls = [...processors, ...(payoutProcessor ? [payoutProcessor] : [])].map(({ url }) => url);
  return !urls.every((url) => isPlayed(url, sandboxUrl));
}

function isPlayed(url: string, sandboxUrl: string): boolean {
  const { origin, hostname } = new URL(url);
  return (
    origin === new URL(sandboxUrl).origin ||
    isThisMachine(hostname) ||
    hostname.endsWith(".localhost")
  );
}
