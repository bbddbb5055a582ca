import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { createService, type Service } from "../app/create-service.ts";
import { readConfig } from "../app/read-config.ts";
import type { KycParts } from "../customers/identity/index.ts";
import {
  createOperator,
  type NewOperator,
  type SettingsPatch,
} from "../operators/accounts/index.ts";
import type { KeyTimes } from "../operators/encryption-keys/index.ts";
import type { PaymentTimes } from "../payments/index.ts";
import type { PayoutTimes } from "../payouts/index.ts";
import type { CommandResult } from "../platform/command-socket.ts";
import type { Database } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import type { BankPaymentTimes } from "../rails/open-banking/index.ts";
import { createTestClock, type TestClock } from "./test-clock.ts";
import { openTestDatabase } from "./test-database.ts";

interface TestServiceOptions {
  settings?: SettingsPatch;
  /** Settings, such as `{ RATE_LIMIT_SECRET_KEY: "1/2" }`. */
  env?: Record<string, string>;
  clock?: TestClock;
  /** An open store, for a second service, which closes it: `reopenTestDatabase`, or `shareDatabase` to keep it open. */
  database?: Database;
  /** Short by default. */
  paymentTimes?: Partial<PaymentTimes>;
  payoutTimes?: Partial<PayoutTimes>;
  bankTimes?: Partial<BankPaymentTimes>;
  /** How bank logins wait for a return in another browser; not at all by default. */
  awaitOthers?: () => Promise<void>;
  keyTimes?: Partial<KeyTimes>;
  kyc?: KycParts;
}

interface TestRequest {
  /** The first operator's secret key by default; null for none. */
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A service in this process, with one operator. It does not listen. */
export interface TestService {
  service: Service;
  clock: TestClock;
  operator: NewOperator;
  /** Undefined on the embedded store. */
  databaseUrl: string | undefined;
  logLines: string[];
  createOperator(settings?: SettingsPatch): Promise<NewOperator>;
  call(method: string, url: string, request?: TestRequest): Promise<LightMyRequestResponse>;
  /** Calls with a client secret and the publishable key. */
  callAsClient(
    method: string,
    url: string,
    clientSecret: string,
    request?: TestRequest & { publishableKey?: string },
  ): Promise<LightMyRequestResponse>;
  command(...words: string[]): Promise<CommandResult>;
  /** Runs a job by name, with its lanes, while it returns "more". */
  runJob(name: string): Promise<void>;
  close(): Promise<void>;
}

/** All customers of a test pay from one address. */
const manyCardAttempts = { cardAttemptsPerCustomer: 1_000, cardAttemptsPerAddress: 10_000 };

/**
 * Creates the real service with a test clock, on the embedded store or on PostgreSQL (`TESSERA_TEST_DATABASE_URL`).
 * Close it in `afterAll`, which deletes its data folder. The folder is also deleted if the service does not start.
 */
export async function createTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-service-"));
  const deleteData = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    return await openService(dataDir, deleteData, options);
  } catch (error) {
    deleteData();
    throw error;
  }
}

async function openService(
  dataDir: string,
  deleteData: () => void,
  options: TestServiceOptions,
): Promise<TestService> {
  const clock = options.clock ?? createTestClock();
  const config = readConfig({
    PORT: "0",
    PUBLIC_URL: "http://pay.localhost:4000",
    TESSERA_DATA_DIR: dataDir,
    TESSERA_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    RATE_LIMIT_SECRET_KEY: "100000/100000",
    RATE_LIMIT_CLIENT_SECRET: "100000/100000",
    RATE_LIMIT_PUBLIC: "100000/100000",
    SANCTIONS_LIST: "off",
    ...options.env,
  });
  const logLines: string[] = [];
  const log = createLog("debug", { write: (line) => void logLines.push(line) });
  const opened = options.database
    ? { database: options.database, url: undefined }
    : await openTestDatabase();
  const started = await createService(config, {
    clock,
    log,
    database: opened.database,
    ...(options.paymentTimes ? { paymentTimes: options.paymentTimes } : {}),
    ...(options.payoutTimes ? { payoutTimes: options.payoutTimes } : {}),
    ...(options.bankTimes ? { bankTimes: options.bankTimes } : {}),
    awaitOthers: options.awaitOthers ?? (() => Promise.resolve()),
    ...(options.keyTimes ? { keyTimes: options.keyTimes } : {}),
    ...(options.kyc ? { kyc: options.kyc } : {}),
  });
  const service: Service = { ...started, close: () => started.close().finally(deleteData) };
  const newOperator = (settings: SettingsPatch = {}) =>
    createOperator(service.deps, {
      name: "Test operator",
      settings: { ...manyCardAttempts, ...settings },
    });
  const operator = await newOperator(options.settings);

  const call: TestService["call"] = (method, url, request = {}) => {
    const token = request.token === undefined ? operator.secretKey : request.token;
    return service.app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { payload: request.body as object }),
    });
  };
  return {
    service,
    clock,
    operator,
    databaseUrl: opened.url,
    logLines,
    createOperator: newOperator,
    call,
    callAsClient(method, url, clientSecret, request = {}) {
      const publishableKey = request.publishableKey ?? operator.publishableKey;
      const headers = { "tessera-publishable-key": publishableKey, ...request.headers };
      return call(method, url, { ...request, token: clientSecret, headers });
    },
    command: (...words) => service.runCommand(words),
    async runJob(name) {
      const jobs = service.jobs.filter(
        (job) => job.name === name || job.name.startsWith(`${name}.`),
      );
      if (jobs.length === 0) throw new Error(`there is no job ${name}`);
      await Promise.all(
        jobs.map(async (job) => {
          while ((await job.run(AbortSignal.timeout(60_000))) === "more");
        }),
      );
    },
    close: () => service.close(),
  };
}
