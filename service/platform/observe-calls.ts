import type { Metrics } from "./metrics.ts";
import { OutgoingCallFailed, type OutgoingHttp } from "./outgoing-http.ts";

const bucketsSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Measures every call's duration by party and outcome: the class of the status (`2xx`), or why there was no response
 * (`deadline`, `unreachable`, …).
 */
export function observeCalls(http: OutgoingHttp, metrics: Metrics): OutgoingHttp {
  const seconds = metrics.histogram(
    "tessera_outside_call_duration_seconds",
    "Calls to outside parties, by how they ended.",
    ["party", "outcome"],
    bucketsSeconds,
  );
  return {
    async call(request) {
      const stop = seconds.startTimer({ party: request.party ?? "other" });
      try {
        const response = await http.call(request);
        stop({ outcome: `${Math.floor(response.statusCode / 100)}xx` });
        return response;
      } catch (error) {
        stop({ outcome: error instanceof OutgoingCallFailed ? error.code : "error" });
        throw error;
      }
    },
    close: () => http.close(),
  };
}

/** Names the party of all calls. `party` is the name in the metrics, never an address or a key. */
export function callsTo(party: string, http: OutgoingHttp): OutgoingHttp {
  return { call: (request) => http.call({ ...request, party }), close: () => http.close() };
}
