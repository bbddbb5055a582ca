/** What callers pass to a call and get from it. */

/** How a call is sent: the parts of `params` that go into the path, the query and the body. */
export interface CallShape {
  method: string;
  /** With `{names}` of parameters. */
  path: string;
  /** Parameters of the query string. */
  query?: readonly string[];
  /** `json`: every other parameter. `file`: the parameter `file`. */
  body?: "json" | "file";
  /** Only for lists with pages: the member that identifies an entry. */
  itemId?: string;
}

export interface CallOptions {
  /**
   * The same key for the same request: a repeat after a crash of your own server then gets the first
   * answer. 1 to 255 printable ASCII characters; default a random one per call. Only POST and PUT.
   */
  idempotencyKey?: string | undefined;
  /** Milliseconds for each try, until the whole answer has arrived. Default the client's. */
  timeoutMs?: number | undefined;
  /** How often to try again. Default the client's. */
  maxRetries?: number | undefined;
  /** Ends the call, its waits included. */
  signal?: AbortSignal | undefined;
}

/** The content of a file. A stream cannot be sent a second time, so it is not accepted. */
export type FileBody = string | Uint8Array | Blob;

/** The answer's facts besides its data. */
export interface AnswerFacts {
  status: number;
  /** `req_…`: names the request to support. */
  requestId: string | null;
  /** The service had answered this idempotency key before and repeats that answer. */
  isReplayed: boolean;
  /** How often the request was sent. */
  tries: number;
  headers: Headers;
}

/** A promise of the answer's data. */
export interface Call<Data> extends Promise<Data> {
  /** The data together with status, headers and request id. */
  withResponse(): Promise<{ data: Data; response: AnswerFacts }>;
}

/** One page of a list. */
export interface ListPage<Item> {
  data: Item[];
  /** From 1. */
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
