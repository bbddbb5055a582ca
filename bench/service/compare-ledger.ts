/**
 * What the ledger costs: payments per second with and without its postings, in short bursts that alternate within one
 * run. In the runs without postings, a trigger drops each posting before the store writes it. Those runs still send the
 * posting's parameters. It runs only on PostgreSQL, because the trigger needs its own connection.
 */
import pg from "pg";
import { manyCardAttempts, setSettings } from "../../e2e/stack/operator-commands.ts";
import { median } from "../statistics.ts";
import { onFreshStore } from "./compare-service.ts";
import { burst } from "./http-load.ts";

/** Payments per second at one load, and the median of the rounds' ratios. */
export interface LedgerRate {
  readonly inFlight: number;
  readonly with: number;
  readonly without: number;
  /** Rate with postings ÷ rate without, compared within each round. */
  readonly ratio: number;
}

const inFlightCounts = [16, 64] as const;
const burstMs = 2_000;
const warmTurns = 800;

/**
 * Measures on a new database of the server.
 * @throws when the service refuses a call
 */
export function compareLedger(
  serverUrl: string,
  rounds: number,
  log: (line: string) => void,
): Promise<LedgerRate[]> {
  return onFreshStore(serverUrl, async ({ stack, operations, databaseUrl }) => {
    const database = new pg.Client(databaseUrl);
    await database.connect();
    try {
      await database.query(`
        create function bench_drop_posting() returns trigger language plpgsql
          as 'begin return null; end';
        create trigger bench_drop_posting before insert on ledger_postings
          for each row execute function bench_drop_posting()`);
      const setLedger = (isOn: boolean) =>
        database.query(
          `alter table ledger_postings ${isOn ? "disable" : "enable"} trigger bench_drop_posting`,
        );
      const pay = async (inFlight: number, limits: { durationMs: number; turns?: number }) => {
        // One customer pays everything, from one address.
        await database.query("delete from card_attempt_counts");
        const { done, seconds } = await burst(
          stack.serviceUrl,
          { inFlight, ...limits },
          operations.takePayment,
        );
        return done / seconds;
      };
      await setSettings(stack, manyCardAttempts);
      await pay(64, { durationMs: 5 * 60_000, turns: warmTurns });
      const rates: LedgerRate[] = [];
      for (const inFlight of inFlightCounts) {
        const on: number[] = [];
        const off: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          const order = round % 2 === 0 ? [true, false] : [false, true];
          for (const isOn of order) {
            await setLedger(isOn);
            (isOn ? on : off).push(await pay(inFlight, { durationMs: burstMs }));
          }
        }
        const ratio = median(on.map((rate, round) => rate / (off[round] ?? rate)));
        rates.push({ inFlight, with: median(on), without: median(off), ratio });
        log(
          `${inFlight} in flight: ${median(on).toFixed(0)}/s with, ${median(off).toFixed(0)}/s without`,
        );
      }
      return rates;
    } finally {
      await database.end();
    }
  });
}

/** The results as a Markdown table. */
export function ledgerTable(rates: readonly LedgerRate[]): string {
  const lines = rates.map(
    ({ inFlight, ratio, ...rate }) =>
      `| ${inFlight} | ${rate.with.toFixed(0)} | ${rate.without.toFixed(0)} | ${(ratio * 100).toFixed(0)} % |`,
  );
  return [
    "| In flight | Payments/s with postings | without | Ratio |",
    "|---|---|---|---|",
    ...lines,
  ].join("\n");
}
