import type { SettingsSource } from "../../platform/settings-source.ts";

/** The value of `DIRECTORY_SERVER` for a service without a 3DS server: processors authenticate customers themselves. */
export const noThreeDSServer = "none";

/** Whether the service has a 3DS server, whose results processors take. */
export function hasThreeDSServer({ text }: Pick<SettingsSource, "text">): boolean {
  return text("DIRECTORY_SERVER") !== noThreeDSServer;
}
