import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/**
 * Throws if any port is in use. The message lists all of them with the variable to change for each.
 *
 * @param {Record<string, number>} ports by the name of their variable
 * @throws an error that names every port in use
 */
export async function requireFreePorts(ports) {
  const taken = [];
  for (const [variable, port] of Object.entries(ports)) {
    if (!(await isFree(port))) taken.push(`${port} (set ${variable} to another port)`);
  }
  if (taken.length > 0) throw new Error(`These ports are already in use: ${taken.join(", ")}.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Below the ports that systems choose for outgoing connections (Linux from 32768, others from 49152). */
const anyFree = { first: 20_000, last: 31_999 };

/**
 * Returns ports that are free now, and claims them until this process ends: no other caller on this machine gets them.
 * No outgoing connection takes one before its program listens, or while the program restarts. A program that does not
 * ask here can still take one.
 *
 * @param {number} count
 * @param {{ first: number, last: number }} range
 * @returns {Promise<number[]>} all different
 */
export async function findFreePorts(count, { first, last } = anyFree) {
  const found = [];
  while (found.length < count) {
    const port = randomInt(first, last + 1);
    if ((await claim(port)) && (await isFree(port))) found.push(port);
  }
  return found;
}

/**
 * Claims a TCP port by holding the UDP port of the same number, which none of our programs uses. The system ends the
 * claim with the process, however that ends.
 */
function claim(port) {
  return new Promise((resolve) => {
    const socket = createSocket("udp4");
    socket.once("error", () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      socket.unref();
      resolve(true);
    });
  });
}
