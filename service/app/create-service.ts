import { setTimeout as pause } from "node:timers/promises";
import type { Kyc } from "../customers/identity/index.ts";
import type { Sanctions } from "../customers/sanctions/index.ts";
import {
  createOperators,
  ensureDemoOperator,
  refuseDemoOperator,
  runCommand,
} from "../operators/accounts/index.ts";
import { ensureDemoAppearance } from "../operators/appearance/index.ts";
import { ensureDemoStaff } from "../operators/staff/index.ts";
import type { PaymentsDeps } from "../payments/index.ts";
import type { Disbursements } from "../payouts/index.ts";
import {
  type AdjustableClock,
  type Clock,
  createAdjustableClock,
  systemClock,
} from "../platform/clock.ts";
import {
  type CommandResult,
  type CommandSocket,
  openCommandSocket,
} from "../platform/command-socket.ts";
import type { Database } from "../platform/database/database.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import { createHttpServer, type HttpServer } from "../platform/http/create-http-server.ts";
import type { KnownRoute } from "../platform/http/known-routes.ts";
import { type Job, type JobRunner, startJobs } from "../platform/jobs/job.ts";
import { platformJobs } from "../platform/jobs/store-jobs.ts";
import { createLog, type Log } from "../platform/log.ts";
import { createMetrics, type Metrics } from "../platform/metrics.ts";
import { observeCalls } from "../platform/observe-calls.ts";
import { createOutgoingHttp, type OutgoingHttp } from "../platform/outgoing-http.ts";
import { createSystemRandomness, type Randomness } from "../platform/randomness.ts";
import type { KeyEncryption } from "../platform/secrets/key-encryption.ts";
import { openKeyring } from "../platform/secrets/keyring.ts";
import { loadKeyEncryption } from "../platform/secrets/load-key-encryption.ts";
import type { SettlementDeps } from "../reporting/settlement/index.ts";
import type { Tax } from "../tax/w9/index.ts";
import { addApiReference } from "./api-reference/index.ts";
import { createDomains, type DomainParts, type Domains } from "./create-domains.ts";
import type { ServiceConfig } from "./read-config.ts";
import { sealedTables } from "./sealed-columns.ts";

/** The service. It accepts injected requests at once; listens and runs jobs after `start`. */
export interface Service {
  app: HttpServer;
  routes: readonly KnownRoute[];
  deps: Domains["shared"];
  jobs: readonly Job[];
  sanctions: Sanctions;
  kyc: Kyc;
  payments: PaymentsDeps;
  disbursements: Disbursements;
  tax: Tax;
  settlement: SettlementDeps;
  runCommand(words: readonly string[]): Promise<CommandResult>;
  /** Listens and starts the jobs. Resolves to its address. */
  start(): Promise<string>;
  /**
   * Drains the service: it keeps serving for `DRAIN_SECONDS` while `/readyz` is 503, so that load balancers send new
   * requests elsewhere. Jobs keep running. Call it before `close`.
   */
  drain(): Promise<void>;
  /** Waits for running requests and jobs. A second call is harmless. */
  close(): Promise<void>;
}

interface ServiceParts extends DomainParts {
  clock?: Clock;
  random?: Randomness;
  log?: Log;
  /** An open, migrated database. The service closes it. */
  database?: Database;
}

/** Creates the service. Throws like {@link openDatabase}. */
export async function createService(
  config: ServiceConfig,
  parts: ServiceParts = {},
): Promise<Service> {
  const machineClock = parts.clock ?? systemClock;
  const clock = createAdjustableClock(machineClock);
  const random = parts.random ?? createSystemRandomness();
  const log = parts.log ?? createLog(config.logLevel);
  const metrics = createMetrics();
  const http = observeCalls(createOutgoingHttp(), metrics);
  const database = parts.database ?? (await openDatabase(config, { clock: machineClock, log }));
  try {
    const keyEncryption = loadKeyEncryption(config, random, { http, machineClock });
    return await assemble(
      { config, clock, machineClock, random, log, metrics, http, database, keyEncryption },
      parts,
    );
  } catch (error) {
    await http.close();
    await database.close();
    throw error;
  }
}

interface Opened {
  config: ServiceConfig;
  clock: AdjustableClock;
  machineClock: Clock;
  random: Randomness;
  log: Log;
  metrics: Metrics;
  http: OutgoingHttp;
  database: Database;
  keyEncryption: KeyEncryption;
}

async function assemble(opened: Opened, parts: DomainParts): Promise<Service> {
  const { config, log, database, http } = opened;
  const keyring = await openKeyring({ ...opened, sealedTables });
  const platform = { ...opened, keyring };
  const operators = createOperators(platform);
  const { app, clientSecrets, routes, draining, forwarding, starting } = await createHttpServer(
    platform,
    operators,
  );
  await addApiReference(app, config.publicUrl);
  const isSandbox = config.environment === "sandbox";
  if (isSandbox) await ensureDemoOperator({ ...platform, operators });
  else await refuseDemoOperator(database);

  const domains = await createDomains({ ...platform, operators, clientSecrets, forwarding }, parts);
  for (const domain of domains.list) domain.register?.(app);
  await app.ready();
  const jobs = [platformJobs(platform), ...domains.list.map((domain) => domain.jobs)].flat();
  const families = domains.list.flatMap((domain) => domain.commands);
  const run = (words: readonly string[]) => runCommand(domains.shared, words, families);

  let runner: JobRunner | undefined;
  let commands: CommandSocket | undefined;
  let closing: Promise<void> | undefined;
  const close = async () => {
    await commands?.close();
    await app.close();
    await domains.sandboxClock.close();
    await runner?.stop();
    for (const domain of domains.list.toReversed()) await domain.close?.();
    await http.close();
    await database.close();
  };
  return {
    app,
    routes,
    deps: domains.shared,
    jobs,
    sanctions: domains.sanctions,
    kyc: domains.kyc,
    payments: domains.payments.deps,
    disbursements: domains.disbursements,
    tax: domains.tax,
    settlement: domains.settlement.deps,
    runCommand: run,
    async start() {
      if (isSandbox) await ensureDemoStaff(domains.staff.deps);
      if (isSandbox) await ensureDemoAppearance(domains.shared, domains.appearances);
      const isSharedStore = database.kind === "postgres";
      starting.begin(isSharedStore ? domains.list.flatMap(({ shared }) => shared ?? []) : []);
      const address = await app.listen({ port: config.port, host: config.host });
      runner = startJobs(jobs, log, database);
      domains.sandboxClock.start(runner);
      commands = await openCommandSocket(config.dataDir, run, log);
      return address;
    },
    async drain() {
      draining.begin();
      if (config.drainSeconds > 0) await pause(config.drainSeconds * 1000);
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
