/** For tests: a node whose answers a test makes up. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A question as it came. */
export interface ScriptedCall {
  id: number;
  method: string;
  params: unknown[];
}

/** What is answered to a batch: JSON, a text as it is, or `drop` for a connection that breaks off. */
export type ScriptedAnswer = (calls: ScriptedCall[]) => unknown;

/** The node: `answer` says what it answers, `batches` and `authorizations` what it was asked, and by whom. */
export interface ScriptedNode {
  readonly port: number;
  answer: ScriptedAnswer;
  batches: ScriptedCall[][];
  authorizations: (string | undefined)[];
  close(): Promise<void>;
}

/** Starts it on a port of its own. */
export async function startScriptedNode(): Promise<ScriptedNode> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const calls = JSON.parse(body) as ScriptedCall[];
    node.batches.push(calls);
    node.authorizations.push(request.headers.authorization);
    const given = node.answer(calls);
    if (given === "drop") return void request.socket.destroy();
    response.end(typeof given === "string" ? given : JSON.stringify(given));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const node: ScriptedNode = {
    port: (server.address() as AddressInfo).port,
    answer: () => [],
    batches: [],
    authorizations: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return node;
}

/** Answers each question of a batch by itself. */
export const results = (make: (call: ScriptedCall) => unknown) => (calls: ScriptedCall[]) =>
  calls.map((call) => ({ jsonrpc: "2.0", id: call.id, result: make(call) }));
