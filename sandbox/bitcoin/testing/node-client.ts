import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { call } from "../../testing/sandbox-client.ts";

export const nodeLogin = `Basic ${Buffer.from(`tessera:${sandboxCredentials.bitcoinNode}`).toString("base64")}`;

export function nodeClient(url: () => string) {
  async function post(
    body: unknown,
    authorization: string = nodeLogin,
  ): Promise<{ status: number; text: string; headers: Headers }> {
    const response = await fetch(`${url()}/bitcoin/rpc`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
  /** The result, or `{ code, message }` on error. */
  // biome-ignore lint/suspicious/noExplicitAny: a node's response is checked by the test that asks.
  async function ask(method: string, ...params: unknown[]): Promise<any> {
    const { text } = await post({ jsonrpc: "1.0", id: "test", method, params });
    const body = JSON.parse(text);
    return body.error ?? body.result;
  }
  return {
    post,
    ask,
    control: (method: string, path: string, body: unknown) =>
      call(`${url()}/bitcoin/${path}`, { method, body }),
    newest: async () => ask("getblock", await ask("getbestblockhash"), 2),
  };
}
