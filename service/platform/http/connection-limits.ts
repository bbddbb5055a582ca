import type { FastifyInstance } from "fastify";
import { networkOf } from "./network-of.ts";

/**
 * Time limits of a connection. A request that arrives too slowly gets 408 (body-times.ts). Node looks for slow headers
 * only every `checkEveryMs`.
 */
export const connectionTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 65_000,
  checkEveryMs: 2_000,
} as const;

/**
 * Closes new connections from an address that already has `max` open, so that it cannot use every socket. Connections
 * of trusted proxies do not count: they carry everybody's requests.
 */
export function addConnectionLimit(
  app: FastifyInstance,
  { max, isTrusted }: { max: number; isTrusted: (address: string) => boolean },
): void {
  const openBy = new Map<string, number>();
  app.server.on("connection", (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const address = networkOf(remoteAddress);
    const open = openBy.get(address) ?? 0;
    if (open >= max) {
      socket.destroy();
      return;
    }
    openBy.set(address, open + 1);
    socket.once("close", () => {
      const left = (openBy.get(address) ?? 1) - 1;
      if (left > 0) openBy.set(address, left);
      else openBy.delete(address);
    });
  });
}
