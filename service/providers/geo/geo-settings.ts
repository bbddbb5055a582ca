import { wholeNumber } from "../../platform/config-values.ts";
import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

export interface GeoSettings {
  /** Database file of IP locations. Undefined: the sandbox's own file, none in production. */
  geoDatabase: string | undefined;
  /** With older data, every operator with location rules refuses all locations. */
  geoMaxAgeDays: number;
}

export function geoSettings({ text }: SettingsSource): Readers<GeoSettings> {
  return {
    geoDatabase: () => text("GEO_DATABASE"),
    geoMaxAgeDays: () => wholeNumber("GEO_MAX_AGE_DAYS", text("GEO_MAX_AGE_DAYS") ?? "30", 1, 3650),
  };
}
