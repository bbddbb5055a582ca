import { afterAll, beforeAll, expect, test } from "vitest";
import { logAccess } from "./store/access-log.ts";
import { findForm } from "./store/w9-store.ts";
import { createW9World, type W9World } from "./testing/w9-world.ts";

let world: W9World;
beforeAll(async () => {
  world = await createW9World({ taxTypes: ["bingo"] });
});
afterAll(() => world.close());

test("a request that an erasure overtakes stores no address and browser, although the form is kept", async () => {
  const customer = await world.newCustomer();
  const page = await world.pageOf(customer);
  const w9Id = String((await page.complete()).body.w9Id);
  const customers = `/v1/customers/${customer.externalCustomerId}`;
  const prize = {
    externalPrizeId: "kept",
    gameType: "bingo",
    winningsAmount: 2000,
    wonAt: new Date(world.clock.nowMs()).toISOString(),
  };
  const recorded = await world.call("POST", `${customers}/prizes`, { body: prize });
  expect(recorded.statusCode, recorded.body).toBe(201);
  const { kysely } = world.deps.database;
  /** The form as the request found it before the erasure. */
  const form = await findForm(kysely, customer.operatorId, w9Id);
  if (!form) throw new Error("there is no form");
  const body = { reason: "customer_request" };
  expect((await world.call("POST", `${customers}/erasure`, { body })).statusCode).toBe(200);
  const from = { ipAddress: "203.0.113.9", userAgent: "Test Browser/1.0" };
  const access = { actor: "customer", action: "copy_downloaded", from } as const;
  await expect(logAccess(world.deps, kysely, form, access)).rejects.toMatchObject({
    code: "resource_not_found",
  });
  const log = await kysely
    .selectFrom("w9_access_log")
    .select(["action", "ip_address_sealed", "user_agent_sealed"])
    .where("w9_id", "=", w9Id)
    .execute();
  expect(log).toEqual([{ action: "signed", ip_address_sealed: null, user_agent_sealed: null }]);
});
