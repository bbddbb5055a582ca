import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/** Watches connections that wait for a response. Idle ones may be silent. */
export interface SilenceWatch {
  /** Call it before using a connection. */
  watch(client: ClientBase): void;
  /** Call it when the connection is idle again. */
  rest(client: ClientBase): void;
  /** Call it when the server answers other connections again: closes those that are still silent. */
  cutSuspects(): void;
}

interface SilenceOptions {
  /** A connection that sends nothing for this long is closed in any case. */
  silentMs: number;
  /** Called when a connection has been silent for a few seconds: the server may be unavailable. */
  onSuspect(): void;
}

/** Most statements take milliseconds. */
const suspectAfterMs = 3_000;

/** `pg` has no type for the connection's socket. */
const socketOf = (client: ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Creates a watch. A network that drops every packet does not break connections: TCP waits for a quarter of an hour,
 * and after an outage as long again as it lasted.
 */
export function createSilenceWatch({ silentMs, onSuspect }: SilenceOptions): SilenceWatch {
  const firstMs = Math.min(suspectAfterMs, silentMs / 2);
  const known = new WeakSet<Socket>();
  /** Bytes received by each connection when it became suspect. */
  const suspects = new Map<Socket, number>();
  const cut = (socket: Socket) => {
    suspects.delete(socket);
    socket.destroy(new Error("the database connection went silent"));
  };
  const isStillSilent = (socket: Socket) => suspects.get(socket) === socket.bytesRead;
  const onTimeout = (socket: Socket) => {
    if (isStillSilent(socket)) return cut(socket);
    suspects.set(socket, socket.bytesRead);
    socket.setTimeout(silentMs - firstMs);
    onSuspect();
  };
  return {
    watch(client) {
      const socket = socketOf(client);
      if (!known.has(socket)) {
        known.add(socket);
        socket.on("timeout", () => onTimeout(socket));
        socket.once("close", () => suspects.delete(socket));
      }
      socket.setTimeout(firstMs);
    },
    rest(client) {
      const socket = socketOf(client);
      suspects.delete(socket);
      socket.setTimeout(0);
    },
    cutSuspects() {
      for (const socket of suspects.keys()) if (isStillSilent(socket)) cut(socket);
    },
  };
}
