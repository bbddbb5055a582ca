import { expect, test } from "vitest";
import { runMachine, until } from "./run-machine.ts";

function counter() {
  const log: string[] = [];
  const machine = runMachine<number, "add" | "stay", number>(
    0,
    (count, event) => (event === "add" ? [count + 1, [count + 1]] : [count, []]),
    (count) => {
      log.push(`effect ${count}`);
      if (count < 3) machine.send("add");
    },
    (next, before) => void log.push(`${before} to ${next}`),
  );
  machine.subscribe(() => log.push(`listener sees ${machine.state()}`));
  return { machine, log };
}

test("reports the change, then carries out the effects, then calls the listeners", () => {
  const { machine, log } = counter();
  machine.send("add");
  expect(log).toEqual([
    "0 to 1",
    "effect 1",
    "1 to 2",
    "effect 2",
    "2 to 3",
    "effect 3",
    "listener sees 3",
    "listener sees 3",
    "listener sees 3",
  ]);
});

test("calls no listener for an event that changes nothing, and none after it stopped", () => {
  const { machine, log } = counter();
  machine.send("stay");
  const stop = machine.subscribe(() => log.push("second"));
  stop();
  machine.send("add");
  expect(log.filter((line) => line === "second")).toEqual([]);
  expect(log[0]).toBe("0 to 0");
  expect(log[1]).toBe("0 to 1");
});

test("waits until a state passes, and no longer listens then", async () => {
  const { machine } = counter();
  const seen: number[] = [];
  const isThree = (count: number) => {
    seen.push(count);
    return count === 3;
  };
  const reached = until(machine, isThree);
  expect(seen).toEqual([0]);
  machine.send("add");
  await reached;
  expect(seen).toEqual([0, 3]);
  machine.send("add");
  expect(seen).toEqual([0, 3]);
  await until(machine, () => true);
});
