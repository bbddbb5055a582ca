import {
  type OutgoingAnswer,
  OutgoingCallFailed,
  type OutgoingHttp,
} from "../../platform/outgoing-http.ts";

/** One request to a vendor. */
export interface Call {
  readonly method: "GET" | "POST";
  /** Below the connector's base address: begins with a slash, already encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A body that is not text, instead of {@link body}. */
  readonly bytes?: Uint8Array;
  /** Another address of the vendor, instead of the connector's. No trailing slash. */
  readonly at?: string;
  readonly deadlineMs: number;
  /** Longest answer to read; by default that of the client. */
  readonly maxBytes?: number;
  /** How long to wait before the call, for a vendor that is not ready at once. */
  readonly afterMs?: number;
}

/** The vendor's answer, whatever its status, or the reason why there is none. */
export type Answer = OutgoingAnswer | OutgoingCallFailed;

/**
 * The calls of one operation: it yields a call, receives the answer, and returns the outcome. It does no input or
 * output and reads no clock, so tests drive it with any answer, and the same input always makes the same calls.
 */
export type Exchange<Outcome> = Generator<Call, Outcome, Answer>;

/** Most calls of one operation, unless it says otherwise. More is a fault in the connector. */
const usualCalls = 8;

/**
 * Makes the calls of an exchange. The client follows no redirects, repeats nothing and limits the size of answers.
 * Throws only if the exchange is at fault: everything that a vendor does is an answer.
 */
export async function runExchange<Outcome>(
  exchange: Exchange<Outcome>,
  baseUrl: string,
  http: OutgoingHttp,
  mostCalls = usualCalls,
): Promise<Outcome> {
  let step = exchange.next();
  for (let calls = 0; !step.done; calls += 1) {
    if (calls === mostCalls) throw new Error("a connector makes too many calls");
    const { path, headers, at = baseUrl, afterMs = 0, ...call } = step.value;
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    const answer = await http
      .call({
        ...call,
        url: `${at}${path}`,
        headers: { ...headers },
      })
      .catch((error: unknown) => {
        if (error instanceof OutgoingCallFailed) return error;
        throw error;
      });
    step = exchange.next(answer);
  }
  return step.value;
}

/** Why an answer cannot be used, for the log. */
export function troubleOf(answer: Answer): string {
  if (answer instanceof OutgoingCallFailed) return answer.code;
  return answer.statusCode === 200 ? "malformed" : `status_${answer.statusCode}`;
}

/** What a missing answer says of a request that moves money: without a connection, nothing can have moved. */
export function outcomeWithoutAnswer({ sent, code }: OutgoingCallFailed) {
  return sent === "no"
    ? ({ type: "unreached" } as const)
    : ({ type: "unknown", reason: code } as const);
}
