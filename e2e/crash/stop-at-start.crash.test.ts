import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { withFreshDatabase } from "../stack/fresh-database.ts";
import { repository } from "../stack/repository.ts";

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)(
  "a service that waits for its database handles %s: the first process of a container has no default for it",
  async (signal, exitCode) => {
    const silent = createServer((socket) => void socket.on("error", () => {}));
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const { child, dataDir } = startService(`postgres://nobody@127.0.0.1:${port}/nothing`);
    const ended = once(child, "exit");
    try {
      await Promise.race([once(silent, "connection"), ended]);
      child.kill(signal);
      expect(await ended).toEqual([exitCode, null]);
    } finally {
      child.kill("SIGKILL");
      silent.close();
      rmSync(dataDir, { recursive: true });
    }
  },
);

test("a service that a signal stops before it listens does not report a failed start", async () => {
  await withFreshDatabase(async (databaseUrl) => {
    const database = new pg.Client(databaseUrl);
    await database.connect();
    const { child, dataDir, errors } = startService(databaseUrl);
    const ended = once(child, "exit");
    try {
      const isTrue = async (condition: string) => {
        const { rows } = await database.query(`select ${condition} as found`);
        return rows[0].found === true;
      };
      const within = { timeout: 200_000, interval: 20 };
      // The first start creates the demo operator, and then its staff.
      await expect.poll(() => isTrue("to_regclass('staff') is not null"), within).toBe(true);
      await database.query("begin; lock table staff");
      const waits =
        "exists (select from pg_locks where not granted and relation = 'staff'::regclass)";
      await expect.poll(() => isTrue(waits), within).toBe(true);
      child.kill("SIGTERM");
      expect(await ended).toEqual([143, null]);
      expect(errors()).toBe("");
    } finally {
      child.kill("SIGKILL");
      await ended;
      await database.end();
      rmSync(dataDir, { recursive: true });
    }
  });
});

function startService(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-stop-"));
  const child = spawn(
    process.execPath,
    [join(repository, "dist", "node", "service", "app", "program.js")],
    {
      cwd: repository,
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl,
        TESSERA_DATA_DIR: dataDir,
        PORT: "0",
      },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let text = "";
  child.stderr.on("data", (chunk) => {
    text += chunk;
  });
  return { child, dataDir, errors: () => text };
}
