import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NetworkRefused } from "../networks/play-network.ts";
import { createBitcoin, type SandboxBitcoin } from "./bitcoin.ts";
import { amountOf } from "./ledger.ts";
import { bitcoinAsset } from "./payment-link.ts";
import { subsidyAt } from "./regtest.ts";
import { keyOf } from "./transaction.ts";

const to = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

function newBitcoin(): SandboxBitcoin {
  return createBitcoin(
    {
      now: () => 1_800_000_000_000,
      machineNow: () => 1_800_000_000_000,
      schedule: () => () => {},
      log: () => {},
      randomBytes,
      randomUuid: () => "",
      sleep: async () => {},
      publicUrl: "",
    },
    {},
  );
}

/** A tester's actions, each with a number for the amount. */
const actions = {
  pay: (bitcoin, number) =>
    bitcoin.send({ to, asset: bitcoinAsset, baseUnits: BigInt(1_000 + number * 70_000_000) }),
  mine: (bitcoin, number) => bitcoin.mine(1 + (number % 3)),
  reorganiseWithoutPayments: (bitcoin, number) => bitcoin.reorganise(1 + (number % 4), false),
  reorganiseWithPayments: (bitcoin, number) => bitcoin.reorganise(1 + (number % 4), true),
  replace: (bitcoin, number) =>
    bitcoin.replace({
      transactionHash: pendingAt(bitcoin, number),
      baseUnits: BigInt(5_000 + number),
    }),
  drop: (bitcoin, number) => bitcoin.drop(pendingAt(bitcoin, number)),
} satisfies Record<string, (bitcoin: SandboxBitcoin, number: number) => Promise<unknown>>;

function pendingAt(bitcoin: SandboxBitcoin, number: number): string {
  const pending = bitcoin.ledger().pending();
  return pending[number % Math.max(pending.length, 1)]?.transaction.txid ?? "";
}

test("after any sequence of actions, no satoshi has appeared or been lost, and pending payments can be mined", async () => {
  const action = fc.tuple(
    fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
    fc.nat({ max: 20 }),
  );
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25, minLength: 5 }), async (list) => {
      const bitcoin = newBitcoin();
      for (const [name, number] of list) {
        try {
          await actions[name](bitcoin, number);
          done += 1;
        } catch (error) {
          if (!(error instanceof NetworkRefused)) throw error;
        }
        checkCoins(bitcoin);
      }
      await bitcoin.mine(1);
      expect(bitcoin.ledger().pending()).toEqual([]);
      checkCoins(bitcoin);
    }),
    { numRuns: 12 },
  );
  expect(done).toBeGreaterThan(30);
});

/** Unspent coins must add up to the miners' rewards, and no two pending transactions may spend the same coin. */
function checkCoins(bitcoin: SandboxBitcoin): void {
  const ledger = bitcoin.ledger();
  let mined = 0n;
  for (let height = 1; height <= ledger.tip.height; height += 1) mined += subsidyAt(height);
  expect(amountOf([...ledger.coins()])).toBe(mined);
  const spent = ledger.pending().flatMap(({ transaction }) => transaction.inputs.map(keyOf));
  expect(new Set(spent).size).toBe(spent.length);
}
