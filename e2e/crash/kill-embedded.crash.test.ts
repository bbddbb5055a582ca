import { test } from "vitest";
import { survivesBeingKilled } from "./testing/kill-rounds.ts";

test("killed twenty times in the middle of payments, the embedded store loses, doubles and forgets nothing", async () => {
  await survivesBeingKilled();
});
