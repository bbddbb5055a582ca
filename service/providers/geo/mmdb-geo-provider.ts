import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type CityResponse, Reader } from "maxmind";
import type { GeoProvider } from "./geo-provider.ts";

/**
 * Opens a MaxMind DB file with `country.iso_code` and `subdivisions[].iso_code`, such as GeoIP2 City or GeoLite2
 * City. The whole file is held in memory, so a look-up takes microseconds. Throws when the file is missing or
 * of another kind.
 *
 * maxmind's own `watchForUpdates` is not used: reading a half-written file would end the process, because it
 * throws where nobody can catch it.
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

/** Returns a text that changes with the file. */
async function versionOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path);
  return `${mtimeMs} ${size} ${ino}`;
}
