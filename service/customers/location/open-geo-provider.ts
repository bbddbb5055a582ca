import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { GeoProvider } from "../../providers/geo/geo-provider.ts";
import type { GeoSettings } from "../../providers/geo/geo-settings.ts";
import { openMmdbGeoProvider } from "../../providers/geo/mmdb-geo-provider.ts";
import { sandboxPlacesPath } from "../../providers/geo/sandbox-places.ts";

/** Data and how long they count; null where there are none, so that every place is unknown. */
export interface GeoData {
  provider: GeoProvider;
  /** Infinity: they never get old */
  maxAgeMs: number;
}

/**
 * The data that the configuration names. The sandbox has data of its own, which never get old;
 * production without data refuses wherever rules are in force, and says so in the log at the start.
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
  log.warn("no GEO_DATABASE: every place is unknown to operators with location rules");
  return null;
}
