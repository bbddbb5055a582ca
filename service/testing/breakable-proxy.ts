import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { findFreePorts } from "../../scripts/lib/free-ports.mjs";

/** A TCP proxy to PostgreSQL. */
export interface BreakableProxy {
  url: string;
  /** Breaks connections like a restarting server. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Drops all bytes without closing connections. */
  swallow(isSwallowing?: boolean): void;
  /**
   * Forwards the named statement once, and breaks the connection at the response: the client does not know the outcome.
   */
  loseResponseTo(statementName: string): void;
  /** The number of lost responses. */
  lost(): number;
  close(): void;
}

export async function openBreakableProxy(url: string): Promise<BreakableProxy> {
  const { hostname, port, username, password, pathname, search } = new URL(url);
  const sockets = new Set<Socket>();
  let isSwallowing = false;
  let losing: RegExp | undefined;
  let lost = 0;
  const accept = (here: Socket) => {
    const there = connect(Number(port || 5432), hostname);
    let isLost = false;
    const pass = (from: Socket, to: Socket, watch: (bytes: Buffer) => boolean) => {
      sockets.add(from);
      from.on("data", (bytes: Buffer) => {
        if (!isSwallowing && watch(bytes)) to.write(bytes);
      });
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    pass(here, there, (bytes) => {
      if (losing?.test(bytes.toString("latin1"))) {
        losing = undefined;
        isLost = true;
      }
      return true;
    });
    pass(there, here, () => {
      if (!isLost) return true;
      lost += 1;
      here.destroy();
      return false;
    });
  };
  let server: Server | undefined;
  const [ownPort] = await findFreePorts(1);
  const listen = async () => {
    const opened = createServer(accept);
    opened.listen(ownPort, "127.0.0.1");
    await once(opened, "listening");
    server = opened;
  };
  await listen();
  const login = username ? `${username}${password && `:${password}`}@` : "";
  const cut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    const closed = new Promise<void>((resolve) => {
      if (closing) closing.close(() => resolve());
      else resolve();
    });
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `postgres://${login}127.0.0.1:${ownPort}${pathname}${search}`,
    cut,
    async restore() {
      if (!server) await listen();
    },
    swallow(given = true) {
      isSwallowing = given;
    },
    loseResponseTo(statementName) {
      // A Bind message has the unnamed portal before the statement's name; a Parse message has no NUL there.
      losing = new RegExp(`\\0${statementName.replaceAll(".", "\\.")}\\0`);
    },
    lost: () => lost,
    close() {
      server?.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
