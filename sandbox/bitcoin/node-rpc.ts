import { createHash, timingSafeEqual } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { json, type SandboxResponse } from "../http/response.ts";
import type { Handler } from "../http/router.ts";
import type { SandboxBitcoin } from "./bitcoin.ts";
import { CoreError } from "./core-error.ts";
import { writeCoreJson } from "./core-json.ts";
import { checkValues, type NodeMethod, nodeMethods } from "./node-methods.ts";

const invalidRequest = -32_600;
const methodNotFound = -32_601;
const parseError = -32_700;
const wrongParameter = -8;

/** One call. Without `"jsonrpc": "2.0"` it uses Bitcoin Core's old protocol. */
interface Call {
  isVersion2: boolean;
  /** Undefined for a notification. */
  id: unknown;
  outcome: { result: unknown } | { error: CoreError };
}

/**
 * JSON-RPC like Bitcoin Core 28's (`httprpc.cpp`, `rpc/request.cpp`): HTTP basic authentication. Errors of single calls
 * are HTTP errors, except in version 2.0; errors in batches never are. Version 2.0 calls without an `id` get no
 * response.
 */
export function nodeRpc(bitcoin: SandboxBitcoin): Handler {
  const methods = nodeMethods(bitcoin);

  return ({ headers, body }) => {
    if (!isAuthorized(headers["authorization"])) {
      return {
        kind: "response",
        status: 401,
        headers: { "www-authenticate": 'Basic realm="jsonrpc"' },
        body: "",
      };
    }
    let sent: unknown;
    try {
      sent = JSON.parse(body);
    } catch {
      return errorReply(parseError, "Parse error");
    }
    if (Array.isArray(sent)) {
      const calls = sent.map((each) => run(methods, each)).filter((call) => !isNotification(call));
      if (calls.length === 0 && sent.length > 0) return noContent;
      return text(200, `[${calls.map(writeCall).join(",")}]`);
    }
    if (typeof sent !== "object" || sent === null) {
      return errorReply(parseError, "Top-level object parse error");
    }
    const call = run(methods, sent);
    if (isNotification(call)) return noContent;
    return text(call.isVersion2 ? 200 : statusOf(call.outcome), writeCall(call));
  };
}

function run(methods: Record<string, NodeMethod>, sent: unknown): Call {
  const call: Call = { isVersion2: false, id: null, outcome: { result: null } };
  try {
    if (typeof sent !== "object" || sent === null || Array.isArray(sent)) {
      throw new CoreError(invalidRequest, "Invalid Request object");
    }
    const { jsonrpc, id, method, params = [] } = sent as Record<string, unknown>;
    call.isVersion2 = jsonrpc === "2.0";
    call.id = id === undefined && !call.isVersion2 ? null : id;
    if (jsonrpc !== undefined && typeof jsonrpc !== "string") {
      throw new CoreError(invalidRequest, "jsonrpc field must be a string");
    }
    if (jsonrpc !== undefined && !["1.0", "1.1", "2.0"].includes(jsonrpc)) {
      throw new CoreError(invalidRequest, "JSON-RPC version not supported");
    }
    if (method === undefined) throw new CoreError(invalidRequest, "Missing method");
    if (typeof method !== "string") throw new CoreError(invalidRequest, "Method must be a string");
    const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!known) throw new CoreError(methodNotFound, "Method not found");
    call.outcome = { result: known.answer(...checkValues(method, known, valuesOf(known, params))) };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    call.outcome = { error };
  }
  return call;
}

/** The parameters in the method's order, from a positional or named list. */
function valuesOf(method: NodeMethod, params: unknown): unknown[] {
  if (Array.isArray(params)) return params;
  if (typeof params !== "object") {
    throw new CoreError(invalidRequest, "Params must be an array or object");
  }
  const named = { ...params } as Record<string, unknown>;
  const names = Object.keys(method.parameters);
  const unknown = Object.keys(named).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new CoreError(wrongParameter, `Unknown named parameter ${unknown}`);
  }
  const last = names.findLastIndex((name) => named[name] !== undefined);
  return names.slice(0, last + 1).map((name) => named[name] ?? null);
}

const isNotification = ({ isVersion2, id }: Call): boolean => isVersion2 && id === undefined;

function writeCall({ isVersion2, id, outcome }: Call): string {
  const content =
    "error" in outcome
      ? `"error":${JSON.stringify({ code: outcome.error.code, message: outcome.error.message })}`
      : `"result":${writeCoreJson(outcome.result)}`;
  const idText = `"id":${JSON.stringify(id ?? null)}`;
  if (isVersion2) return `{"jsonrpc":"2.0",${content},${idText}}`;
  return "error" in outcome
    ? `{"result":null,${content},${idText}}`
    : `{${content},"error":null,${idText}}`;
}

function statusOf(outcome: Call["outcome"]): number {
  if (!("error" in outcome)) return 200;
  if (outcome.error.code === invalidRequest) return 400;
  return outcome.error.code === methodNotFound ? 404 : 500;
}

function errorReply(code: number, message: string): SandboxResponse {
  const outcome = { error: new CoreError(code, message) };
  return text(statusOf(outcome), writeCall({ isVersion2: false, id: null, outcome }));
}

function text(status: number, body: string): SandboxResponse {
  return { ...json(status, null), body: `${body}\n` };
}

const noContent: SandboxResponse = { kind: "response", status: 204, headers: {}, body: "" };

function isAuthorized(header: string | undefined): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  const login = Buffer.from(`tessera:${sandboxCredentials.bitcoinNode}`).toString("base64");
  return timingSafeEqual(digest(header ?? ""), digest(`Basic ${login}`));
}
