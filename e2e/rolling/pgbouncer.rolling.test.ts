import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createDatabase } from "../stack/fresh-database.ts";
import { createPayers } from "../stack/operator-api.ts";
import { startStack } from "../stack/start-stack.ts";
import { expectCorrectCharges } from "./testing/expect-correct-charges.ts";
import { startPgBouncer } from "./testing/pgbouncer.ts";
import { startLoad } from "./testing/steady-load.ts";

test.skipIf(!process.env["PGBOUNCER_PATH"]).each(["transaction", "session"] as const)(
  "through PgBouncer (PGBOUNCER_PATH) in %s mode the service starts, migrates, and no request fails",
  async (poolMode) => {
    const database = await createDatabase();
    const folder = mkdtempSync(join(tmpdir(), "tessera-pgbouncer-"));
    chmodSync(folder, 0o755);
    const bouncer = await startPgBouncer(join(folder, "etc"), database.url, poolMode);
    try {
      const stack = await startStack({
        shop: false,
        store: bouncer.url,
        env: { RATE_LIMIT_SECRET_KEY: "100000/100000", RATE_LIMIT_CLIENT_SECRET: "100000/100000" },
      });
      try {
        // A pooler drops these limits, so the service logs a request to set them on the role.
        expect(stack.service().log()).toContain("alter role");
        const payers = await createPayers(stack, 8);
        const load = startLoad(stack, { payers, repeats: false });
        await load.more(50);
        await load.stop();
        console.log(`${load.failed.length} of ${load.total()} failed in ${poolMode} mode`);
        expect(load.failed).toEqual([]);
        expect(load.payments.every(({ status }) => status === "success")).toBe(true);
        await expectCorrectCharges(stack, load.payments);
        expect(stack.service().log()).not.toMatch(/prepared statement|job failed/);
      } finally {
        await stack.stop();
      }
    } finally {
      await bouncer.child.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
