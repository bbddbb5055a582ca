import { setTimeout as pause } from "node:timers/promises";
import {
  createKyc,
  type Kyc,
  type KycNeeds,
  type KycParts,
  registerKyc,
} from "../customers/identity/index.ts";
import {
  geolocationJobs,
  openLocations,
  registerGeolocation,
} from "../customers/location/index.ts";
import {
  createIdentityChanges,
  customerJobs,
  registerCustomers,
} from "../customers/profile/index.ts";
import { registerRequirements } from "../customers/requirements/index.ts";
import {
  createPhoneNotices,
  createSms,
  registerSms,
  smsJobs,
} from "../customers/text-messages/index.ts";
import { createWebhooks, webhookCommands } from "../events/index.ts";
import {
  createOperators,
  ensureDemoOperator,
  refuseDemoOperator,
  registerOperators,
  runCommand,
} from "../operators/accounts/index.ts";
import { createKeys, type KeyTimes } from "../operators/keys/index.ts";
import {
  createStaff,
  ensureDemoStaff,
  staffCommands,
  staffJobs,
} from "../operators/staff/index.ts";
import {
  bankAccountCommands,
  createCryptoMethod,
  createPayByBankMethod,
  createPayments,
  type PaymentsDeps,
  type PaymentsNeeds,
  type PaymentTimes,
  paymentJobs,
  registerPayments,
} from "../payments/index.ts";
import { openPricing } from "../payments/pricing/index.ts";
import { registerPaymentMethodRoutes } from "../payments/saved-methods/index.ts";
import {
  createDisbursements,
  type Disbursements,
  type DisbursementsNeeds,
  type PayoutTimes,
  registerDisbursements,
} from "../payouts/index.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import {
  type CommandAnswer,
  type CommandSocket,
  openCommandSocket,
} from "../platform/command-socket.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import { openDatabase } from "../platform/database/open-database.ts";
import { createHttpServer, type HttpServer } from "../platform/http/create-http-server.ts";
import { createIdempotency } from "../platform/http/idempotency.ts";
import type { KnownRoute } from "../platform/http/known-routes.ts";
import { type Job, type JobRunner, startJobs } from "../platform/jobs/job.ts";
import { platformJobs } from "../platform/jobs/store-jobs.ts";
import { createLog, type Log } from "../platform/log.ts";
import { createMetrics } from "../platform/metrics.ts";
import { observeCalls } from "../platform/observe-calls.ts";
import { createOutgoingHttp } from "../platform/outgoing-http.ts";
import { createSystemRandomness, type Randomness } from "../platform/randomness.ts";
import type { KeyEncryption } from "../platform/secrets/key-encryption.ts";
import { openKeyring } from "../platform/secrets/keyring.ts";
import { loadKeyEncryption } from "../platform/secrets/load-key-encryption.ts";
import { openBankDirectory, sandboxBanksPath } from "../providers/bank-directory/index.ts";
import { achCommands, createAch } from "../rails/ach/index.ts";
import { bankLoginJobs, createBankLogin, registerBankLogin } from "../rails/bank-login/index.ts";
import { createCrypto } from "../rails/coins/index.ts";
import {
  type BankPaymentTimes,
  createOpenBanking,
  registerVisits,
} from "../rails/open-banking/index.ts";
import { erasureJobs, registerErasure } from "../reporting/erasure/index.ts";
import { registerPrizes } from "../tax/prizes/index.ts";
import { createTax, registerTax, type Tax, type TaxNeeds } from "../tax/w9/index.ts";
import { registerConsole } from "./console/index.ts";
import { registerConsolePage, registerFrames } from "./frames/index.ts";

/** A whole service. Requests can be injected at once; nothing listens and no job runs before `start`. */
export interface Service {
  app: HttpServer;
  /** Every route that is registered. */
  routes: readonly KnownRoute[];
  /** What the domains share, for tests. Each domain declares what it needs of it. */
  deps: DisbursementsNeeds & KycNeeds & PaymentsNeeds & TaxNeeds;
  jobs: readonly Job[];
  /** For the exported functions of service/customers/identity. */
  kyc: Kyc;
  /** For the exported functions of service/payments. */
  payments: PaymentsDeps;
  /** For the exported functions of service/payouts. */
  disbursements: Disbursements;
  /** For the exported functions of service/tax/w9. */
  tax: Tax;
  /** Runs a command of the command line (`npm run operator -- …`). */
  runCommand(words: readonly string[]): Promise<CommandAnswer>;
  /** Listens and starts the jobs. Resolves to the address that was bound. */
  start(): Promise<string>;
  /**
   * Serves on for `DRAIN_SECONDS` while `/readyz` is 503, so that balancers send new requests elsewhere.
   * Jobs run on. Call it before `close`.
   */
  drain(): Promise<void>;
  /** Lets requests and jobs under way finish, then closes the store. Again is harmless. */
  close(): Promise<void>;
}

/** What a test may turn; the rest is the real thing. */
interface ServiceParts {
  clock?: Clock;
  random?: Randomness;
  log?: Log;
  /** An open, migrated store; the service closes it. */
  database?: Database;
  /** Deadlines and pauses of payments that differ from the usual ones. */
  paymentTimes?: Partial<PaymentTimes>;
  /** The same of payouts. */
  payoutTimes?: Partial<PayoutTimes>;
  /** The same of payments by bank. */
  bankTimes?: Partial<BankPaymentTimes>;
  /** The same of key rotations. */
  keyTimes?: Partial<KeyTimes>;
  /** What reads identity documents and decides about them. */
  kyc?: KycParts;
}

/** Opens the store and puts all parts together. Throws what {@link openDatabase} throws. */
export async function createService(config: Config, parts: ServiceParts = {}): Promise<Service> {
  const clock = parts.clock ?? systemClock;
  const random = parts.random ?? createSystemRandomness();
  const log = parts.log ?? createLog(config.logLevel);
  const keyEncryption = loadKeyEncryption(config, random);
  const database = parts.database ?? (await openDatabase(config, { clock, log }));
  try {
    const { paymentTimes = {}, payoutTimes = {}, bankTimes = {}, keyTimes = {}, kyc = {} } = parts;
    const times = { paymentTimes, payoutTimes, bankTimes, keyTimes };
    const all = { clock, random, log, database, keyEncryption, ...times, kyc };
    return await assemble(config, all);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function assemble(
  config: Config,
  parts: Required<ServiceParts> & { keyEncryption: KeyEncryption },
): Promise<Service> {
  const { clock, random, log, database } = parts;
  const keyring = await openKeyring(parts);
  const metrics = createMetrics();
  const http = observeCalls(createOutgoingHttp(), metrics);
  const platform = { config, clock, random, log, database, keyring, http, metrics };
  const operators = createOperators(platform);
  const { app, clientSecrets, routes, draining, forwarding } = await createHttpServer(
    platform,
    operators,
  );
  const idempotency = createIdempotency(platform);
  const webhooks = createWebhooks(platform);
  const locations = await openLocations({ ...platform, operators });
  const ach = createAch(platform);
  const pricing = await openPricing({ ...platform, operators });
  const isSandbox = config.environment === "sandbox";
  const banks = await openBankDirectory(
    config.bankDirectory ?? (isSandbox ? sandboxBanksPath : undefined),
  );
  const deps: Service["deps"] = {
    ...platform,
    identityChanges: createIdentityChanges(),
    ach,
    banks,
    operators,
    pricing,
    idempotency,
    clientSecrets,
    webhooks,
    locations,
  };

  if (isSandbox) await ensureDemoOperator(deps);
  else await refuseDemoOperator(database);
  registerOperators(app, deps);
  const frameJobs = registerFrames(app, deps);
  registerConsolePage(app);
  const sms = createSms(deps);
  const phoneNotices = createPhoneNotices(sms);
  const kyc = createKyc(deps, parts.kyc);
  const { startVerification } = kyc;
  registerCustomers(app, { ...deps, phoneNotices, startVerification });
  registerGeolocation(app, deps);
  const payments = createPayments(deps, parts.paymentTimes);
  const openBanking = createOpenBanking(platform, parts.bankTimes);
  payments.methods.add(createPayByBankMethod(payments, openBanking));
  registerVisits(app, openBanking.deps);
  const crypto = createCrypto(platform, { isAlone: database.kind === "embedded" });
  payments.methods.add(createCryptoMethod(payments, crypto));
  const disbursements = createDisbursements(deps, parts.payoutTimes);
  registerPayments(app, deps, payments, disbursements.client);
  registerPaymentMethodRoutes(app, deps, disbursements.client.removeMethod);
  registerDisbursements(app, disbursements);
  registerRequirements(app, {
    ...deps,
    phoneNotices,
    payoutContextOf: disbursements.payoutContextOf,
  });
  registerSms(app, { ...sms, idempotency });
  registerKyc(app, kyc);
  const staff = createStaff(deps);
  const tax = createTax(deps, sms);
  registerTax(app, tax);
  registerConsole(app, {
    ...staff,
    ach,
    pricing,
    webhooks,
    kyc: kyc.deps,
    payments,
    disbursements: disbursements.deps,
    tax: tax.deps,
    openBanking,
    crypto,
    forwarding,
  });
  registerPrizes(app, deps);
  registerErasure(app, { ...deps, payments, disbursements: disbursements.deps });
  const keys = createKeys(
    { ...platform, keyring, keyEncryption: parts.keyEncryption },
    parts.keyTimes,
  );
  const bankLogin = createBankLogin(deps);
  registerBankLogin(app, { ...bankLogin, idempotency });
  webhooks.register(app, idempotency);
  const jobs: Job[] = [
    ...platformJobs(platform),
    ...keys.jobs,
    ...frameJobs,
    ...webhooks.jobs,
    ...paymentJobs(payments),
    ...disbursements.jobs,
    ...smsJobs(sms),
    phoneNotices.job,
    ...kyc.jobs,
    ...tax.jobs,
    ...geolocationJobs(locations),
    ...staffJobs(staff),
    ...customerJobs(deps),
    ...erasureJobs(deps),
    ...ach.jobs,
    ...bankLoginJobs(bankLogin),
    ...openBanking.jobs,
    ...crypto.jobs,
  ];
  await app.ready();

  const families = [
    webhookCommands(deps),
    achCommands(ach),
    staffCommands(staff),
    bankAccountCommands(payments),
    keys.commands,
  ];
  const run = (words: readonly string[]) => runCommand(deps, words, families);
  let runner: JobRunner | undefined;
  let commands: CommandSocket | undefined;
  let closing: Promise<void> | undefined;
  return {
    app,
    routes,
    deps,
    jobs,
    kyc,
    payments,
    disbursements,
    tax,
    runCommand: run,
    async start() {
      if (config.environment === "sandbox") await ensureDemoStaff(staff);
      const address = await app.listen({ port: config.port, host: config.host });
      runner = startJobs(jobs, log, database);
      commands = await openCommandSocket(config.dataDir, run, log);
      return address;
    },
    async drain() {
      draining.begin();
      if (config.drainSeconds > 0) await pause(config.drainSeconds * 1000);
    },
    close() {
      closing ??= (async () => {
        await commands?.close();
        await app.close();
        await kyc.close();
        await runner?.stop();
        await crypto.close();
        await disbursements.close();
        await openBanking.close();
        await webhooks.close();
        await http.close();
        await database.close();
      })();
      return closing;
    },
  };
}
