import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BankWorld, createBankWorld } from "../testing/bank-world.ts";
import { readReturnRates, returnStateOf } from "./return-rates.ts";

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

const day = 24 * 60 * 60_000;
const accounts = ["87654321001", "87654321002", "87654321003", "87654321004", "87654321005"];
const rates = (operatorId = world.operator.operatorId) =>
  readReturnRates(world.service.deps, operatorId);
const counts = async () => (await rates())?.data.map(({ kind, returned }) => [kind, returned]);

test("the rates compare the returns of 60 days with the debits that were in a file", async () => {
  expect(await rates()).toBeNull();
  for (const accountNumber of accounts) {
    await world.payByDebit(await world.createIntent(), { account: { accountNumber } });
  }
  // The debits are ordered, but in no file yet.
  expect(await rates()).toBeNull();
  await world.bankTakesFile();
  expect(await rates()).toMatchObject({ days: 60, debits: 5 });

  for (const [index, code] of ["R01", "R03", "R11"].entries()) {
    await world.sendBack(accounts[index] ?? "", code);
  }
  await world.windowPasses();
  expect(await rates()).toEqual({
    days: 60,
    debits: 5,
    data: [
      { kind: "unauthorized", returned: 1, ratio: 0.2, limitRatio: 0.005, state: "over" },
      { kind: "administrative", returned: 1, ratio: 0.2, limitRatio: 0.03, state: "over" },
      { kind: "overall", returned: 3, ratio: 0.6, limitRatio: 0.15, state: "over" },
    ],
  });
  expect(await rates((await world.createOperator()).operatorId)).toBeNull();

  // A return counts when it arrives, so the ratio is unknown once the debits are older.
  world.clock.advance(47 * day);
  await world.sendBack(accounts[3] ?? "", "R10");
  await world.bankTakesFile(day);
  world.clock.advance(day);
  expect(await rates()).toMatchObject({
    debits: 0,
    data: [{ ratio: null, state: "over" }, {}, {}],
  });
  expect(await counts()).toEqual([
    ["unauthorized", 2],
    ["administrative", 1],
    ["overall", 4],
  ]);
  world.clock.advance(60 * day);
  expect(await rates()).toBeNull();
});

describe("for a limit, staff see", () => {
  const at = (returned: number, debits: number) =>
    returnStateOf({ returned, debits, limitRatio: 0.005 });

  test.each([
    [0, 0, "fine"],
    [0, 1_000, "fine"],
    [2, 1_000, "fine"],
    [5, 2_000, "warning"],
    [5, 1_000, "warning"],
    [6, 1_000, "over"],
    [1, 0, "over"],
  ])("%i of %i as %s", (returned, debits, state) => expect(at(returned, debits)).toBe(state));
});
