import type { Socket } from "node:net";
import type { ClientBase } from "pg";

/** Watches connections that were asked something. Idle ones may be silent. */
export interface SilenceWatch {
  /** The connection is about to be used. */
  watch(client: ClientBase): void;
  /** It is idle again. */
  rest(client: ClientBase): void;
  /** The server answers others after it was away: connections that are still silent are cut off. */
  cutSuspects(): void;
}

interface SilenceOptions {
  /** A connection that says nothing for so long is cut off, whatever else is known. */
  silentMs: number;
  /** Called when one has said nothing for a few seconds: the server may be away. */
  onSuspect(): void;
}

/** Most statements take milliseconds. */
const suspectAfterMs = 3_000;

/** `pg` keeps it to itself; the types don't name it. */
const socketOf = (client: ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Creates a watch. A network that swallows everything breaks no connection: TCP would wait for a quarter of
 * an hour, and after the network's return for as long again as it was away.
 */
export function createSilenceWatch({ silentMs, onSuspect }: SilenceOptions): SilenceWatch {
  const firstMs = Math.min(suspectAfterMs, silentMs / 2);
  const known = new WeakSet<Socket>();
  /** What each suspect had said when it fell silent. */
  const suspects = new Map<Socket, number>();
  const cut = (socket: Socket) => {
    suspects.delete(socket);
    socket.destroy(new Error("the database says nothing any more"));
  };
  const isSilentStill = (socket: Socket) => suspects.get(socket) === socket.bytesRead;
  const onTimeout = (socket: Socket) => {
    if (isSilentStill(socket)) return cut(socket);
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
      for (const socket of suspects.keys()) if (isSilentStill(socket)) cut(socket);
    },
  };
}
