import { spawnSync } from "node:child_process";
import { findTool } from "./debian-tool.mjs";

/**
 * Finds buildah, which builds images without a daemon, or installs Debian's. Needs root, because a build mounts and
 * changes the root folder.
 *
 * @returns {{ version: string } | { missing: string }} `missing`: why this machine cannot build images
 */
export function findBuildah() {
  if (process.platform !== "linux") return { missing: "images can only be built on Linux" };
  if (process.getuid?.() !== 0) return { missing: "building an image needs root" };
  const program = findTool("buildah");
  const { status, stdout } = program
    ? spawnSync(program, ["--version"], { encoding: "utf8" })
    : { status: 1, stdout: "" };
  if (status === 0) return { version: stdout.trim() };
  return { missing: "buildah is missing, and `apt-get install buildah` did not install it" };
}
