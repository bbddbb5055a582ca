import { createServer } from "node:net";

/**
 * Throws if any port is in use; the error names each port and its variable.
 *
 * @param {Record<string, number>} ports by the name of their variable
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

/**
 * Ports that are free now.
 *
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function findFreePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise((resolve, reject) => {
        server.once("error", reject).listen(0, "127.0.0.1", resolve);
      });
      return server;
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
