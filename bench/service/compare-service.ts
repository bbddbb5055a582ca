/**
 * Compares the service with its own rows written directly to the same store, alternately in one run. Also measures slow
 * requests with full tables, and memory after many payments.
 */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase } from "../../e2e/stack/fresh-database.ts";
import { createPayer, readStatus } from "../../e2e/stack/operator-api.ts";
import { type Stack, startStack } from "../../e2e/stack/start-stack.ts";
import { median, quantile } from "../statistics.ts";
import { type BareProcess, startBareProcess } from "./bare-process.ts";
import { type Burst, burst } from "./http-load.ts";
import { type Operations, operationsOn } from "./operations.ts";

/**
 * Turns in flight: those of one busy operator, and enough to keep every process busy. With few turns, client, service
 * and database wait for each other and processors are idle.
 */
const inFlightCounts = [16, 64] as const;
const maxInFlight = 64;
const burstMs = 2000;
/** Turns for each side before measuring: code that is still being compiled costs twice as much. */
const warmTurns = 3000;
/** Time limit of the warm-up. */
const warmMs = 5 * 60_000;

/** Size of the benchmark; `quick` is for testing the benchmark itself. */
export interface ServiceBenchOptions {
  rounds: number;
  fewPayments: number;
  manyPayments: number;
  /** Memory is measured after this many payments. */
  paymentsBeforeMemory: number;
}

/** Turns per second, medians of the rounds. */
export interface Rate {
  what: string;
  inFlight: number;
  api: number;
  bare: number;
  /** The bare rows behind a bare HTTP server: the maximum for any service here. */
  served: number;
}

/** 95th percentiles in milliseconds. */
export interface Tail {
  what: string;
  few: number;
  many: number;
}

/** All results for one store. */
export interface ServiceFigures {
  store: string;
  rates: Rate[];
  tails: Tail[];
  memoryMb: { before: number; after: number; payments: number };
}

/**
 * Measures on the embedded store, or on new databases of the given server.
 * @throws when the service refuses a call
 */
export async function compareService(
  serverUrl: string | undefined,
  options: ServiceBenchOptions,
  log: (line: string) => void,
): Promise<ServiceFigures> {
  const store = serverUrl ? "PostgreSQL" : "embedded";
  const { rates, memoryMb } = await onFreshStore(serverUrl, async (bench) => {
    const before = residentMb(bench.stack);
    const rates = await compareRates(bench, options.rounds, (what) => log(`${store}: ${what}`));
    const payments = await payUntil(bench, options.paymentsBeforeMemory);
    log(`${store}: memory measured after ${payments} payments`);
    return { rates, memoryMb: { before, after: residentMb(bench.stack), payments } };
  });
  // Measures on new stores, so that earlier measurements do not count, and alternately, so that other load on the
  // machine affects both.
  const tails = await onFreshStore(serverUrl, (few) =>
    onFreshStore(serverUrl, (many) => compareTails(few, many, options)),
  );
  log(`${store}: tails done`);
  return { store, rates, tails, memoryMb };
}

/** A running service, its operations, and a bare writer that knows its rows. */
export interface Bench {
  stack: Stack;
  bare: BareProcess;
  operations: Operations;
  databaseUrl: string | undefined;
}

/** Runs `use` beside a running service on a new store, and removes everything afterwards. */
export async function onFreshStore<T>(
  serverUrl: string | undefined,
  use: (bench: Bench) => Promise<T>,
): Promise<T> {
  const database = serverUrl ? await createDatabase(serverUrl) : undefined;
  const stack = await startStack({
    shop: false,
    store: database?.url ?? "embedded",
    env: {
      RATE_LIMIT_SECRET_KEY: "1000000/1000000",
      RATE_LIMIT_CLIENT_SECRET: "1000000/1000000",
      LOG_LEVEL: "warn",
    },
  });
  const bare = startBareProcess();
  try {
    const operations = operationsOn(stack, await createPayer(stack));
    const bench = { stack, bare, operations, databaseUrl: database?.url };
    await rememberRows(bench);
    return await use(bench);
  } finally {
    bare.end();
    await stack.stop();
    await database?.drop();
  }
}

/**
 * Creates one intent and one payment through the service; the bare writer remembers their rows. For the embedded store
 * the writer gets a copy, because a store has one owner.
 */
async function rememberRows({ stack, bare, operations, databaseUrl }: Bench) {
  let intentId = "";
  let paidId = "";
  await burst(stack.serviceUrl, { inFlight: 1, durationMs: 60_000, turns: 1 }, async (send) => {
    intentId = (await operations.createIntent(send)).paymentIntentId;
    paidId = (await operations.takePayment(send)).paymentIntentId;
  });
  const { payments } = await readStatus(stack, paidId);
  const paidIds = [paidId, ...payments.map(({ paymentId }) => paymentId)];
  if (databaseUrl) {
    await bare.ask({ do: "open", databaseUrl });
  } else {
    await stack.service().stop();
    const copy = join(stack.folder, "bare");
    cpSync(stack.dataDir, copy, { recursive: true });
    await bare.ask({ do: "open", dataDir: copy });
    await stack.startService();
  }
  await bare.ask({ do: "learn", name: "intent", ids: [intentId] });
  await bare.ask({ do: "learn", name: "payment", ids: paidIds });
}

async function compareRates(
  { stack, bare, operations }: Bench,
  rounds: number,
  log: (what: string) => void,
): Promise<Rate[]> {
  const rates: Rate[] = [];
  const outside = startBareProcess();
  const { port } = await outside.ask({ do: "serve", commits: 1 });
  const callUrl = `http://127.0.0.1:${port}`;
  for (const { what, name, commits, turn, bareTurn } of [
    {
      what: "intents created",
      name: "intent",
      commits: 1,
      turn: operations.createIntent,
      bareTurn: operations.createBareIntent,
    },
    {
      what: "payments taken",
      name: "payment",
      commits: 3,
      turn: operations.takePayment,
      bareTurn: operations.takeBarePayment,
    },
  ] as const) {
    const server = await bare.ask({ do: "serve", name, commits, callUrl });
    const bareUrl = `http://127.0.0.1:${server.port}`;
    const warming = { inFlight: maxInFlight, durationMs: warmMs, turns: warmTurns };
    await burst(stack.serviceUrl, warming, turn);
    await bare.ask({ do: "write", name, commits, ...warming });
    await burst(bareUrl, warming, bareTurn);
    for (const inFlight of inFlightCounts) {
      const limits = { inFlight, durationMs: burstMs };
      const api: number[] = [];
      const written: number[] = [];
      const served: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const taken = await burst(stack.serviceUrl, limits, turn);
        const report = await bare.ask({ do: "write", name, commits, ...limits });
        const answered = await burst(bareUrl, limits, bareTurn);
        served.push(answered.done / answered.seconds);
        api.push(taken.done / taken.seconds);
        written.push((report.done ?? 0) / (report.seconds ?? 1));
      }
      const medians = { api: median(api), bare: median(written), served: median(served) };
      rates.push({ what, inFlight, ...medians });
      const of = (value: number) => `${value.toFixed(0)}/s`;
      log(
        `${what}, ${inFlight} in flight: ${of(medians.api)}, bare ${of(medians.bare)}, behind HTTP ${of(medians.served)}`,
      );
    }
  }
  outside.end();
  return rates;
}

async function payUntil({ stack, operations }: Bench, payments: number): Promise<number> {
  const { done } = await burst(
    stack.serviceUrl,
    { inFlight: 16, durationMs: 15 * 60_000, turns: payments },
    operations.takePayment,
  );
  return done;
}

async function compareTails(
  few: Bench,
  many: Bench,
  { fewPayments, manyPayments }: ServiceBenchOptions,
): Promise<Tail[]> {
  await fill(few, fewPayments);
  await fill(many, manyPayments);
  const tails: Tail[] = [];
  for (const what of Object.keys(tailTurns) as (keyof typeof tailTurns)[]) {
    const ofFew: number[] = [];
    const ofMany: number[] = [];
    for (let round = 0; round < tailRounds; round++) {
      const sides = [
        { bench: few, latencies: ofFew },
        { bench: many, latencies: ofMany },
      ];
      if (round % 2 === 1) sides.reverse();
      for (const { bench, latencies } of sides) {
        const { latenciesMs } = await tailBurst(bench, what);
        // The first round fills caches and prepared statements.
        if (round > 0) latencies.push(...latenciesMs);
      }
    }
    tails.push({ what, few: quantile(ofFew, 0.95), many: quantile(ofMany, 0.95) });
  }
  return tails;
}

const tailRounds = 7;
const tailTurns = {
  "create an intent": "createIntent",
  "take a payment": "takePayment",
  "read a status": "readStatus",
  "list customers": "listCustomers",
} as const;

function tailBurst({ stack, operations }: Bench, what: keyof typeof tailTurns): Promise<Burst> {
  const turn = operations[tailTurns[what]];
  const isReading = turn === operations.readStatus;
  const turns = isReading ? Math.min(400, Math.floor(operations.intentsKnown() / tailRounds)) : 400;
  return burst(stack.serviceUrl, { inFlight: 2, durationMs: 1000, turns }, turn);
}

/**
 * Copies the remembered payment in the service's store. The embedded one has one owner, so the service stops for it.
 */
async function fill({ stack, bare, databaseUrl }: Bench, count: number): Promise<void> {
  const order = { do: "fill", name: "payment", count } as const;
  if (databaseUrl) {
    await bare.ask(order);
    return;
  }
  await bare.ask({ do: "close" });
  await stack.service().stop();
  await bare.ask({ do: "open", dataDir: stack.dataDir });
  await bare.ask(order);
  await bare.ask({ do: "close" });
  await stack.startService();
  await bare.ask({ do: "open", dataDir: join(stack.folder, "bare") });
}

/** The process's resident memory, as reported by Linux. */
function residentMb(stack: Stack): number {
  const status = readFileSync(`/proc/${stack.service().pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}
