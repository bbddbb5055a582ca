import { spawnSync } from "node:child_process";
import { findTool } from "./debian-tool.mjs";

/**
 * Finds buildah, which builds images without a daemon, or installs Debian's. Building needs root: it changes the
 * root folder and mounts.
 *
 * @returns {{ version: string } | { missing: string }} `missing` says why images can't be built on this machine
 */
export function findBuildah() {
  if (process.platform !== "linux") return { missing: "images are built on Linux only" };
  if (process.getuid?.() !== 0) return { missing: "building an image needs root here" };
  const program = findTool("buildah");
  const { status, stdout } = program
    ? spawnSync(program, ["--version"], { encoding: "utf8" })
    : { status: 1, stdout: "" };
  if (status === 0) return { version: stdout.trim() };
  return { missing: "there is no buildah, and `apt-get install buildah` brought none" };
}
