import { join } from "node:path";
import { expect, test } from "vitest";
import { createDatabase } from "../stack/fresh-database.ts";
import { createPayers } from "../stack/operator-api.ts";
import { repository } from "../stack/repository.ts";
import { startStack } from "../stack/start-stack.ts";
import { startChild } from "./testing/child.ts";
import { expectCorrectCharges } from "./testing/expect-correct-charges.ts";
import { startLoad } from "./testing/steady-load.ts";

const downMs = 4_000;
/**
 * No payment takes longer than the outage plus this and the longest payment before it. One that hung would end at a
 * deadline of minutes. How soon payments continued is in the log, because it depends on the machine.
 */
const maxBeyondMs = 45_000;

test("PostgreSQL restarts under load: payments continue, none is lost, duplicated or charged twice", async () => {
  const postgres = startChild(process.execPath, [
    join(repository, "scripts/testing/own-postgres.mjs"),
  ]);
  const serverUrl = (await postgres.says("ready ")).slice("ready ".length);
  const database = await createDatabase(serverUrl);
  const stack = await startStack({
    shop: false,
    store: database.url,
    env: { RATE_LIMIT_SECRET_KEY: "100000/100000", RATE_LIMIT_CLIENT_SECRET: "100000/100000" },
  });
  try {
    const payers = await createPayers(stack, 6);
    const load = startLoad(stack, { payers, repeats: true });
    await load.more(20);
    const longestBefore = Math.max(
      ...load.payments.map(({ startedAtMs, endedAtMs }) => endedAtMs - startedAtMs),
    );
    const outages: { from: number; to: number }[] = [];
    for (const mode of ["fast", "immediate"]) {
      const from = Date.now();
      postgres.writeLine(`restart ${mode} ${downMs}`);
      await postgres.says("restarted");
      outages.push({ from, to: Date.now() });
      await load.more(20);
    }
    await load.stop();
    const excess = outages.map(({ from, to }) => {
      const overlapping = load.payments.filter(
        (payment) => payment.startedAtMs < to && payment.endedAtMs > from,
      );
      return Math.max(...overlapping.map(({ endedAtMs }) => endedAtMs - to));
    });
    console.log(
      `${load.payments.length} payments, ${load.total()} requests; longest beyond the outages: ${excess.join(" and ")} ms (before: ${longestBefore} ms)`,
    );
    expect(load.failed).toEqual([]);
    expect(load.payments.length).toBeGreaterThan(50);
    for (const each of excess) expect(each).toBeLessThan(maxBeyondMs + longestBefore);
    await expectCorrectCharges(stack, load.payments);
  } finally {
    await stack.stop();
    await postgres.stop();
  }
});
