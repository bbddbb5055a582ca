import { test } from "vitest";
import { survivesBeingKilled } from "./testing/kill-rounds.ts";

test("killed twelve times during payments, payouts and refunds, a service on the embedded store loses, duplicates and forgets nothing", async () => {
  await survivesBeingKilled("embedded");
});
