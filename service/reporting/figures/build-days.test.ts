import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addCharges } from "../settlement/testing/settlement-world.ts";

let world: TestService;
beforeAll(async () => {
  world = await createTestService();
});
afterAll(() => world.close());

test("an operator whose days cannot be summed does not block the other operators", async () => {
  const { kysely } = world.service.deps.database;
  const broken = await world.createOperator();
  world.clock.advance(1_000);
  const other = await world.createOperator();
  for (const { operatorId } of [broken, other]) {
    await addCharges(world, operatorId, [{ chargeId: operatorId, totalMinor: 100 }]);
  }
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''refused''; end'`.execute(kysely);
  await sql`create trigger refuse before insert on figure_days for each row
    when (new.operator_id = ${sql.lit(broken.operatorId)}) execute function refuse()`.execute(
    kysely,
  );
  world.clock.advance(3 * 24 * 60 * 60_000);
  const summed = async () => {
    const rows = await kysely.selectFrom("figure_days").select("operator_id").distinct().execute();
    return rows.map((row) => row.operator_id);
  };
  await expect(world.runJob("daily_figures")).rejects.toThrow("refused");
  await world.runJob("daily_figures").catch(() => undefined);
  expect(await summed()).toEqual([other.operatorId]);
  await sql`drop function refuse cascade`.execute(kysely);
  await world.runJob("daily_figures");
  expect((await summed()).sort()).toEqual([broken.operatorId, other.operatorId].sort());
});
