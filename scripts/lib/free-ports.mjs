import { createServer } from "node:net";

/**
 * Refuses ports that somebody holds already, all at once and with the variable that moves each.
 *
 * @param {Record<string, number>} ports by the name of their variable
 * @throws naming every taken port
 */
export async function requireFreePorts(ports) {
  const taken = [];
  for (const [variable, port] of Object.entries(ports)) {
    if (!(await isFree(port))) taken.push(`${port} (set ${variable} to another)`);
  }
  if (taken.length > 0) throw new Error(`Something listens already on port ${taken.join(", ")}.`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
