import {
  OutgoingCallFailed,
  type OutgoingHttp,
  type OutgoingRequest,
  type OutgoingResponse,
} from "../../../platform/outgoing-http.ts";

/** Faults of the party or the network. Each function receives the party's real response and returns the spoiled one. */
export const faults = {
  "a rate limit": () => respond(429, '{"error":"slow down"}'),
  "an outage": () => respond(503, "Service Unavailable"),
  "an error of the party": () => respond(500, "{}"),
  "a redirect": () => ({
    ...respond(302, ""),
    headers: { location: "http://evil.localhost/token" },
  }),
  "a page instead of data": () => respond(200, "<html><body>Maintenance</body></html>"),
  "an empty response": () => respond(200, ""),
  "an empty object": () => respond(200, "{}"),
  null: () => respond(200, "null"),
  "a response that is cut off": (text: string) => respond(200, text.slice(0, text.length / 2)),
  "no response in time": () => new OutgoingCallFailed("deadline", "unknown"),
  "a broken connection": () => new OutgoingCallFailed("broken", "unknown"),
  "no connection": () => new OutgoingCallFailed("unreachable", "no"),
  "an endless response": () => new OutgoingCallFailed("too_large", "unknown"),
} as const satisfies Record<string, (text: string) => OutgoingResponse | OutgoingCallFailed>;

export type FaultName = keyof typeof faults;

function respond(statusCode: number, text: string): OutgoingResponse {
  return { statusCode, headers: { "content-type": "application/json" }, text };
}

/**
 * A client that can spoil one call and records all calls. The party receives spoiled calls too, unless there was no
 * connection.
 */
export function faultyHttp(http: OutgoingHttp) {
  let spoiled: { readonly call: number; readonly fault: FaultName } | undefined;
  let calls: OutgoingRequest[] = [];
  const client: OutgoingHttp = {
    async call(request) {
      const index = calls.push(request) - 1;
      const fault = spoiled?.call === index ? spoiled.fault : null;
      const truth = fault === "no connection" ? null : await http.call(request);
      if (fault === null) return truth as OutgoingResponse;
      const found = faults[fault](truth?.text ?? "");
      if (found instanceof OutgoingCallFailed) throw found;
      return found;
    },
    close: () => http.close(),
  };
  return {
    client,
    /** Calls since the last {@link spoil}. */
    calls: (): readonly OutgoingRequest[] => calls,
    /** Counts calls from here on, and spoils the one with this index. */
    spoil(call: number, fault: FaultName | null): void {
      calls = [];
      spoiled = fault === null ? undefined : { call, fault };
    },
  };
}
