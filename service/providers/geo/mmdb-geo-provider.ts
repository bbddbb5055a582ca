import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type CityResponse, Reader } from "maxmind";
import type { GeoProvider } from "./geo-provider.ts";

/**
 * Opens a MaxMind DB file with `country.iso_code` and `subdivisions[].iso_code`, such as GeoIP2 City or GeoLite2 City.
 * The file stays in memory: a look-up takes microseconds. Throws if it is missing or of a different kind.
 *
 * Does not use maxmind's `watchForUpdates`: a half-written file would make it throw where nobody can catch it, and end
 * the process.
 */
export async function openMmdbGeoProvider(path: string): Promise<GeoProvider> {
  let version = await versionOf(path);
  let reader = await read(path);
  return {
    builtAtMs: () => reader.metadata.buildEpoch.getTime(),
    lookUp(ipAddress) {
      if (isIP(ipAddress) === 0) return null;
      // ::ffff:192.0.2.1 is a mapped IPv4 address.
      const record = reader.get(ipaddr.process(ipAddress).toString());
      const country = record?.country?.iso_code;
      if (country === undefined) return null;
      return { country, state: record?.subdivisions?.[0]?.iso_code ?? null };
    },
    async refresh() {
      const present = await versionOf(path);
      if (present === version) return false;
      reader = await read(path);
      version = present;
      return true;
    },
  };
}

async function read(path: string): Promise<Reader<CityResponse>> {
  return new Reader<CityResponse>(await readFile(path));
}

async function versionOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path);
  return `${mtimeMs} ${size} ${ino}`;
}
