import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { openTestDatabase, testDatabaseUrl } from "../../testing/test-database.ts";
import { inTransaction } from "./transaction.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const memory = () => {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

test.skipIf(testDatabaseUrl)(
  "responses do not stay in memory, however many there were",
  async () => {
    const { database } = await openTestDatabase();
    const answerBytes = 200_000;
    const read = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        const text = "select repeat('x', $1::int) as answer";
        const { rows } = await database.run({ name: "long_answer", text }, [answerBytes]);
        expect(rows).toEqual([{ answer: "x".repeat(answerBytes) }]);
      }
    };
    await read(5);
    // Other work of this process also allocates. A leak shows in every round.
    let grownBytes = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5 && grownBytes >= 30 * answerBytes; round += 1) {
      const before = memory();
      await read(100);
      grownBytes = memory() - before;
    }
    expect(grownBytes).toBeLessThan(30 * answerBytes);
    await database.close();
  },
);

test.skipIf(testDatabaseUrl)(
  "a request waits while another keeps the only session for long",
  async () => {
    const { database } = await openTestDatabase();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let end = () => {};
      const held = new Promise<void>((begun) => {
        void inTransaction(database, () => {
          begun();
          return new Promise<void>((resolve) => {
            end = resolve;
          });
        });
      });
      await held;
      const waiting = database.run<{ one: number }>({ name: "one", text: "select 1 as one" }, []);
      vi.advanceTimersByTime(25_000);
      end();
      expect((await waiting).rows).toEqual([{ one: 1 }]);
    } finally {
      vi.useRealTimers();
      await database.close();
    }
  },
);
