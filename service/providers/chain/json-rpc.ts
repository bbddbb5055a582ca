import * as z from "zod/mini";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { ChainUnavailable } from "./chain-node.ts";

/** One question: method and parameters. */
export type RpcCall = readonly [method: string, params: readonly unknown[]];

/** Asks many questions in few calls; answers stand in the order of the questions. */
export type AskMany = (calls: readonly RpcCall[]) => Promise<unknown[]>;

const deadlineMs = 10_000;
const mostAtOnce = 50;
/** Batches under way at the same time. */
const lanes = 4;
/** A busy block with all its transactions. */
const mostBytes = 16 * 1024 * 1024;

const answers = z.array(
  z.object({
    id: z.number(),
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
  }),
);

/** JSON-RPC 2.0 over HTTP, in batches. The address may hold a key, so it is in no message. */
export function createJsonRpc(http: OutgoingHttp, url: string): AskMany {
  return async (calls) => {
    const results: unknown[] = [];
    for (let begin = 0; begin < calls.length; begin += mostAtOnce * lanes) {
      const batches = Array.from({ length: lanes }, (_, lane) => {
        const first = begin + lane * mostAtOnce;
        return calls.slice(first, first + mostAtOnce);
      });
      const answered = batches.filter((batch) => batch.length > 0);
      const found = await Promise.all(answered.map((batch) => askBatch(http, url, batch)));
      results.push(...found.flat());
    }
    return results;
  };
}

async function askBatch(
  http: OutgoingHttp,
  url: string,
  calls: readonly RpcCall[],
): Promise<unknown[]> {
  const body = calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
  const answer = await http
    .call({
      method: "POST",
      url,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...{ deadlineMs, mostBytes },
    })
    .catch((error: unknown) => {
      throw new ChainUnavailable("the node did not answer", { cause: error });
    });
  if (answer.statusCode !== 200) {
    throw new ChainUnavailable(`the node answered ${answer.statusCode}`);
  }
  const found = new Map(parse(answer.text).map((each) => [each.id, each]));
  return calls.map(([method], id) => {
    const each = found.get(id);
    if (!each) throw new ChainUnavailable(`the node left ${method} unanswered`);
    if (each.error) {
      const { code = 0, message = "" } = each.error;
      throw new ChainUnavailable(`the node refused ${method}: ${code} ${message.slice(0, 200)}`);
    }
    return each.result ?? null;
  });
}

function parse(text: string): z.infer<typeof answers> {
  try {
    return answers.parse(JSON.parse(text));
  } catch {
    throw new ChainUnavailable("the node's answer is not what JSON-RPC answers");
  }
}
