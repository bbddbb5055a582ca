import { unwatchFile } from "node:fs";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type CityResponse, open } from "maxmind";
import type { GeoProvider } from "./geo-provider.ts";

/**
 * Places from a MaxMind DB file in the layout of GeoIP2 City, GeoLite2 City, or anything that has
 * `country.iso_code` and `subdivisions[].iso_code`. The whole file is held in memory, a look-up costs
 * microseconds; a newer file put in its place is taken up within seconds, without a restart.
 * Throws when the file is missing or no such data.
 */
export async function openMmdbGeoProvider(path: string): Promise<GeoProvider> {
  const reader = await open<CityResponse>(path, {
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  });
  return {
    builtAtMs: () => reader.metadata.buildEpoch.getTime(),
    lookUp(ipAddress) {
      if (isIP(ipAddress) === 0) return null;
      // ::ffff:192.0.2.1 is the IPv4 address behind it.
      const record = reader.get(ipaddr.process(ipAddress).toString());
      const country = record?.country?.iso_code;
      if (country === undefined) return null;
      return { country, state: record?.subdivisions?.[0]?.iso_code ?? null };
    },
    close: () => unwatchFile(path),
  };
}
