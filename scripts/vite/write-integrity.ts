import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sdkManifest } from "./sdk-manifest.mjs";

/**
 * Completes `dist/sdk`. `tessera.cjs` has the same bytes as the script, for `require` in a package of type module.
 * `integrity.json` has the files' hashes and addresses.
 */
export function writeIntegrity(folder: string, manifestFile: string): void {
  if (!existsSync(join(folder, "tessera.js"))) return;
  copyFileSync(join(folder, "tessera.js"), join(folder, "tessera.cjs"));
  const { version } = JSON.parse(readFileSync(manifestFile, "utf8")) as { version: string };
  const manifest = sdkManifest(version, (name) => readFileSync(join(folder, name)));
  writeFileSync(join(folder, "integrity.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
