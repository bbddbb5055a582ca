import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PrizeRecord } from "#contract/api/prizes";
import { inTransaction } from "../../platform/database/transaction.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { createW9World, type W9World } from "../w9/testing/w9-world.ts";
import { movePrizes } from "./index.ts";

let world: W9World;
beforeAll(async () => {
  world = await createW9World({ taxTypes: ["bingo", "horse_racing"] });
});
afterAll(() => world.close());

let serial = 0;
const bingo = () => {
  serial += 1;
  return {
    externalPrizeId: `prize-${serial}`,
    gameType: "bingo",
    winningsAmount: 1_500,
    wonAt: "2026-03-01T20:00:00Z",
  };
};
const race = () => ({ ...bingo(), gameType: "horse_racing", wagerAmount: 2, winningsAmount: 700 });

async function newWinner(): Promise<string> {
  return (await world.newCustomer()).externalCustomerId;
}
const record = (winner: string, body: object, token?: string) => {
  world.clock.advance(1);
  return world.call("POST", `/v1/customers/${winner}/prizes`, { body, ...(token && { token }) });
};
const list = async (winner: string, query = "") =>
  (await world.call("GET", `/v1/customers/${winner}/prizes${query}`)).json() as {
    data: PrizeRecord[];
    total: number;
  };

describe("recording a prize", () => {
  test("returns the boxes and the link where the winner completes a W-9", async () => {
    const winner = await newWinner();
    const response = await record(winner, {
      ...bingo(),
      transaction: "CARD 0042",
      cashier: "7",
      window: "2",
      wagerType: "Coverall",
      federalIncomeTaxWithheld: 0,
      stateCode: "NV",
      stateWinnings: 1_500,
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      externalCustomerId: winner,
      taxYear: 2026,
      status: "recorded",
      boxes: {
        box1: 1_500,
        box2: "2026-03-01",
        box3: "Bingo, Coverall",
        box4: 0,
        box5: "CARD 0042",
        box6: null,
        box8: "7",
        box9: null,
        box10: "2",
        box12: null,
        box13: "NV",
        box14: 1_500,
        box15: null,
      },
      wager: { gameType: "bingo", wagerAmount: null, multiple: null },
      legallyReportable: false,
      withholding: { kind: "none", amount: 0, ratePercent: null },
    });
    expect(response.json().w9CaptureUrl).toMatch(/\/w9#w9_/);
    const customer = { operatorId: world.operator.operatorId, externalCustomerId: winner };
    expect(await world.eventsOf(customer)).toEqual(["customer_w9_required pending"]);
  });

  test("shows the masked TIN and no link once the W-9 is signed", async () => {
    const customer = await world.newCustomer();
    const page = await world.pageOf(customer, { liveMs: 60_000 });
    expect((await page.complete()).statusCode).toBe(200);
    const response = await record(customer.externalCustomerId, {
      ...bingo(),
      winningsAmount: 5_000,
    });
    const prize = response.json() as PrizeRecord;
    expect(prize.boxes).toMatchObject({ box9: "XXX-XX-8714", box12: "Form W-9" });
    expect(prize.withholding.kind).toBe("none");
    expect(prize).not.toHaveProperty("w9CaptureUrl");
    expect(response.body).not.toContain("536228714");
  });

  test("states the backup withholding of a reportable prize if there is no TIN", async () => {
    const response = await record(await newWinner(), { ...bingo(), winningsAmount: 2_000 });
    expect(response.json()).toMatchObject({
      legallyReportable: true,
      withholding: { kind: "backup", amount: 480, ratePercent: 24 },
    });
  });

  test("states the multiple of the wager and the regular withholding of a race", async () => {
    const big = { ...race(), wagerAmount: 20, winningsAmount: 6_020 };
    expect((await record(await newWinner(), big)).json()).toMatchObject({
      wager: { gameType: "horse_racing", wagerAmount: 20, multiple: 301 },
      withholding: { kind: "regular", amount: 1_440, ratePercent: 24 },
    });
  });

  test("counts the year of payment in the operator's time zone", async () => {
    const winner = await newWinner();
    const newYear = { ...bingo(), wonAt: "2025-12-31T22:00:00Z", paidAt: "2026-01-01T04:59:00Z" };
    expect((await record(winner, newYear)).json()).toMatchObject({
      taxYear: 2025,
      boxes: { box2: "2025-12-31" },
    });
    const after = { ...newYear, ...bingo(), paidAt: "2026-01-01T05:00:00Z" };
    expect((await record(winner, { ...after, wonAt: newYear.wonAt })).json().taxYear).toBe(2026);
  });

  test("stores it once under one key, however often it is sent", async () => {
    const winner = await newWinner();
    const body = bingo();
    const send = () =>
      world.call("POST", `/v1/customers/${winner}/prizes`, {
        body,
        headers: { "idempotency-key": `prize-${winner}` },
      });
    const [first, again] = [await send(), await send()];
    expect(again.json()).toEqual(first.json());
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect((await list(winner)).total).toBe(1);
  });
});

describe("refuses, without recording anything:", () => {
  test.each<[string, () => object, string, number]>([
    [
      "a bingo prize below $1,200",
      () => ({ ...bingo(), winningsAmount: 1_199.99 }),
      "prize_below_threshold",
      400,
    ],
    [
      "a race below $600",
      () => ({ ...race(), winningsAmount: 599.99, wagerAmount: 1 }),
      "prize_below_threshold",
      400,
    ],
    [
      "a race below 300 times the wager",
      () => ({ ...race(), wagerAmount: 2.34 }),
      "prize_below_threshold",
      400,
    ],
    ["a race without its wager", () => ({ ...race(), wagerAmount: undefined }), "required", 400],
    ["half a cent", () => ({ ...bingo(), winningsAmount: 1_500.005 }), "amount_precision", 400],
    [
      "a negative amount withheld",
      () => ({ ...bingo(), federalIncomeTaxWithheld: -1 }),
      "amount_not_positive",
      400,
    ],
    [
      "more withheld than won",
      () => ({ ...bingo(), federalIncomeTaxWithheld: 1_501 }),
      "invalid_value",
      400,
    ],
    [
      "a prize won tomorrow",
      () => ({ ...bingo(), wonAt: "2026-03-12T12:00:00Z" }),
      "invalid_value",
      400,
    ],
    [
      "a prize paid before it was won",
      () => ({ ...bingo(), paidAt: "2026-02-01T12:00:00Z" }),
      "invalid_value",
      400,
    ],
    ["another game", () => ({ ...bingo(), gameType: "poker" }), "validation_failed", 400],
    ["an unknown state", () => ({ ...bingo(), stateCode: "ZZ" }), "validation_failed", 400],
    ["a field that does not exist", () => ({ ...bingo(), winnings: 1 }), "unknown_field", 400],
  ])("%s", async (_, body, errorCode, status) => {
    const winner = await newWinner();
    const response = await record(winner, body());
    expect([response.statusCode, response.json().errorCode]).toEqual([status, errorCode]);
    expect((await list(winner)).total).toBe(0);
  });

  test("a prize below its threshold, which the message states", async () => {
    const response = await record(await newWinner(), { ...race(), winningsAmount: 599 });
    expect(response.json().message).toContain("$600.00 and 300 times the wager");
  });

  test("a second prize with the same id", async () => {
    const body = bingo();
    await record(await newWinner(), body);
    const response = await record(await newWinner(), body);
    expect([response.statusCode, response.json().errorCode]).toEqual([
      400,
      "duplicate_external_prize_id",
    ]);
  });

  test("a game that is not one of the operator's tax types", async () => {
    const other = await world.createOperator({ taxTypes: ["bingo"] });
    await world.call("POST", "/v1/customers", {
      token: other.secretKey,
      body: { externalCustomerId: "theirs", data: { email: "theirs@shop.example" } },
    });
    const response = await record("theirs", race(), other.secretKey);
    expect([response.statusCode, response.json().errorCode]).toEqual([403, "tax_type_not_enabled"]);
  });

  test("another operator's customer and an unknown customer", async () => {
    const other = await world.createOperator({ taxTypes: ["bingo"] });
    const winner = await newWinner();
    expect((await record(winner, bingo(), other.secretKey)).statusCode).toBe(404);
    expect((await record("nobody", bingo())).statusCode).toBe(404);
  });
});

describe("the list of a customer's prizes", () => {
  test("covers the current year or the requested one, newest first", async () => {
    const winner = await newWinner();
    const [first, second] = [bingo(), bingo()];
    await record(winner, first);
    await record(winner, second);
    const earlier = { ...bingo(), wonAt: "2025-06-01T12:00:00Z" };
    await record(winner, earlier);
    const ids = async (query?: string) =>
      (await list(winner, query)).data.map(({ externalPrizeId }) => externalPrizeId);
    expect(await ids()).toEqual([second.externalPrizeId, first.externalPrizeId]);
    expect(await ids("?taxYear=2025")).toEqual([earlier.externalPrizeId]);
    expect(await ids("?page=2&size=1")).toEqual([first.externalPrizeId]);
    expect((await world.call("GET", `/v1/customers/${winner}/prizes?taxYear=x`)).statusCode).toBe(
      400,
    );
    expect((await world.call("GET", "/v1/customers/nobody/prizes")).statusCode).toBe(404);
  });

  test("are listed with their link, although the winner's data is damaged", async () => {
    const winner = await newWinner();
    await record(winner, bingo());
    const before = await list(winner);
    expect(before.data[0]).toHaveProperty("w9CaptureUrl");
    await damageValues(world, "customers", "email_sealed", { external_customer_id: winner });
    expect(await list(winner)).toEqual(before);
  });
});

test("prizes only move forward: recorded, submitted, filed, each with an audit entry", async () => {
  const winner = await newWinner();
  const { prizeId } = (await record(winner, bingo())).json() as PrizeRecord;
  const { deps } = world.service;
  const { operatorId } = world.operator;
  const actor = { kind: "command" } as const;
  const move = (event: "put_in_filing" | "accepted") =>
    inTransaction(deps.database, (tx) =>
      movePrizes(deps, tx, operatorId, { prizeIds: [prizeId], event, actor }),
    );
  expect(await move("accepted")).toEqual([]);
  expect(await move("put_in_filing")).toEqual([prizeId]);
  expect(await move("put_in_filing")).toEqual([]);
  expect(await move("accepted")).toEqual([prizeId]);
  expect((await list(winner)).data[0]?.status).toBe("filed");
  const other = await world.createOperator();
  const foreign = { prizeIds: [prizeId], event: "accepted", actor } as const;
  expect(
    await inTransaction(deps.database, (tx) => movePrizes(deps, tx, other.operatorId, foreign)),
  ).toEqual([]);
  const entries = await deps.database.kysely
    .selectFrom("audit_entries")
    .select("action")
    .where("operator_id", "=", operatorId)
    .where("action", "like", "prizes.%")
    .orderBy("sequence")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(["prizes.submitted", "prizes.filed"]);
});
