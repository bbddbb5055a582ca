import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sourceHash } from "./source-hash.mjs";

/**
 * Builds all programs (`tsc -b`) and everything that browsers load (Vite), unless what is in `dist`
 * was built from these very sources.
 *
 * @param {string} root the repository's folder, with its packages installed
 * @param {{ always?: boolean }} [options] always: build even when nothing changed
 * @returns {boolean} whether anything was built
 * @throws when a step fails; nothing is then taken for built
 */
export function buildAll(root, { always = false } = {}) {
  const stamp = join(root, "dist", "built-from.txt");
  const hash = sourceHash(root);
  const built = existsSync(stamp) ? readFileSync(stamp, "utf8").trim() : "";
  if (!always && built === hash) return false;

  console.log("Building …");
  rmSync(stamp, { force: true });
  run(root, "typescript/bin/tsc", ["-b", "service", "sandbox", "demo", "docs"]);
  // Sources import `#contract/x`, and the shop `tessera/webhooks`: package.json names the sources, this one
  // what was compiled from them.
  const compiled = {
    name: "tessera",
    type: "module",
    imports: { "#contract/*": "./contract/*.js" },
    exports: { "./webhooks": "./contract/events/verify-webhook.js" },
  };
  writeFileSync(join(root, "dist", "node", "package.json"), `${JSON.stringify(compiled)}\n`);
  rmSync(join(root, "dist", "sdk"), { recursive: true, force: true });
  run(root, "vite/bin/vite.js", ["build", "--app", "--logLevel", "warn"]);
  runFile(root, join(root, "dist", "node", "docs", "site", "build-site.js"), []);
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(stamp, `${hash}\n`);
  return true;
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
