import { test } from "vitest";
import { withFreshDatabase } from "./testing/fresh-database.ts";
import { survivesBeingKilled } from "./testing/kill-rounds.ts";

test("killed twenty times in the middle of payments, a service on PostgreSQL loses, doubles and forgets nothing", async () => {
  await withFreshDatabase(survivesBeingKilled);
});
