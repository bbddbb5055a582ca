import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { openConnection } from "./http-load.ts";
import type { BareStatement } from "./stored-rows.ts";

/** Options of the bare server. A payment's processor is another bare server at `callUrl`. */
export interface BareServerOptions {
  statements: BareStatement[];
  /** Called once per payment, as the service calls the processor. */
  callUrl?: string | undefined;
  write(statement: BareStatement, turn: number): Promise<void>;
  nextTurn(): number;
}

/**
 * Serves the least that any service on this platform must do: Node's HTTP, JSON parsing and writing, the bare rows in
 * the same number of commits. `POST /0` writes the first statement and returns the number of its turn; `POST /1/{turn}`
 * completes that turn, including the outside call. Returns its port. It runs as long as its process.
 */
export async function serveBare(options: BareServerOptions): Promise<number> {
  const { statements, callUrl, write, nextTurn } = options;
  const [first, second, last] = statements;
  const free: ReturnType<typeof openConnection>[] = [];
  const callOutside = async (body: object): Promise<void> => {
    const connection = free.pop() ?? openConnection(callUrl ?? "");
    await connection.send({ method: "POST", path: "/", headers: {}, body });
    free.push(connection);
  };
  const answer = async (path: string, body: object): Promise<object> => {
    if (path === "/0" && first) {
      const turn = nextTurn();
      await write(first, turn);
      return { ...body, turn };
    }
    if (path.startsWith("/1/") && second && last) {
      const turn = Number(path.slice(3));
      await write(second, turn);
      await callOutside(body);
      await write(last, turn);
    }
    return body;
  };
  const server = createServer((request, response) => {
    readJson(request)
      .then((body) => answer(request.url ?? "/", body))
      .then(
        (body) => {
          const text = JSON.stringify(body);
          const headers = {
            "Content-Type": "application/json",
            "Content-Length": Buffer.byteLength(text),
          };
          response.writeHead(200, headers).end(text);
        },
        (error) => {
          const text = String(error);
          response.writeHead(500, { "Content-Length": Buffer.byteLength(text) }).end(text);
        },
      );
  });
  // Callers keep their connections open without limit.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function readJson(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || "{}") as object;
}
