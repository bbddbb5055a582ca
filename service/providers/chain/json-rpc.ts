import * as z from "zod/mini";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { ChainRefused, ChainUnavailable } from "./chain-node.ts";

/** One question: method and parameters, and the error that says that there is none; it is answered with null. */
export type RpcCall = readonly [method: string, params: readonly unknown[], noneCode?: number];

/** Asks many questions in few calls; answers stand in the order of the questions. */
export type AskMany = (calls: readonly RpcCall[]) => Promise<unknown[]>;

/** How long and how large an answer may be. */
export interface RpcLimits {
  readonly deadlineMs: number;
  readonly mostBytes: number;
}

const mostAtOnce = 50;
/** Batches under way at the same time. */
const lanes = 4;
/** `mostBytes`: a busy block with all its transactions. */
const usualLimits: RpcLimits = { deadlineMs: 10_000, mostBytes: 16 * 1024 * 1024 };

const answers = z.array(
  z.object({
    id: z.number(),
    result: z.optional(z.unknown()),
    error: z.nullish(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
  }),
);

/** Where a node is, and how it is told who asks. */
interface Endpoint extends RpcLimits {
  readonly http: OutgoingHttp;
  readonly url: string;
  readonly headers: Record<string, string>;
}

/**
 * JSON-RPC 2.0 over HTTP, in batches. The address may hold a key or a user with a password, which goes into a
 * header; so it is in no message.
 */
export function createJsonRpc(
  http: OutgoingHttp,
  address: string,
  limits: RpcLimits = usualLimits,
): AskMany {
  const url = new URL(address);
  const user = [url.username, url.password].map(decodeURIComponent).join(":");
  url.username = "";
  url.password = "";
  const endpoint: Endpoint = {
    http,
    url: url.href,
    ...limits,
    headers: {
      "content-type": "application/json",
      ...(user === ":" ? {} : { authorization: `Basic ${Buffer.from(user).toString("base64")}` }),
    },
  };
  return async (calls) => {
    const results: unknown[] = [];
    for (let begin = 0; begin < calls.length; begin += mostAtOnce * lanes) {
      const batches = Array.from({ length: lanes }, (_, lane) => {
        const first = begin + lane * mostAtOnce;
        return calls.slice(first, first + mostAtOnce);
      });
      const answered = batches.filter((batch) => batch.length > 0);
      const found = await Promise.all(answered.map((batch) => askBatch(endpoint, batch)));
      results.push(...found.flat());
    }
    return results;
  };
}

async function askBatch(
  { http, url, headers, deadlineMs, mostBytes }: Endpoint,
  calls: readonly RpcCall[],
): Promise<unknown[]> {
  const body = calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
  const answer = await http
    .call({ method: "POST", url, headers, deadlineMs, mostBytes, body: JSON.stringify(body) })
    .catch((error: unknown) => {
      throw new ChainUnavailable("the node did not answer", { cause: error });
    });
  if (answer.statusCode !== 200) {
    throw new ChainUnavailable(`the node answered ${answer.statusCode}`);
  }
  const found = new Map(parse(answer.text).map((each) => [each.id, each]));
  return calls.map(([method, , noneCode], id) => {
    const each = found.get(id);
    if (!each) throw new ChainUnavailable(`the node left ${method} unanswered`);
    if (each.error) {
      const { code = 0, message = "" } = each.error;
      if (code === noneCode) return null;
      throw new ChainRefused(`the node refused ${method}: ${code} ${message.slice(0, 200)}`);
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

/** The answer as it was asked for; throws {@link ChainUnavailable} for any other. */
export function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new ChainUnavailable("the node's answer is not what was asked for");
  return parsed.data;
}
