import { expect, test } from "vitest";
import { StoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { createLog } from "../../platform/log.ts";
import { createOutgoingPayouts } from "./outgoing-payouts.ts";

const cutOff: (() => Promise<unknown>)[] = [];
const given = {
  log: createLog("silent"),
  database: { onceBack: (work: () => Promise<unknown>) => void cutOff.push(work) },
};

/** Each task ends when the test ends it. */
function heldWork() {
  const log: string[] = [];
  const held: { id: string; end: (error?: Error) => void }[] = [];
  const hold = (what: string) => (id: string) => {
    log.push(`${what} ${id}`);
    return new Promise<void>((resolve, reject) => {
      held.push({ id, end: (error) => (error ? reject(error) : resolve()) });
    });
  };
  return { log, held, work: { send: hold("send"), recover: hold("recover") } };
}
const at = (disbursementIntentId: string, provider = "quayside") => ({
  disbursementIntentId,
  provider,
});
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test("runs one task of a payout at a time, and other payouts' tasks concurrently", async () => {
  const { log, held, work } = heldWork();
  const outgoing = createOutgoingPayouts(work, given);
  void outgoing.send(at("a"));
  void outgoing.recover(at("a"));
  void outgoing.send(at("b"));
  await turn();
  expect(log).toEqual(["send a", "send b"]);
  held[0]?.end();
  await turn();
  expect(log).toEqual(["send a", "send b", "recover a"]);
});

test("runs the next task after a failed one", async () => {
  const { log, held, work } = heldWork();
  const outgoing = createOutgoingPayouts(work, given);
  const failed = outgoing.send(at("a"));
  const after = outgoing.recover(at("a"));
  await turn();
  held[0]?.end(new Error("broken"));
  await failed;
  await turn();
  held[1]?.end();
  await after;
  await outgoing.idle();
  expect(log).toEqual(["send a", "recover a"]);
});

test("runs a thousand payouts with limited concurrency", async () => {
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
  const outgoing = createOutgoingPayouts({ send: work, recover: work }, given);
  for (let index = 0; index < 1_000; index += 1) void outgoing.send(at(`di_${index}`));
  await outgoing.idle();
  expect([most, done]).toEqual([16, 1_000]);
});

test("a provider that hangs does not block payouts of other providers", async () => {
  const { log, held, work } = heldWork();
  const outgoing = createOutgoingPayouts(work, given);
  for (let index = 0; index < 40; index += 1) void outgoing.send(at(`hung_${index}`));
  void outgoing.send(at("other", "northbank"));
  await turn();
  expect(log).toHaveLength(17);
  expect(log.at(-1)).toBe("send other");
  held[0]?.end();
  await turn();
  expect(log.at(-1)).toBe("send hung_16");
  while (held.length < 41) {
    for (const each of held) each.end();
    await turn();
  }
  for (const each of held) each.end();
  await outgoing.idle();
});

test("recovers a payout after a lost connection as soon as the store is back", async () => {
  const { log, held, work } = heldWork();
  const outgoing = createOutgoingPayouts(work, given);
  const sent = outgoing.send(at("a"));
  await turn();
  held[0]?.end(new StoreUnavailable(new Error("Connection terminated")));
  await sent;
  expect(log).toEqual(["send a"]);
  expect(cutOff).toHaveLength(1);
  const back = cutOff[0]?.();
  await turn();
  expect(log).toEqual(["send a", "recover a"]);
  held[1]?.end();
  await back;
});
