import { buildRequest } from "./build-request.ts";
import type { CallOptions, CallShape, ListPage } from "./call-types.ts";
import { checkCallLimits, usage } from "./check-options.ts";
import type { TesseraCalls } from "./generated/api-types.ts";
import { calls } from "./generated/calls.ts";
import { RunningCall, RunningList } from "./running-call.ts";
import { type Sender, send } from "./send.ts";
import { type WebhookTools, webhooks } from "./webhooks.ts";

export interface TesseraClientOptions {
  /** The secret key, `sk_…`, which may be restricted. It must never reach a page. */
  secretKey: string;
  /** The service's address, such as `https://pay.example`. http is allowed only on this machine. */
  serviceUrl: string;
  /** Milliseconds for each try, until the whole response has arrived. Default: 40,000. */
  timeoutMs?: number | undefined;
  /** Number of retries after the first try. Default: 2. */
  maxRetries?: number | undefined;
  /** Replaces the runtime's `fetch`, for a proxy or for tests. */
  fetch?: typeof fetch | undefined;
}

/** The API with a secret key: one method for each operation of the reference. */
export interface TesseraClient extends TesseraCalls {
  readonly webhooks: WebhookTools;
}

const defaultTimeoutMs = 40_000;
const defaultMaxRetries = 2;

type Params = Readonly<Record<string, unknown>>;
type Method = (params?: Params, options?: CallOptions) => RunningCall<unknown>;

/**
 * Creates a client. It keeps no connection and no state, so one per process is enough.
 * @throws TesseraError `invalid_usage` for wrong options, and on a page
 */
export function createTesseraClient(options: TesseraClientOptions): TesseraClient {
  const sender = senderOf(options);
  const methods = Object.entries(calls).map(([name, shape]) => [
    name,
    methodOf(sender, name, shape),
  ]);
  return Object.freeze({ ...Object.fromEntries(methods), webhooks }) as TesseraClient;
}

function methodOf(sender: Sender, name: string, shape: CallShape): Method {
  const run = async <Data>(params: Params, options: CallOptions) => {
    const { data, response } = await send(sender, buildRequest(name, shape, params), options);
    return { data: data as Data, response };
  };
  const { itemId } = shape;
  if (itemId === undefined) {
    return (params = {}, options = {}) => new RunningCall(run<unknown>(params, options));
  }
  return (params = {}, options = {}) => {
    const read = (page: Params) => run<ListPage<Params>>({ ...params, ...page }, options);
    const readPage = async (page: number) => (await read({ page })).data;
    return new RunningList(read({}), readPage, (item) => item[itemId]);
  };
}

function senderOf(options: TesseraClientOptions): Sender {
  if (typeof document !== "undefined") {
    throw usage("A secret key must not be used on a page. Call the API from your server.");
  }
  const { secretKey, serviceUrl, timeoutMs, maxRetries } = options;
  // JavaScript callers may pass an unset environment variable.
  if (typeof secretKey !== "string" || !/^sk_[\x21-\x7e]+$/.test(secretKey)) {
    throw usage("`secretKey` must be a secret key (sk_…).");
  }
  return {
    baseUrl: readUrl(serviceUrl),
    secretKey,
    ...checkCallLimits({
      timeoutMs: timeoutMs ?? defaultTimeoutMs,
      maxRetries: maxRetries ?? defaultMaxRetries,
    }),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}

function readUrl(serviceUrl: string): string {
  const url = URL.canParse(serviceUrl) ? new URL(serviceUrl) : undefined;
  const isLocal = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(
    url?.hostname ?? "",
  );
  const isUsable =
    url !== undefined &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLocal)) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "");
  if (!isUsable) {
    throw usage("`serviceUrl` must be an https address without a query, or http on this machine.");
  }
  return url.href.replace(/\/+$/, "");
}
