import { expect, test } from "vitest";
import { findFreePorts } from "../../scripts/lib/free-ports.mjs";
import { createDatabase } from "../stack/fresh-database.ts";
import { createPayers } from "../stack/operator-api.ts";
import { type Program, startProgram } from "../stack/program.ts";
import { startStack } from "../stack/start-stack.ts";
import { startBalancer } from "./testing/balancer.ts";
import { expectCorrectCharges } from "./testing/expect-correct-charges.ts";
import { startLoad } from "./testing/steady-load.ts";

/** Longer than HAProxy needs on a busy machine to take a server out. */
const drainSeconds = "6";

test.skipIf(!process.env["HAPROXY_PATH"])(
  "two services behind HAProxy (HAPROXY_PATH) restart one after the other under load, and no request fails",
  async () => {
    const database = await createDatabase();
    const key = Buffer.alloc(32, 5).toString("base64");
    const stack = await startStack({
      shop: false,
      store: database.url,
      env: {
        TESSERA_KEY_ENCRYPTION_KEY: key,
        DRAIN_SECONDS: drainSeconds,
        RATE_LIMIT_SECRET_KEY: "100000/100000",
        RATE_LIMIT_CLIENT_SECRET: "100000/100000",
      },
    });
    const [port = 0] = await findFreePorts(1);
    const startSecond = (): Promise<Program> =>
      startProgram({
        entry: "service/app/program.js",
        env: {
          PORT: String(port),
          DATABASE_URL: database.url,
          TESSERA_ENV: "sandbox",
          PUBLIC_URL: stack.pay,
          SANDBOX_URL: stack.sandboxUrl,
          TESSERA_KEY_ENCRYPTION_KEY: key,
          DRAIN_SECONDS: drainSeconds,
          RATE_LIMIT_SECRET_KEY: "100000/100000",
          RATE_LIMIT_CLIENT_SECRET: "100000/100000",
          TESSERA_DATA_DIR: stack.dataDir,
        },
        logFile: `${stack.folder}/second.log`,
        readyUrl: `http://127.0.0.1:${port}/readyz`,
      });
    let second = await startSecond();
    const firstPort = Number(new URL(stack.serviceUrl).port);
    const balancer = await startBalancer(stack.folder, [firstPort, port]);
    try {
      const payers = await createPayers(stack, 6);
      const through = { serviceUrl: balancer.url, operator: stack.operator };
      const load = startLoad(through, { payers, repeats: false });
      await load.more(20);
      const stoppedAtMs = Date.now();
      // One service always serves: the second stops only after HAProxy uses the first again. Each waits to start until
      // the other has taken payments alone.
      await stack.service().stop();
      await load.more(20);
      await stack.startService();
      await balancer.allUp();
      await second.stop();
      await load.more(20);
      second = await startSecond();
      await balancer.allUp();
      const allUpAtMs = Date.now();
      await load.more(60);
      await load.stop();
      const meanwhile = load.payments.filter(
        ({ startedAtMs, endedAtMs }) => startedAtMs > stoppedAtMs && endedAtMs < allUpAtMs,
      );
      // Each customer may have one request running at the first stop.
      expect(meanwhile.length).toBeGreaterThanOrEqual(40 - payers.length);
      console.log(`${load.failed.length} of ${load.total()} requests failed in rolling restarts`);
      expect(load.failed).toEqual([]);
      expect(load.payments.every(({ status }) => status === "success")).toBe(true);
      await expectCorrectCharges(stack, load.payments);
    } finally {
      await balancer.stop();
      await second.stop();
      await stack.stop();
      await database.drop();
    }
  },
);
