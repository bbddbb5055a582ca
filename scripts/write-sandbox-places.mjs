/**
 * Writes service/providers/geo/sandbox-places.mmdb, the sandbox's location data, from sandbox/catalogue/places.json, in
 * the layout of MaxMind's GeoIP2 City.
 *
 *   node scripts/write-sandbox-places.mjs           writes the file
 *   node scripts/write-sandbox-places.mjs --check   exits with 1 if the file is out of date
 */
import { readFile, writeFile } from "node:fs/promises";
import { writeMmdb } from "./lib/mmdb.mjs";

const source = new URL("../sandbox/catalogue/places.json", import.meta.url);
const target = new URL("../service/providers/geo/sandbox-places.mmdb", import.meta.url);

const { places } = JSON.parse(await readFile(source, "utf8"));
const file = writeMmdb(
  places.map(({ network, country, state }) => ({
    network,
    record: {
      country: { iso_code: country },
      ...(state === null ? {} : { subdivisions: [{ iso_code: state }] }),
    },
  })),
  {
    databaseType: "Tessera-Sandbox-City",
    description: "Known addresses of the Tessera sandbox",
    builtAtSeconds: Date.UTC(2026, 10, 1) / 1000,
  },
);

if (process.argv.includes("--check")) {
  const present = await readFile(target).catch(() => Buffer.alloc(0));
  if (!present.equals(file)) {
    process.stderr.write("sandbox-places.mmdb is out of date. Run this script without --check.\n");
    process.exitCode = 1;
  }
} else {
  await writeFile(target, file);
}
