/** For tests: a node with scripted responses. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ScriptedCall {
  id: number;
  method: string;
  params: unknown[];
}

/** JSON, a string sent as it is, or `drop` to close the connection. */
export type ScriptedResponse = (calls: ScriptedCall[]) => unknown;

/** A scripted node. `batches` and `authorizations` record the requests. */
export interface ScriptedNode {
  readonly port: number;
  respond: ScriptedResponse;
  batches: ScriptedCall[][];
  authorizations: (string | undefined)[];
  close(): Promise<void>;
}

export async function startScriptedNode(): Promise<ScriptedNode> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const calls = JSON.parse(body) as ScriptedCall[];
    node.batches.push(calls);
    node.authorizations.push(request.headers.authorization);
    const reply = node.respond(calls);
    if (reply === "drop") return void request.socket.destroy();
    response.end(typeof reply === "string" ? reply : JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const node: ScriptedNode = {
    port: (server.address() as AddressInfo).port,
    respond: () => [],
    batches: [],
    authorizations: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}

export const results = (make: (call: ScriptedCall) => unknown) => (calls: ScriptedCall[]) =>
  calls.map((call) => ({ jsonrpc: "2.0", id: call.id, result: make(call) }));
