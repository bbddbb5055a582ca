import { copyFile, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { GeoProvider } from "./geo-provider.ts";
import { openMmdbGeoProvider } from "./mmdb-geo-provider.ts";
import { sandboxPlacesPath } from "./sandbox-places.ts";

let geo: GeoProvider;
beforeAll(async () => {
  geo = await openMmdbGeoProvider(sandboxPlacesPath);
});

test("finds the country and state of IPv4, IPv6 and mapped addresses", () => {
  expect(geo.lookUp("192.0.2.17")).toEqual({ country: "US", state: "CA" });
  expect(geo.lookUp("::ffff:192.0.2.17")).toEqual({ country: "US", state: "CA" });
  expect(geo.lookUp("2001:db8:2::1")).toEqual({ country: "GB", state: "ENG" });
  expect(geo.lookUp("127.0.0.1")).toEqual({ country: "US", state: "NY" });
});

test("returns only the country if the data contain no state", () => {
  expect(geo.lookUp("192.0.2.129")).toEqual({ country: "US", state: null });
});

test("returns null for unknown and malformed addresses", () => {
  for (const text of ["203.0.113.250", "10.0.0.1", "2001:db8:ffff::1", "", "127.1", "not an ip"]) {
    expect([text, geo.lookUp(text)]).toEqual([text, null]);
  }
});

test("reports when the data were built", () => {
  expect(new Date(geo.builtAtMs()).toISOString()).toBe("2026-11-01T00:00:00.000Z");
});

test("refuses a missing file and a file of a different kind", async () => {
  const folder = await mkdtemp(join(tmpdir(), "geo-"));
  await expect(openMmdbGeoProvider(join(folder, "none.mmdb"))).rejects.toThrow();
  await writeFile(join(folder, "text.mmdb"), "not location data");
  await expect(openMmdbGeoProvider(join(folder, "text.mmdb"))).rejects.toThrow();
});

test("loads a newer file, and keeps the old data while the new file cannot be read", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "geo-")), "places.mmdb");
  await copyFile(sandboxPlacesPath, path);
  const provider = await openMmdbGeoProvider(path);
  expect(await provider.refresh()).toBe(false);

  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, 500));
  await expect(provider.refresh()).rejects.toThrow();
  expect(provider.lookUp("192.0.2.17")).toEqual({ country: "US", state: "CA" });

  // The same data, but Quebec has a different code.
  await writeFile(path, Buffer.from(whole.toString("latin1").replaceAll("BQC", "BQD"), "latin1"));
  expect(await provider.refresh()).toBe(true);
  expect(await provider.refresh()).toBe(false);
  expect(provider.lookUp("198.51.100.17")).toEqual({ country: "CA", state: "QD" });
});
