import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build as buildWithVite, loadConfigFromFile } from "vite";
import { sdkFiles, sdkManifest } from "../vite/sdk-manifest.mjs";

/** Parts of vite.config.ts that make the SDK's files. */
const parts = ["sdkScript", "sdkModule", "sdkElements"];
const folders = /^(src|clients\/elements)\//;

/**
 * The SDK for `npm run dev`: built in memory from its sources, and served instead of `dist/sdk` under the same
 * addresses, pinned ones too. `integrity.json` has the hashes of the served files.
 *
 * @param {string} root
 */
export async function createDevSdk(root) {
  const command = { command: "build", mode: "production" };
  const { config } = await loadConfigFromFile(command, join(root, "vite.config.ts"), root);
  const { environments, builder: _builder, ...shared } = config;
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const sources = new Set();
  let files = new Map();
  let hasFailed = false;
  let building = Promise.resolve();

  /** Whether a change of this file can change the SDK. */
  function isSource(file) {
    return folders.test(file) || sources.has(file) || (hasFailed && file.startsWith("contract/"));
  }

  /** @throws when a source has an error; then the files of the last build stay */
  function build() {
    const own = building.then(async () => {
      hasFailed = true;
      files = await filesOf(await Promise.all(parts.map(buildPart)));
      hasFailed = false;
    });
    building = own.catch(() => {});
    return own;
  }

  async function buildPart(name) {
    const result = await buildWithVite({
      ...shared,
      root,
      configFile: false,
      logLevel: "silent",
      build: { ...shared.build, ...environments[name].build, write: false },
    });
    return [result].flat().flatMap(({ output }) => output);
  }

  function filesOf(outputs) {
    const chunks = outputs.flat().filter(({ type }) => type === "chunk");
    sources.clear();
    for (const id of chunks.flatMap(({ moduleIds }) => moduleIds))
      sources.add(relative(root, id).replaceAll("\\", "/"));
    const codes = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
    const manifest = sdkManifest(version, (name) => codes.get(name));
    return new Map([
      ...sdkFiles.map((name) => [name, { type: "text/javascript", text: codes.get(name) }]),
      ["integrity.json", { type: "application/json", text: JSON.stringify(manifest, null, 2) }],
    ]);
  }

  /**
   * Finds the file of an address, after the build that runs.
   *
   * @param {string} url
   * @returns {Promise<{ type: string, text: string }> | undefined} undefined for other addresses
   */
  function find(url) {
    const [, release, name] = /^\/([^/]+)\/([^/?]+)(?:\?|$)/.exec(url) ?? [];
    if ((release !== "v1" && release !== version) || !files.has(name)) return undefined;
    return building.then(() => files.get(name));
  }

  await build();
  return { isSource, build, find };
}
