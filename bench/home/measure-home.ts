/**
 * Home with many payments on PostgreSQL: how long its figures take, and whether keeping them up to date slows payments.
 *
 * The second measurement alternates payments with and without what Home adds: the marks of changed payments, and what
 * sixty open pages read.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createDatabase } from "../../e2e/stack/fresh-database.ts";
import { createPayers } from "../../e2e/stack/operator-api.ts";
import { manyCardAttempts, setSettings } from "../../e2e/stack/operator-commands.ts";
import { type Stack, startStack } from "../../e2e/stack/start-stack.ts";
import { burst, type Send } from "../service/http-load.ts";
import { operationsOn } from "../service/operations.ts";
import { median, quantile } from "../statistics.ts";
import { fillPayments } from "./fill-payments.ts";
import { signInViewer } from "./staff-session.ts";

/** Size of the benchmark. */
export interface HomeBenchOptions {
  readonly payments: number;
  readonly days: number;
  /** Payments added on one day for the last read. */
  readonly busyDay: number;
  readonly reads: number;
  readonly rounds: number;
  readonly roundMs: number;
}

/** How long one read takes. */
export interface Reads {
  readonly what: string;
  readonly medianMs: number;
  readonly p95Ms: number;
}

/** Results; times in milliseconds. */
export interface HomeBenchResult {
  readonly payments: number;
  readonly days: number;
  /** Time until the job has summed all days, with its pauses. */
  readonly buildMs: number;
  readonly reads: readonly Reads[];
  /** Payments per second in each round. */
  readonly paymentsWith: readonly number[];
  readonly paymentsWithout: readonly number[];
}

const marked = ["payment_intents", "refunds"] as const;
/** The busy day's payments are in its last hours. */
const busyHours = 12;
/** How long the job may need to sum the busy day's half-hours, with its pauses. */
const busySettlesMs = 60_000;
/** Pause between reads: a console session may make 20 calls a second. */
const readPauseMs = 60;
const inFlight = 16;
const warmUpMs = 20_000;
/**
 * Customers pay in turn, each from their own address. One customer's payments would wait for each other, because each
 * counts the attempts before it.
 */
const customers = 200;
/** A page reads its figures once a minute, and the waiting work four times as often. */
const openPages = 60;

/** Measures on a new database of the server. */
export async function measureHome(
  serverUrl: string,
  options: HomeBenchOptions,
  log: (line: string) => void,
): Promise<HomeBenchResult> {
  const database = await createDatabase(serverUrl);
  const stack = await startStack({
    shop: false,
    store: database.url,
    env: {
      RATE_LIMIT_SECRET_KEY: "1000000/1000000",
      RATE_LIMIT_CLIENT_SECRET: "1000000/1000000",
      LOG_LEVEL: "warn",
      TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const read = await signInViewer(stack);
    const takePayment = payInTurn(stack, await createPayers(stack, customers));
    const { operatorId } = stack.operator;
    const { payments, days, busyDay } = options;
    const filling = { operatorId, until: new Date(), payments, hours: days * 24, name: "bench" };
    await fillPayments(client, filling);
    log(`home: ${options.payments} payments written`);
    const startedMs = performance.now();
    while (await isIncomplete(read)) await pause(500);
    const buildMs = performance.now() - startedMs;
    await client.query("vacuum analyze daily_figures");
    log(`home: ${options.days} days summed in ${(buildMs / 1000).toFixed(0)} s`);

    const reads: Reads[] = [];
    const measure = async (path: string, what = path) => {
      const times: number[] = [];
      for (let count = 0; count < options.reads; count += 1) {
        const beganMs = performance.now();
        await read(path);
        times.push(performance.now() - beganMs);
        await pause(readPauseMs);
      }
      reads.push({ what, medianMs: median(times), p95Ms: quantile(times, 0.95) });
      log(`home: ${what} ${median(times).toFixed(0)} ms`);
    };
    for (const path of ["/home?days=7", "/home?days=30", "/home?days=90", "/home/waiting"]) {
      await measure(path);
    }
    // The job sums the busy day's half-hours; the last of them are computed live.
    const busy = { operatorId, until: new Date(), payments: busyDay, hours: busyHours };
    await fillPayments(client, { ...busy, name: "busy" });
    log(`home: ${busyDay} payments of today written`);
    await pause(busySettlesMs);
    await measure(
      "/home?days=30",
      `/home?days=30 on a day with ${busyDay.toLocaleString("en")} more`,
    );

    await setSettings(stack, manyCardAttempts);
    const take = async (durationMs: number) => {
      const taken = await burst(stack.serviceUrl, { inFlight, durationMs }, takePayment);
      return taken.done / taken.seconds;
    };
    const toggle = async (how: "enable" | "disable") => {
      for (const table of marked) {
        await client.query(`alter table ${table} ${how} trigger mark_figure_change`);
      }
    };
    const withHome = async () => {
      await toggle("enable");
      const every = 60_000 / openPages;
      const readers = [
        setInterval(() => void read("/home?days=30"), every),
        setInterval(() => void read("/home/waiting"), every / 4),
      ];
      try {
        return await take(options.roundMs);
      } finally {
        for (const reader of readers) clearInterval(reader);
      }
    };
    const withoutHome = async () => {
      await toggle("disable");
      return take(options.roundMs);
    };
    await take(warmUpMs);
    const rates = { with: [] as number[], without: [] as number[] };
    for (let number = 1; number <= options.rounds; number += 1) {
      // The store grows, so the two sides take turns to go first.
      if (number % 2 === 1) rates.without.push(await withoutHome());
      rates.with.push(await withHome());
      if (number % 2 === 0) rates.without.push(await withoutHome());
      log(`home: round ${number} of ${options.rounds}`);
    }
    return {
      payments: options.payments,
      days: options.days,
      buildMs,
      reads,
      paymentsWith: rates.with,
      paymentsWithout: rates.without,
    };
  } finally {
    await client.end();
    await stack.stop();
    await database.drop();
  }
}

/** Payments of these customers in turn. */
function payInTurn(stack: Stack, externalCustomerIds: readonly string[]) {
  const payers = externalCustomerIds.map((id) => operationsOn(stack, id));
  let turn = 0;
  return async (send: Send): Promise<void> => {
    const number = turn++ % payers.length;
    const address = { "X-Forwarded-For": `192.0.2.${number}` };
    await payers[number]?.takePayment((call) =>
      send({ ...call, headers: { ...call.headers, ...address } }),
    );
  };
}

async function isIncomplete(read: (path: string) => Promise<unknown>): Promise<boolean> {
  const { missingDays } = (await read("/home?days=90")) as { missingDays: number };
  return missingDays > 0;
}
