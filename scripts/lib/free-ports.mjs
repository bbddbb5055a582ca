import { randomInt } from "node:crypto";
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

/** The first port: below those that systems choose for outgoing connections (Linux from 32768, others from 49152). */
const first = 20_000;
const last = 32_000;

/**
 * Returns ports that are free now. No outgoing connection takes one before its program listens, or while the program
 * restarts.
 *
 * @param {number} count
 * @returns {Promise<number[]>} all different
 */
export async function findFreePorts(count) {
  const found = new Set();
  while (found.size < count) {
    const port = randomInt(first, last);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}
