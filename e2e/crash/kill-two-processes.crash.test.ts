/**
 * Two processes on one PostgreSQL, killed (SIGKILL) one after the other and both at once. Meanwhile, both receive
 * refunds that ask for more than there is, disputes, late returns of debits, and banks' inquiries. Afterwards:
 *
 * 1. No payment is refunded beyond its amount, and its own record has the sum of its refunds.
 * 2. The processors' books have exactly one refund for each of our successful refunds, and none for a failed one.
 * 3. The bank has credited each account with no more than it debited, and has each entry once.
 * 4. The ledger is sound: every posting exists once and balances, balances equal entries, and all accounts of a
 * currency add up to zero.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFreePorts } from "../../scripts/lib/free-ports.mjs";
import { withFreshDatabase } from "../stack/fresh-database.ts";
import { operatorCommand, setSettings } from "../stack/operator-commands.ts";
import { noRequirements } from "../stack/payout-api.ts";
import { type Program, startProgram } from "../stack/program.ts";
import { type Stack, startStack } from "../stack/start-stack.ts";
import {
  expectNoMoneyTwice,
  openRefunds,
  payAll,
  startConcurrentLoad,
} from "./testing/concurrent-load.ts";
import { expectSoundLedger } from "./testing/expect-ledger.ts";

const dayMs = 24 * 60 * 60_000;
const limits = {
  RATE_LIMIT_SECRET_KEY: "100000/100000",
  RATE_LIMIT_CLIENT_SECRET: "100000/100000",
};
/** Which processes each round kills. */
const rounds = [["second"], ["first"], ["first", "second"], ["second"], ["first", "second"]];

test("two processes that are killed during refunds, disputes and late returns move no money twice", async () => {
  await withFreshDatabase(async (databaseUrl) => {
    const stack = await startStack({
      shop: false,
      store: databaseUrl,
      adjustableMachineClock: true,
      env: limits,
    });
    const [port = 0] = await findFreePorts(1);
    const other: Stack = { ...stack, serviceUrl: `http://127.0.0.1:${port}` };
    const startSecond = () =>
      startProgram({
        entry: "service/app/program.js",
        env: {
          ...limits,
          PORT: String(port),
          SHOP_PORT: "1",
          SANDBOX_PORT: new URL(stack.sandboxUrl).port,
          TESSERA_DATA_DIR: stack.dataDir,
          TESSERA_ENV: "sandbox",
          DRAIN_SECONDS: "0",
          DATABASE_URL: databaseUrl,
          PUBLIC_URL: stack.pay,
          SANDBOX_URL: stack.sandboxUrl,
        },
        logFile: join(stack.folder, "second.log"),
        readyUrl: `${other.serviceUrl}/readyz`,
      });
    let second: Program | undefined = await startSecond();
    const kill = async (who: string) => {
      if (who === "first") await stack.service().kill();
      else await second?.kill();
    };
    const restart = async (who: string) => {
      if (who === "first") await stack.startService();
      else second = await startSecond();
    };
    try {
      await setSettings(stack, {
        ...noRequirements,
        cardAttemptsPerCustomer: 1_000,
        cardAttemptsPerAddress: 10_000,
      });
      const paid = await payAll(stack);
      // The debits settle.
      await nextDays(stack, 6);
      const load = startConcurrentLoad([stack, other], paid);
      for (const names of rounds) {
        await load.someAreDone();
        await Promise.all(names.map(kill));
        await Promise.all(names.map(restart));
      }
      await load.finish();

      await second?.stop();
      second = undefined;
      // The operator's commands find the process that started last.
      await stack.service().stop();
      await stack.startService();
      await nextDays(stack, 8);
      // Moves past the leases of the dead processes.
      await stack.advanceMachineClock(2 * 60_000);
      await expect
        .poll(() => unfinished(stack), { timeout: 200_000, interval: 1_000, message: "open" })
        .toBe(0);
      await expectNoMoneyTwice(stack, paid);
      await expectSoundLedger(stack);
    } finally {
      await second?.stop();
      await stack.stop();
    }
  });
});

/** Lets days pass, each with its file to the bank. */
async function nextDays(stack: Stack, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await operatorCommand(stack, "ach", "close");
    await stack.advanceClock(dayMs);
  }
}

async function unfinished(stack: Stack): Promise<number> {
  const open = await openRefunds(stack);
  // Entries sent in the meantime also need days to settle, and returns by banks are looked up after a day.
  if (open.length > 0) await nextDays(stack, 1);
  return open.length;
}
