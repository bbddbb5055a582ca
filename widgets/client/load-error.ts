import type { ErrorReport } from "#contract/channel/channel-error";
import type { ApiFailure } from "./api-failure.ts";

/** Tells the page why there is nothing to show. */
export function loadError({ kind, code, message, requestId }: ApiFailure): ErrorReport {
  const isLost = code === "network" || code === "timeout";
  const problem = isLost ? "could not be reached" : "failed";
  const text = `The service ${problem}.`;
  const report: ErrorReport =
    kind === "refused"
      ? { code, party: "integrator", message }
      : { code, party: isLost ? "network" : "us", message: text };
  return requestId === undefined ? report : { ...report, requestId };
}
