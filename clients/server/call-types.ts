/** What callers pass to a call and get from it. */

/** How a call is sent: the parts of `params` for the path, the query and the body. */
export interface CallShape {
  method: string;
  /** A path with `{names}` of parameters. */
  path: string;
  /** Parameters of the query string. */
  query?: readonly string[];
  /** `json`: every other parameter. `file`: the parameter `file`. */
  body?: "json" | "file";
  /** The member that identifies an entry; only for lists with pages. */
  itemId?: string;
}

export interface CallOptions {
  /**
   * A repeated call with the same key gets the first response, even after a crash of your own server. 1 to 255
   * printable ASCII characters; default: a random key per call. Only POST and PUT.
   */
  idempotencyKey?: string | undefined;
  /** Milliseconds for each try, until the whole response has arrived. Default: the client's. */
  timeoutMs?: number | undefined;
  /** Number of retries after the first try. Default: the client's. */
  maxRetries?: number | undefined;
  /** Ends the call, even while it waits to retry. */
  signal?: AbortSignal | undefined;
}

/** The content of a file. A stream cannot be sent a second time, so it is not accepted. */
export type FileBody = string | Uint8Array | Blob;

/** What is known about the response besides its data. */
export interface ResponseFacts {
  status: number;
  /** `req_…`: support needs it to find the request. */
  requestId: string | null;
  /** The service repeats its first response to this idempotency key. */
  isReplayed: boolean;
  /** How many times the request was sent. */
  tries: number;
  headers: Headers;
}

/** A promise of the response's data. */
export interface Call<Data> extends Promise<Data> {
  /** The data together with status, headers and request id. */
  withResponse(): Promise<{ data: Data; response: ResponseFacts }>;
}

/** One page of a list. */
export interface ListPage<Item> {
  data: Item[];
  /** The page's number, from 1. */
  page: number;
  /** Entries per page. */
  size: number;
  /** Number of all entries. */
  total: number;
}

/** A promise of one page, and an iteration over the entries of that page and all later ones. */
export interface ListCall<Item> extends Call<ListPage<Item>>, AsyncIterable<Item> {
  /** The first entries, at most `limit`. */
  toArray(options: { limit: number }): Promise<Item[]>;
}
