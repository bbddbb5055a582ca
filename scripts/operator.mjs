/**
 * `npm run operator -- <command>`: manages operators, keys, settings and webhooks of the running service. Only one
 * process may open the embedded store, so the command goes to the service over the socket in its data directory, and
 * the service responds with text. `npm run operator -- help` lists the commands. Only `connectors new` works without a
 * service: it writes to the sources, which an image does not have.
 */
import { createHash } from "node:crypto";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [family, command, ...rest] = process.argv.slice(2);
if (family === "connectors" && command === "new") {
  const found = await import("./lib/new-connector.mjs").catch(() => null);
  if (found) found.newConnector(rest);
  else {
    console.error("Make a connector in a checkout of the sources.");
    process.exitCode = 1;
  }
} else askService();

function askService() {
  const dataDir = resolve(process.env.TESSERA_DATA_DIR?.trim() || ".data");
  const socket = createConnection(socketPath(dataDir));
  let received = "";

  socket.setEncoding("utf8");
  socket.on("connect", () => socket.write(`${JSON.stringify(process.argv.slice(2))}\n`));
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", (error) => {
    console.error(
      error.code === "EACCES"
        ? `The service on ${dataDir} accepts commands only from the user it runs as.`
        : `No service runs on ${dataDir}. Start it, or set TESSERA_DATA_DIR to its folder.`,
    );
    process.exitCode = 1;
  });
  socket.on("close", () => {
    if (process.exitCode === 1) return;
    if (received === "") {
      console.error("The service exited before it responded.");
      process.exitCode = 1;
      return;
    }
    const { text, exitCode } = JSON.parse(received);
    (exitCode === 0 ? console.log : console.error)(text);
    process.exitCode = exitCode;
  });
}

/** The same path as `commandSocketPath` of service/platform/command-socket.ts. */
function socketPath(folder) {
  const path = join(folder, "operator.sock");
  if (Buffer.byteLength(path) <= 100) return path;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 24);
  return join(tmpdir(), `tessera-${name}.sock`);
}
