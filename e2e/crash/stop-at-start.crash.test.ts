import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
    const dataDir = mkdtempSync(join(tmpdir(), "tessera-stop-"));
    const child = spawn(
      process.execPath,
      [join(repository, "dist", "node", "service", "app", "program.js")],
      {
        cwd: repository,
        env: {
          PATH: process.env["PATH"],
          DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing`,
          TESSERA_DATA_DIR: dataDir,
          PORT: "0",
        },
        stdio: "ignore",
      },
    );
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
