import { NetworkRefused } from "../networks/play-network.ts";

/** Calls the chain's JSON-RPC. Quantities are hexadecimal text. */
export async function askChain<Result = string>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<Result> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  });
  const reply = (await response.json()) as { result?: Result; error?: { message: string } };
  if (reply.error) throw new NetworkRefused(reply.error.message);
  return reply.result as Result;
}

export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`;
