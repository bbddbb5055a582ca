import { test } from "vitest";
import { withFreshDatabase } from "../stack/fresh-database.ts";
import { survivesBeingKilled } from "./testing/kill-rounds.ts";

test("killed twelve times during payments, payouts and refunds, a service on PostgreSQL loses, duplicates and forgets nothing", async () => {
  await withFreshDatabase(survivesBeingKilled);
});
