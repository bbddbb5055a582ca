import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repository } from "../../repo/testing/sources.ts";

/** The part of an image's configuration that our Dockerfile sets. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  ExposedPorts: Record<string, object>;
  Volumes: Record<string, object>;
  Labels: Record<string, string>;
  StopSignal: string;
  Healthcheck: { Test: string[] };
}

export interface BuiltImage {
  config: ImageConfig;
  root: string;
  /**
   * Runs a command as the image's user, without this machine's environment. Only `data`, mounted as /var/lib/tessera,
   * and a /tmp of 64 MB are writable.
   */
  run(
    command: readonly string[],
    env: Readonly<Record<string, string>>,
    data: string,
  ): ChildProcess;
  remove(): void;
}

/**
 * Builds the repository's Dockerfile with buildah, in about a minute. Without access to a registry, the base image
 * consists of this machine's Node.js, npm and shell with their libraries.
 */
export function buildImage(): BuiltImage {
  const folder = mkdtempSync(join(tmpdir(), "tessera-image-"));
  const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "run")];
  const buildah = (command: string, ...args: string[]) =>
    execFileSync("buildah", [...storage, "--storage-driver", "vfs", command, ...args], {
      cwd: repository,
      encoding: "utf8",
      timeout: 900_000,
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, BUILDAH_ISOLATION: "chroot" },
    }).trim();
  const remove = () => {
    spawnSync("buildah", [...storage, "--storage-driver", "vfs", "unmount", "--all"]);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const base = join(folder, "base");
    makeBase(base);
    const from = buildah("from", "scratch");
    buildah("copy", "--quiet", from, base, "/");
    buildah("commit", "--quiet", "--rm", from, "localhost/base");
    rmSync(base, { recursive: true });
    // Shares npm's cache with this machine.
    const cache = join(homedir(), ".npm");
    mkdirSync(cache, { recursive: true });
    buildah(
      "build",
      "--quiet",
      "--format",
      "docker",
      "--build-arg",
      "BASE=localhost/base",
      "--volume",
      `${cache}:/root/.npm`,
      "--tag",
      "localhost/tessera",
      ".",
    );
    const container = buildah("from", "--pull-never", "localhost/tessera");
    const root = buildah("mount", container);
    const inspected = JSON.parse(buildah("inspect", "--type", "image", "localhost/tessera"));
    const config: ImageConfig = inspected.Docker.config;
    return {
      config,
      root,
      run: (command, env, data) => runReadOnly(root, config, command, env, data),
      remove,
    };
  } catch (error) {
    remove();
    const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
    throw new Error(`The image could not be built: ${error}\n${stdout}\n${stderr}`);
  }
}

function makeBase(base: string): void {
  for (const name of ["dev", "etc", "proc", "root", "sys", "usr/bin", "usr/lib", "var"])
    mkdirSync(join(base, name), { recursive: true });
  mkdirSync(join(base, "tmp"), { mode: 0o1777 });
  const programs: Record<string, string> = {
    "/bin/sh": realpathSync("/bin/sh"),
    "/usr/bin/env": "/usr/bin/env",
    "/usr/bin/node": process.execPath,
  };
  for (const [path, file] of Object.entries(programs)) {
    add(base, file, path);
    for (const library of librariesOf(file)) add(base, library, library);
  }
  addRestOfLibc(base);
  const npm = dirname(dirname(realpathSync(onPath("npm"))));
  add(base, npm, "/usr/lib/node_modules/npm");
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(base, "usr/bin/npm"));
  add(base, "/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/certs/ca-certificates.crt");
  writeFileSync(join(base, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  writeFileSync(join(base, "etc/group"), "root:x:0:\n");
}

function add(base: string, from: string, to: string): void {
  mkdirSync(dirname(join(base, to)), { recursive: true });
  cpSync(from, join(base, to), { recursive: true, dereference: true });
}

/** Parts of glibc that native packages load and Node.js does not. */
function addRestOfLibc(base: string): void {
  const libc = librariesOf(process.execPath).find((path) => path.endsWith("/libc.so.6")) ?? "";
  for (const name of readdirSync(dirname(libc)))
    if (/^lib(anl|nss_dns|nss_files|resolv|rt|util)\.so\.\d$/.test(name))
      add(base, join(dirname(libc), name), join(dirname(libc), name));
}

function librariesOf(program: string): string[] {
  const listed = execFileSync("ldd", [program], { encoding: "utf8" });
  return [...listed.matchAll(/(?:=>\s+|^\s+)(\/\S+)/gm)].map(([, path = ""]) => path);
}

function onPath(name: string): string {
  return execFileSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
}

/** The same as `docker run --read-only --tmpfs /tmp -v data:/var/lib/tessera`, with kernel tools. */
const readOnly = `
set -e
root=$1 data=$2 user=$3 folder=$4
shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t tmpfs -o size=64m,mode=1777 tmpfs "$root/tmp"
mount --bind "$data" "$root/var/lib/tessera"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
exec chroot --userspec="$user" "$root" /usr/bin/env -i -C "$folder" "$@"
`;

function runReadOnly(
  root: string,
  { Env, User, WorkingDir }: ImageConfig,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  data: string,
): ChildProcess {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const path = "PATH=/usr/local/bin:/usr/bin:/bin";
  return spawn(
    "unshare",
    [
      "--mount",
      "/bin/sh",
      "-c",
      readOnly,
      "sh",
      root,
      data,
      User,
      WorkingDir,
      path,
      ...Env,
      ...assignments,
      ...command,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
}
