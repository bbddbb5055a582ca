import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePorts } from "../../scripts/lib/free-ports.mjs";
import { createDatabase, testServer } from "./fresh-database.ts";
import { manyCardAttempts, setSettings } from "./operator-commands.ts";
import { type Program, type ProgramOptions, startProgram } from "./program.ts";
import { repository } from "./repository.ts";
import { advanceClock } from "./sandbox-clock.ts";
import { copyStore } from "./store-template.ts";

export interface StackAddresses {
  /** `http://pay.localhost:…`: service, SDK and frames, as the browser sees them. */
  pay: string;
  shop: string;
  sandbox: string;
  /** The same three on 127.0.0.1, for requests by the test. */
  serviceUrl: string;
  shopUrl: string;
  sandboxUrl: string;
  operator: { operatorId: string; secretKey: string; publishableKey: string };
  folder: string;
  dataDir: string;
  logs: { service: string; sandbox: string; shop: string };
}

/** Service, sandbox and shop on free ports, with a new store. */
export interface Stack extends StackAddresses {
  service(): Program;
  /**
   * Restarts a stopped or killed service on the same store and ports. `changes` to its environment also apply to
   * later starts.
   */
  startService(changes?: Record<string, string>): Promise<void>;
  /** Advances the sandbox's clock, as an integrator does, and waits until everything that is due has run. */
  advanceClock(byMs: number): Promise<void>;
  /** Advances the machine's clock of the service (needs `adjustableMachineClock`): leases and data keys age. */
  advanceMachineClock(byMs: number): Promise<void>;
  /** Stops everything and deletes the folder with store and logs, unless `keepFolder` is set. */
  stop(options?: { keepFolder?: boolean }): Promise<void>;
}

export interface StackOptions {
  /** A PostgreSQL database, or "embedded". By default a new database on the test server, and embedded without one. */
  store?: string;
  shop?: boolean;
  /** Whether the service serves many tests. Its store then takes longer to start, and runs faster later. */
  servesMany?: boolean;
  /** Lets the test advance the machine's clock of the service. */
  adjustableMachineClock?: boolean;
  /** Environment variables. A function receives the sandbox's address. */
  env?: Record<string, string> | ((sandboxUrl: string) => Record<string, string>);
}

/**
 * V8 would compile the embedded store's WebAssembly a second time, to run it faster. That takes 40 % of a start's
 * processor time, and most tests end before it pays off.
 */
const quickStart = "--liftoff-only";

/**
 * Starts sandbox, service and (by default) shop, and waits until all are ready.
 *
 * @throws with the log of the program that did not start, after it has freed everything
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const created = options.store || !testServer ? undefined : await createDatabase();
  const databaseUrl = options.store === "embedded" ? undefined : (options.store ?? created?.url);
  const starting: Promise<Program>[] = [];
  let folder: string | undefined;
  const free = async (how: "stop" | "kill", keepFolder = false) => {
    try {
      await endAll(starting, how);
    } finally {
      try {
        await created?.drop();
      } finally {
        if (folder && !keepFolder) rmSync(folder, { recursive: true, force: true });
      }
    }
  };
  try {
    folder = mkdtempSync(join(tmpdir(), "tessera-stack-"));
    const running = await startPrograms(options, { databaseUrl, folder, starting });
    return { ...running, stop: ({ keepFolder = false } = {}) => free("stop", keepFolder) };
  } catch (error) {
    // The caller needs the first error: an error while freeing is usually its consequence.
    await free("kill").catch(() => {});
    throw error;
  }
}

/** Ends all programs, including those that are still starting. Throws the first failure after it has tried all. */
async function endAll(starting: Promise<Program>[], how: "stop" | "kill"): Promise<void> {
  const ends = await Promise.allSettled(
    starting.map(async (start) => {
      const program = await start.catch(() => undefined);
      await program?.[how]();
    }),
  );
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Starts the programs, and adds each to `starting` before it is ready. */
async function startPrograms(
  options: StackOptions,
  held: { databaseUrl: string | undefined; folder: string; starting: Promise<Program>[] },
): Promise<Omit<Stack, "stop">> {
  const { databaseUrl, folder, starting } = held;
  const start = (program: ProgramOptions): Promise<Program> => {
    const ready = startProgram(program);
    // A program that fails while another starts must not end the test process as an unhandled rejection.
    ready.catch(() => {});
    starting.push(ready);
    return ready;
  };
  const [port = 0, shopPort = 0, sandboxPort = 0] = await findFreePorts(3);
  const dataDir = join(folder, "data");
  const logs = {
    service: join(folder, "service.log"),
    sandbox: join(folder, "sandbox.log"),
    shop: join(folder, "shop.log"),
  };
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const env = {
    PORT: String(port),
    SHOP_PORT: String(shopPort),
    SANDBOX_PORT: String(sandboxPort),
    TESSERA_DATA_DIR: dataDir,
    TESSERA_ENV: "sandbox",
    DRAIN_SECONDS: "0",
    // On a busy machine reading a document takes longer than the default.
    DOCUMENT_DEADLINE_SECONDS: "60",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(typeof options.env === "function" ? options.env(sandboxUrl) : options.env),
  };
  const serviceUrl = `http://127.0.0.1:${port}`;
  const shopUrl = `http://127.0.0.1:${shopPort}`;
  const clockModule = join(repository, "e2e", "stack", "adjustable-machine-clock.mjs");
  const clockFile = join(folder, "clock");
  let aheadMs = 0;
  const setClock = (byMs: number) => {
    aheadMs += byMs;
    writeFileSync(clockFile, String(aheadMs));
  };
  const changed: Record<string, string> = {};
  const startService = () => {
    setClock(0);
    return start({
      entry: "service/app/program.js",
      env: { ...env, ...changed, CLOCK_FILE: clockFile },
      logFile: logs.service,
      readyUrl: `${serviceUrl}/readyz`,
      nodeOptions: [
        ...(options.servesMany ? [] : [quickStart]),
        ...(options.adjustableMachineClock ? ["--import", clockModule] : []),
      ],
    });
  };

  const sandbox = start({
    entry: "sandbox/program.js",
    env,
    logFile: logs.sandbox,
    readyUrl: `${sandboxUrl}/`,
  });
  if (!databaseUrl) await copyStore(dataDir);
  let service = await startService();
  await sandbox;
  const operator = JSON.parse(readFileSync(join(dataDir, "demo-operator.json"), "utf8"));
  await setSettings({ dataDir, operator }, manyCardAttempts);
  if (options.shop ?? true) {
    const entry = "demo/shop/server/main.js";
    await start({ entry, env, logFile: logs.shop, readyUrl: `${shopUrl}/` });
  }
  return {
    pay: `http://pay.localhost:${port}`,
    shop: `http://shop.localhost:${shopPort}`,
    sandbox: `http://sandbox.localhost:${sandboxPort}`,
    serviceUrl,
    shopUrl,
    sandboxUrl,
    operator,
    folder,
    dataDir,
    logs,
    service: () => service,
    startService: async (changes = {}) => {
      Object.assign(changed, changes);
      service = await startService();
    },
    advanceClock: (byMs) => advanceClock({ serviceUrl, operator }, byMs),
    advanceMachineClock: async (byMs) => {
      setClock(byMs);
      service.signal("SIGUSR2");
      await service.untilLogged(`the clock is ahead by ${aheadMs} ms\n`);
    },
  };
}
