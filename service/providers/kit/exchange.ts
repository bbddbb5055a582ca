import {
  OutgoingCallFailed,
  type OutgoingHttp,
  type OutgoingResponse,
} from "../../platform/outgoing-http.ts";

export interface Call {
  readonly method: "GET" | "POST";
  /** Below the connector's base address: begins with a slash, already encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead of {@link body}, if it is not text. */
  readonly bytes?: Uint8Array;
  /** Another address of the vendor, without trailing slash, instead of the connector's. */
  readonly at?: string;
  readonly deadlineMs: number;
  /** Longest response to read; default: the client's. */
  readonly maxBytes?: number;
  /** Wait before the call, for a vendor that is not ready at once. */
  readonly afterMs?: number;
}

/** The vendor's response, whatever its status, or why there is none. */
export type VendorResponse = OutgoingResponse | OutgoingCallFailed;

/**
 * One operation's calls: yields a call, receives the response, returns the outcome. It does no input or output and
 * reads no clock. So the same input always makes the same calls, and tests drive it with any response.
 */
export type Exchange<Outcome> = Generator<Call, Outcome, VendorResponse>;

/** Default maximum number of calls in one operation. More is a fault in the connector. */
const defaultCalls = 8;

/**
 * Makes an exchange's calls. The client follows no redirects, repeats nothing and limits the size of responses. Throws
 * only for the exchange's own fault: everything that a vendor does is a response.
 */
export async function runExchange<Outcome>(
  exchange: Exchange<Outcome>,
  baseUrl: string,
  http: OutgoingHttp,
  maxCalls = defaultCalls,
): Promise<Outcome> {
  let step = exchange.next();
  for (let calls = 0; !step.done; calls += 1) {
    if (calls === maxCalls) throw new Error("a connector makes too many calls");
    const { path, headers, at = baseUrl, afterMs = 0, ...call } = step.value;
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    const response = await http
      .call({
        ...call,
        url: `${at}${path}`,
        headers: { ...headers },
      })
      .catch((error: unknown) => {
        if (error instanceof OutgoingCallFailed) return error;
        throw error;
      });
    step = exchange.next(response);
  }
  return step.value;
}

/** Why a response cannot be used, for the log. */
export function problemOf(response: VendorResponse): string {
  if (response instanceof OutgoingCallFailed) return response.code;
  return response.statusCode === 200 ? "malformed" : `status_${response.statusCode}`;
}

/** What a missing response says about a request that moves money: without a connection, nothing moved. */
export function outcomeWithoutResponse({ sent, code }: OutgoingCallFailed) {
  return sent === "no"
    ? ({ type: "unreached" } as const)
    : ({ type: "unknown", reason: code } as const);
}
