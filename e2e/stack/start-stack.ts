import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "./free-port.ts";
import { manyCardAttempts, setSettings } from "./operator-commands.ts";
import { type Program, startProgram } from "./program.ts";
import { repository } from "./repository.ts";

/** Where everybody lives, in the browser's words and in the test's own. */
export interface StackAddresses {
  /** `http://pay.localhost:…`: service, SDK and frames, as the browser sees them. */
  pay: string;
  shop: string;
  sandbox: string;
  /** The same three on 127.0.0.1, for calls that the test itself makes. */
  serviceUrl: string;
  shopUrl: string;
  sandboxUrl: string;
  /** The demo operator's keys. */
  operator: { operatorId: string; secretKey: string; publishableKey: string };
  folder: string;
  dataDir: string;
  logs: { service: string; sandbox: string; shop: string };
}

/** All programs of the house on free ports and a fresh store. */
export interface Stack extends StackAddresses {
  service(): Program;
  /**
   * Starts the service again on the same store and ports, after it was stopped or killed; with its clock
   * turned on by so much, and from now on with these changes of its environment.
   */
  startService(turnedByMs?: number, changes?: Record<string, string>): Promise<void>;
  /** Turns the running service's clock on, where that was asked for, and waits until it is. */
  turnClock(byMs: number): Promise<void>;
  /** Ends everything; the folder with store and logs goes too, unless it is to be kept. */
  stop(options?: { keepFolder?: boolean }): Promise<void>;
}

/** What a stack is made of. */
export interface StackOptions {
  /** A PostgreSQL database; without, the embedded store. */
  databaseUrl?: string;
  shop?: boolean;
  /** Lets the test turn the service's clock. */
  turnableClock?: boolean;
  /** More environment; by the sandbox's address where it needs it. */
  env?: Record<string, string> | ((sandboxUrl: string) => Record<string, string>);
}

/**
 * Starts sandbox, service and (by default) shop, and waits until all answer.
 *
 * @throws with the log of the program that did not come up
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-stack-"));
  const [port = 0, shopPort = 0, sandboxPort = 0] = await freePorts(3);
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
    // On a busy machine a document is slow to read, not bad.
    DOCUMENT_DEADLINE_SECONDS: "60",
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...(typeof options.env === "function" ? options.env(sandboxUrl) : options.env),
  };
  const serviceUrl = `http://127.0.0.1:${port}`;
  const shopUrl = `http://127.0.0.1:${shopPort}`;
  const turnable = join(repository, "e2e", "stack", "turnable-clock.mjs");
  const clockFile = join(folder, "clock");
  let aheadMs = 0;
  const setClock = (byMs: number) => {
    aheadMs += byMs;
    writeFileSync(clockFile, String(aheadMs));
  };
  const changed: Record<string, string> = {};
  const startService = (turnedByMs: number) => {
    setClock(turnedByMs);
    return startProgram({
      entry: "service/app/main.js",
      env: { ...env, ...changed, CLOCK_FILE: clockFile },
      logFile: logs.service,
      readyUrl: `${serviceUrl}/readyz`,
      ...(options.turnableClock ? { nodeOptions: ["--import", turnable] } : {}),
    });
  };

  const started: Program[] = [];
  try {
    const sandbox = startProgram({
      entry: "sandbox/main.js",
      env,
      logFile: logs.sandbox,
      readyUrl: `${sandboxUrl}/`,
    });
    let service = await startService(0);
    started.push(service, await sandbox);
    const operator = JSON.parse(readFileSync(join(dataDir, "demo-operator.json"), "utf8"));
    await setSettings({ dataDir, operator }, manyCardAttempts);
    if (options.shop ?? true) {
      const entry = "demo/shop/server/main.js";
      started.push(await startProgram({ entry, env, logFile: logs.shop, readyUrl: `${shopUrl}/` }));
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
      startService: async (turnedByMs = 0, changes = {}) => {
        Object.assign(changed, changes);
        service = await startService(turnedByMs);
        started[0] = service;
      },
      turnClock: async (byMs) => {
        setClock(byMs);
        service.signal("SIGUSR2");
        await service.hasSaid(`the clock is ahead by ${aheadMs} ms\n`);
      },
      stop: async ({ keepFolder = false } = {}) => {
        await Promise.all(started.map((program) => program.stop()));
        if (!keepFolder) rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await Promise.all(started.map((program) => program.kill()));
    throw error;
  }
}
