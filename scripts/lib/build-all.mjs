import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markdownFiles, sourceHash } from "./source-hash.mjs";

/**
 * Builds the programs (`tsc -b`), the browser files (Vite) and the documentation into `dist`, but only parts that
 * changed. TypeScript and vite.config.ts track their own changes; each of the other parts has a stamp file.
 *
 * @param {string} root with its packages installed
 * @param {{ always?: boolean }} [options] always: build everything, even without changes
 * @returns {boolean} whether anything was built
 * @throws when a step fails; then no part counts as built
 */
export function buildAll(root, { always = false } = {}) {
  const stamps = join(root, "dist", "stamps");
  if (always) rmSync(stamps, { recursive: true, force: true });
  return buildPart(root, stamps, "all", undefined, () => {
    console.log("Building … (everything takes half a minute, a change a few seconds)");
    console.log("  programs");
    // The service serves the npm package, which contains the clients.
    const clients = ["cli", "elements", "react", "server", "vue"].map((name) => `clients/${name}`);
    runFile(root, join(root, "scripts", "lib", "tsc.mjs"), [
      "-b",
      "service",
      "sandbox",
      "demo",
      "docs",
      ...clients,
    ]);
    writeCompiledPackage(root);
    if (always) rmSync(join(root, "dist", "sdk"), { recursive: true, force: true });
    buildPart(root, stamps, "package", ["contract", "src", "clients", "package.json"], () =>
      rmSync(join(root, "dist", "package"), { recursive: true, force: true }),
    );
    console.log("  browser files");
    run(root, "vite/bin/vite.js", ["build", "--app", "--logLevel", "warn"]);
    buildPart(
      root,
      stamps,
      "docs",
      ["docs", "public", "contract", "sandbox", "package-lock.json", ...markdownFiles(root)],
      () => {
        console.log("  documentation");
        runFile(root, join(root, "dist", "node", "docs", "site", "build-site.js"), []);
      },
    );
  });
}

/**
 * Runs `build` unless the part was already built from the current sources.
 *
 * @returns {boolean} whether it was built
 */
function buildPart(root, stamps, name, sources, build) {
  const stamp = join(stamps, `${name}.txt`);
  const hash = sourceHash(root, sources);
  const built = existsSync(stamp) ? readFileSync(stamp, "utf8").trim() : "";
  if (built === hash) return false;
  rmSync(stamp, { force: true });
  build();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, `${hash}\n`);
  return true;
}

/**
 * Writes the package.json of the compiled programs. Sources import `#contract/x` and `tessera/server`: the repository's
 * package.json points these names to sources, this one to compiled files.
 */
function writeCompiledPackage(root) {
  const compiled = {
    name: "tessera",
    type: "module",
    imports: { "#contract/*": "./contract/*.js" },
    exports: {
      "./server": "./clients/server/index.js",
      "./webhooks": "./contract/events/verify-webhook.js",
    },
  };
  writeFileSync(join(root, "dist", "node", "package.json"), `${JSON.stringify(compiled)}\n`);
}

/** Runs a program of a package. */
function run(root, script, args) {
  runFile(root, join(root, "node_modules", ...script.split("/")), args);
}

function runFile(root, file, args) {
  const { status, signal } = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} failed (${signal ?? status}).`);
}
