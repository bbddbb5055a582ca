import { createHash } from "node:crypto";

/** Files of the SDK that operators can pin. */
export const sdkFiles = ["tessera.js", "tessera.mjs", "tessera-elements.js"];

/**
 * The content of `integrity.json`: for each file the `integrity` attribute for script tags, and the address it belongs
 * to.
 *
 * @param {string} version
 * @param {(name: string) => string | Uint8Array} read a file's content
 * @returns {{ version: string, files: Record<string, string>, paths: Record<string, string> }}
 */
export function sdkManifest(version, read) {
  const entries = (ofFile) => Object.fromEntries(sdkFiles.map((name) => [name, ofFile(name)]));
  return {
    version,
    files: entries((name) => integrityOf(read(name))),
    paths: entries((name) => `/${version}/${name}`),
  };
}

/** Returns the Subresource Integrity value of the bytes. */
function integrityOf(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}
