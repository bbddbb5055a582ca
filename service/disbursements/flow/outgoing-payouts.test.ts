import { expect, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createOutgoingPayouts } from "./outgoing-payouts.ts";

/** Work that ends when it is told to. */
function heldWork() {
  const log: string[] = [];
  const held: { id: string; end: (error?: Error) => void }[] = [];
  const hold = (what: string) => (id: string) => {
    log.push(`${what} ${id}`);
    return new Promise<void>((resolve, reject) => {
      held.push({ id, end: (error) => (error ? reject(error) : resolve()) });
    });
  };
  return { log, held, work: { send: hold("send"), lookAfter: hold("look after") } };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("of one payout one thing at a time, of others beside it", async () => {
  const { log, held, work } = heldWork();
  const outgoing = createOutgoingPayouts(work, createLog("silent"));
  void outgoing.send("a");
  void outgoing.lookAfter("a");
  void outgoing.send("b");
  await turn();
  expect(log).toEqual(["send a", "send b"]);
  held[0]?.end();
  await turn();
  expect(log).toEqual(["send a", "send b", "look after a"]);
});

test("what fails keeps nothing from going on, and nobody waits for it for ever", async () => {
  const { log, held, work } = heldWork();
  const outgoing = createOutgoingPayouts(work, createLog("silent"));
  const failed = outgoing.send("a");
  const after = outgoing.lookAfter("a");
  await turn();
  held[0]?.end(new Error("broken"));
  await failed;
  await turn();
  held[1]?.end();
  await after;
  await outgoing.idle();
  expect(log).toEqual(["send a", "look after a"]);
});

test("a thousand at once take turns, and all are done", async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
    done += 1;
  };
  const outgoing = createOutgoingPayouts({ send: work, lookAfter: work }, createLog("silent"));
  for (let index = 0; index < 1_000; index += 1) void outgoing.send(`di_${index}`);
  await outgoing.idle();
  expect([most, done]).toEqual([16, 1_000]);
});
