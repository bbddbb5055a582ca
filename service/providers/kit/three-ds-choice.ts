import type { SettingsSource } from "../../platform/settings-source.ts";

/** `DIRECTORY_SERVER`'s value without a 3DS server: processors authenticate customers themselves. */
export const noThreeDSServer = "none";

/** Whether the service has a 3DS server; processors take its results. */
export function hasThreeDSServer({ text }: Pick<SettingsSource, "text">): boolean {
  return text("DIRECTORY_SERVER") !== noThreeDSServer;
}
