import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Files of the SDK that operators can pin. */
const files = ["tessera.js", "tessera.mjs", "tessera-elements.js"] as const;

/**
 * Completes `dist/sdk`. `tessera.cjs` has the same bytes as the script, for `require` in a package of type module.
 * `integrity.json` contains `{ version, files: { name: "sha384-…" }, paths: { name: "/{version}/…" } }`: the
 * `integrity` attribute for script tags and the address it belongs to.
 */
export function writeIntegrity(folder: string, manifestFile: string): void {
  if (!existsSync(join(folder, "tessera.js"))) return;
  copyFileSync(join(folder, "tessera.js"), join(folder, "tessera.cjs"));
  const { version } = JSON.parse(readFileSync(manifestFile, "utf8")) as { version: string };
  const hashes = Object.fromEntries(
    files.map((name) => [name, integrityOf(readFileSync(join(folder, name)))]),
  );
  const paths = Object.fromEntries(files.map((name) => [name, `/${version}/${name}`]));
  writeFileSync(
    join(folder, "integrity.json"),
    `${JSON.stringify({ version, files: hashes, paths }, null, 2)}\n`,
  );
}

/** Returns the Subresource Integrity value of the bytes. */
function integrityOf(bytes: string | Buffer): string {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}
