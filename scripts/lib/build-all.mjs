import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sourceHash } from "./source-hash.mjs";

/**
 * Builds the programs (`tsc -b`), what browsers load (Vite) and the documentation into `dist`. Nothing is done when
 * `dist` was built from these very sources; otherwise only the parts that changed are built: TypeScript and
 * vite.config.ts know theirs, the rest has a stamp each here.
 *
 * @param {string} root the repository's folder, with its packages installed
 * @param {{ always?: boolean }} [options] always: build everything, even when nothing changed
 * @returns {boolean} whether anything was built
 * @throws when a step fails; nothing is then taken for built
 */
export function buildAll(root, { always = false } = {}) {
  const stamps = join(root, "dist", "stamps");
  if (always) rmSync(stamps, { recursive: true, force: true });
  return inPart(root, stamps, "all", undefined, () => {
    console.log("Building …");
    run(root, "typescript/bin/tsc", ["-b", "service", "sandbox", "demo", "docs"]);
    writeCompiledPackage(root);
    if (always) rmSync(join(root, "dist", "sdk"), { recursive: true, force: true });
    inPart(root, stamps, "package", ["contract", "src", "package.json"], () =>
      rmSync(join(root, "dist", "package"), { recursive: true, force: true }),
    );
    run(root, "vite/bin/vite.js", ["build", "--app", "--logLevel", "warn"]);
    inPart(
      root,
      stamps,
      "docs",
      ["docs", "public", "contract", "sandbox", "package-lock.json"],
      () => runFile(root, join(root, "dist", "node", "docs", "site", "build-site.js"), []),
    );
  });
}

/**
 * Builds a part unless it was built from these very sources.
 *
 * @returns {boolean} whether it was built
 */
function inPart(root, stamps, name, sources, build) {
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
 * Sources import `#contract/x`, and the shop `tessera/webhooks`: package.json names the sources, this one what was
 * compiled from them.
 */
function writeCompiledPackage(root) {
  const compiled = {
    name: "tessera",
    type: "module",
    imports: { "#contract/*": "./contract/*.js" },
    exports: { "./webhooks": "./contract/events/verify-webhook.js" },
  };
  writeFileSync(join(root, "dist", "node", "package.json"), `${JSON.stringify(compiled)}\n`);
}

/** Runs a package's program. */
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
