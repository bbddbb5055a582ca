/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/transaction.ts";
import { createW9World, type W9World } from "../w9/testing/w9-world.ts";
import { listPrizes, movePrizes } from "./index.ts";

let world: W9World;
beforeAll(async () => {
  world = await createW9World({ taxTypes: ["bingo"] });
});
afterAll(() => world.close());

const prize = {
  externalPrizeId: "same",
  gameType: "bingo",
  winningsAmount: 1_500,
  wonAt: "2026-03-01T20:00:00Z",
};

test("only one of many concurrent records with the same id is stored, and requests one W-9", async () => {
  const customer = await world.newCustomer();
  const path = `/v1/customers/${customer.externalCustomerId}/prizes`;
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => world.call("POST", path, { body: prize })),
  );
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
    201, 400, 400, 400, 400, 400, 400, 400,
  ]);
  expect(await world.eventsOf(customer)).toHaveLength(1);
});

test("only one of many concurrent submissions of a prize succeeds", async () => {
  const { operatorId } = world.operator;
  const { prizes } = await listPrizes(world.service.deps, operatorId, {}, { page: 1, size: 1 });
  const change = {
    prizeIds: prizes.map(({ prize_id }) => prize_id),
    event: "put_in_filing" as const,
    actor: { kind: "command" as const },
  };
  const moved = await Promise.all(
    Array.from({ length: 6 }, () =>
      inTransaction(world.service.deps.database, (tx) =>
        movePrizes(world.service.deps, tx, operatorId, change),
      ),
    ),
  );
  expect(moved.flat()).toHaveLength(1);
});
