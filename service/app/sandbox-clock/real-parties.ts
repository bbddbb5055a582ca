import { isThisMachine } from "../../platform/config-values.ts";
import { isSandboxOrigination } from "../../rails/ach/index.ts";
import type { ServiceConfig } from "../read-config.ts";

/** Whether money can be real: in production, or with any processor, bank or chain that is not the sandbox's. */
export function hasRealParties(config: ServiceConfig): boolean {
  if (config.environment === "production") return true;
  const { processors, payoutProcessors, coins, ach, sandboxUrl } = config;
  const banks = [config.bankLogin, config.payByBank, ...config.earlierBanks];
  const parties = [...processors, ...payoutProcessors, ...banks, ...(coins?.chains ?? [])];
  const arePlayed = parties.every((party) => !party || isPlayed(party.url, sandboxUrl));
  const isBankPlayed = ach.origination === undefined || isSandboxOrigination(ach.origination);
  return !arePlayed || !isBankPlayed;
}

function isPlayed(url: string, sandboxUrl: string): boolean {
  const { origin, hostname } = new URL(url);
  return (
    origin === new URL(sandboxUrl).origin ||
    isThisMachine(hostname) ||
    hostname.endsWith(".localhost")
  );
}
