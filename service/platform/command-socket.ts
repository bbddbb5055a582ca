import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Log } from "./log.ts";

/** The result of a command, as text for a person. */
export interface CommandResult {
  text: string;
  /** 0 if done, 1 if refused. */
  exitCode: number;
}

export interface CommandSocket {
  close(): Promise<void>;
}

/** The kernel limits a socket's path to 104 bytes on some systems and 108 on others. */
const longestPathBytes = 100;
const maxRequestBytes = 64 * 1024;

/**
 * Returns the path of a data directory's command socket: inside it, protected by its permissions. If that path is too
 * long, it is in the temporary folder under a hashed name. `scripts/operator.mjs` computes the same path.
 */
export function commandSocketPath(dataDir: string): string {
  const path = join(dataDir, "operator.sock");
  if (Buffer.byteLength(path) <= longestPathBytes) return path;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 24);
  return join(tmpdir(), `tessera-${name}.sock`);
}

/**
 * Listens for commands; only the data directory's owner may open the socket. A connection carries one request (a JSON
 * list of arguments and a line feed) and one {@link CommandResult} as JSON. Undefined if another live service already
 * listens (two services on one PostgreSQL).
 */
export async function openCommandSocket(
  dataDir: string,
  run: (args: readonly string[]) => Promise<CommandResult>,
  log: Log,
): Promise<CommandSocket | undefined> {
  const path = commandSocketPath(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (await isListening(path)) {
    log.warn("another service already accepts commands for this data directory");
    return undefined;
  }
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.setTimeout(30_000, () => socket.destroy());
    let received = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      received += chunk;
      if (received.length > maxRequestBytes) socket.destroy();
      const end = received.indexOf("\n");
      if (end < 0) return;
      socket.pause();
      // Some commands wait for outside parties, so the socket has no time-out.
      socket.setTimeout(0);
      void answer(received.slice(0, end), run, log).then((text) => socket.end(text));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function answer(
  line: string,
  run: (args: readonly string[]) => Promise<CommandResult>,
  log: Log,
): Promise<string> {
  try {
    const args: unknown = JSON.parse(line);
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string")) {
      throw new SyntaxError("a command is a list of arguments");
    }
    return JSON.stringify(await run(args));
  } catch (error) {
    log.error("a command failed", { error });
    const text = "The command failed; the service's log says why.";
    return JSON.stringify({ text, exitCode: 1 } satisfies CommandResult);
  }
}

/** Whether a service listens: a socket file that a crash left behind refuses connections. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection(path);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(false));
  });
}
