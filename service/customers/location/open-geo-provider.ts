import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { GeoProvider } from "../../providers/geo/geo-provider.ts";
import type { GeoSettings } from "../../providers/geo/geo-settings.ts";
import { openMmdbGeoProvider } from "../../providers/geo/mmdb-geo-provider.ts";
import { sandboxPlacesPath } from "../../providers/geo/sandbox-places.ts";

/** Null data makes every location unknown. */
export interface GeoData {
  provider: GeoProvider;
  /** The largest age of usable data. Infinity for data that never expires. */
  maxAgeMs: number;
}

/**
 * Opens the configured data. The sandbox's own never expires. Production without data denies every location for
 * operators with rules, and logs a warning at startup.
 */
export async function openGeoData({
  config,
  log,
}: Pick<PlatformDeps<GeoSettings>, "config" | "log">): Promise<GeoData | null> {
  const { geoDatabase, geoMaxAgeDays, environment } = config;
  if (geoDatabase !== undefined) {
    const provider = await openMmdbGeoProvider(geoDatabase);
    return { provider, maxAgeMs: geoMaxAgeDays * 86_400_000 };
  }
  if (environment === "sandbox") {
    return { provider: await openMmdbGeoProvider(sandboxPlacesPath), maxAgeMs: Infinity };
  }
  log.warn("GEO_DATABASE is not set: location rules deny every customer");
  return null;
}
