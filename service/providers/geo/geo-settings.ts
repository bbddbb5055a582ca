import { wholeNumber } from "../../platform/config-values.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** What the environment says about places of IP addresses. */
export interface GeoSettings {
  /** Places of IP addresses; undefined: the sandbox's own data, none in production. */
  geoDatabase: string | undefined;
  /** Older data refuse wherever location rules are in force. */
  geoMaxAgeDays: number;
}

/** Reads them. */
export function geoSettings({ text }: SettingsSource): Readers<GeoSettings> {
  return {
    geoDatabase: () => text("GEO_DATABASE"),
    geoMaxAgeDays: () => wholeNumber("GEO_MAX_AGE_DAYS", text("GEO_MAX_AGE_DAYS") ?? "30", 1, 3650),
  };
}
