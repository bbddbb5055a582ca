/**
 * `node scripts/image/collect.mjs <folder> <document reader: true|false>`: moves what the service needs at run time
 * into `<folder>/app`, creates an empty `<folder>/data`, and removes development packages from node_modules. Runs in
 * the image's build stage, after the build.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [target = "", reader = "false"] = process.argv.slice(2);
const app = join(target, "app");
const ocr = "@gutenye/ocr-node";

removePackages();
mkdirSync(app, { recursive: true });
mkdirSync(join(target, "data"), { recursive: true });
move("node_modules");
for (const folder of ["contract", "service"]) {
  move(join("dist", "node", folder));
  copyData(folder);
}
for (const folder of ["console", "docs", "frames", "sdk"]) move(join("dist", folder));
const files = [
  "package.json",
  "package-lock.json",
  "dist/node/package.json",
  "scripts/operator.mjs",
  "scripts/image/health.mjs",
];
for (const file of files) copy(file);

/** Removes development packages, the sandbox's chain, and the document reader unless requested. */
function removePackages() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const unwanted = Object.keys(optionalDependencies).filter(
    (name) => !(name === ocr && reader === "true"),
  );
  const { status } = spawnSync(
    "npm",
    ["uninstall", "--no-save", "--omit=dev", "--ignore-scripts", "--prefer-offline", ...unwanted],
    { cwd: root, stdio: "inherit" },
  );
  if (status !== 0) throw new Error(`npm uninstall failed (exit code ${status}).`);
  keepOneRuntime();
}

/** onnxruntime-node has native code for every platform (288 MB); one is needed. */
function keepOneRuntime() {
  const bin = join(root, "node_modules", "onnxruntime-node", "bin");
  if (!existsSync(bin)) return;
  for (const version of readdirSync(bin)) {
    for (const platform of readdirSync(join(bin, version))) {
      if (platform !== process.platform) rmSync(join(bin, version, platform), { recursive: true });
    }
    const here = join(bin, version, process.platform);
    for (const cpu of readdirSync(here)) {
      if (cpu !== process.arch) rmSync(join(here, cpu), { recursive: true });
    }
  }
}

function move(path) {
  mkdirSync(dirname(join(app, path)), { recursive: true });
  renameSync(join(root, path), join(app, path));
}

/** Copies data files that the programs read: migrations and lists. */
function copyData(folder) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(sql|json|mmdb)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name).slice(root.length);
    if (!/tsconfig|\/testing\//.test(path)) copy(path);
  }
}

function copy(path) {
  mkdirSync(dirname(join(app, path)), { recursive: true });
  cpSync(join(root, path), join(app, path));
}
