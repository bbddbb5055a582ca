import * as z from "zod/mini";
import { OutgoingCallFailed, type OutgoingHttp } from "../../platform/outgoing-http.ts";
import { ChainRefused, ChainTooLong, ChainUnavailable } from "./chain-node.ts";

/** Method, parameters, and the error code that means "not found" and returns null. */
export type RpcCall = readonly [method: string, params: readonly unknown[], noneCode?: number];

/**
 * Sends many calls in few requests. Keeps their order. `perRequest` is lower for results that together could exceed the
 * longest response.
 */
export type AskMany = (calls: readonly RpcCall[], perRequest?: number) => Promise<unknown[]>;

export interface RpcLimits {
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

const batchSize = 50;
/** How many batches run at the same time. */
export const lanes = 4;
/** `maxBytes`: enough for a busy block with all its transactions. */
const defaultLimits: RpcLimits = { deadlineMs: 10_000, maxBytes: 16 * 1024 * 1024 };

const responses = z.array(
  z.object({
    id: z.number(),
    result: z.optional(z.unknown()),
    error: z.nullish(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
  }),
);

interface Endpoint extends RpcLimits {
  readonly http: OutgoingHttp;
  readonly url: string;
  readonly headers: Record<string, string>;
}

/**
 * Creates a JSON-RPC 2.0 client over HTTP that sends batches. The address's user name and password go into a header. The
 * address can contain a key, so error messages never contain it.
 */
export function createJsonRpc(
  http: OutgoingHttp,
  address: string,
  limits: RpcLimits = defaultLimits,
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
  return async (calls, perRequest = batchSize) => {
    const results: unknown[] = [];
    for (let begin = 0; begin < calls.length; begin += perRequest * lanes) {
      const batches = Array.from({ length: lanes }, (_, lane) => {
        const first = begin + lane * perRequest;
        return calls.slice(first, first + perRequest);
      });
      const nonEmpty = batches.filter((batch) => batch.length > 0);
      const batchResults = await Promise.all(nonEmpty.map((batch) => askBatch(endpoint, batch)));
      results.push(...batchResults.flat());
    }
    return results;
  };
}

async function askBatch(
  { http, url, headers, deadlineMs, maxBytes }: Endpoint,
  calls: readonly RpcCall[],
): Promise<unknown[]> {
  const body = calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
  const response = await http
    .call({ method: "POST", url, headers, deadlineMs, maxBytes, body: JSON.stringify(body) })
    .catch((error: unknown) => {
      if (error instanceof OutgoingCallFailed && error.code === "too_large")
        throw new ChainTooLong("the node's response is too long", { cause: error });
      throw new ChainUnavailable("the node did not answer", { cause: error });
    });
  if (response.statusCode !== 200) {
    throw new ChainUnavailable(`the node responded with ${response.statusCode}`);
  }
  const responsesById = new Map(parse(response.text).map((each) => [each.id, each]));
  return calls.map(([method, , noneCode], id) => {
    const answer = responsesById.get(id);
    if (!answer) throw new ChainUnavailable(`the node did not answer ${method}`);
    if (answer.error) {
      const { code = 0, message = "" } = answer.error;
      if (code === noneCode) return null;
      throw new ChainRefused(`the node refused ${method}: ${code} ${message.slice(0, 200)}`);
    }
    return answer.result ?? null;
  });
}

function parse(text: string): z.infer<typeof responses> {
  try {
    return responses.parse(JSON.parse(text));
  } catch {
    throw new ChainUnavailable("the node's response is not JSON-RPC");
  }
}

/** Reads a result. Throws {@link ChainUnavailable} if it does not match. */
export function read<Schema extends z.ZodMiniType>(
  schema: Schema,
  result: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(result);
  if (!parsed.success) throw new ChainUnavailable("the node's result has an unexpected form");
  return parsed.data;
}
