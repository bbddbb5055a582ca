/**
 * Runs a durable PostgreSQL for a test that restarts it: `node scripts/testing/own-postgres.mjs`. Prints `ready <url>`.
 * The input line `restart fast|immediate <downtime in ms>` restarts it and prints `restarted`. It exits when its input
 * closes.
 */
import { createInterface } from "node:readline";
import { startPostgres } from "./postgres.mjs";

delete process.env.TESSERA_TEST_DATABASE_URL;
const server = await startPostgres({ durable: true });
console.log(`ready ${server.url}`);
const lines = createInterface({ input: process.stdin });
lines.on("line", async (line) => {
  const [, mode, downMs] = line.split(" ");
  await server.restart(mode, Number(downMs));
  console.log("restarted");
});
lines.on("close", async () => {
  await server.stop();
  process.exit(0);
});
