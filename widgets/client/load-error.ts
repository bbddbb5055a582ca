import type { ErrorReport } from "#contract/channel/channel-error";
import type { ApiFailure } from "./api-failure.ts";

/** Tells the page why there is nothing to show. */
export function loadError({ kind, code, message, requestId }: ApiFailure): ErrorReport {
  const id = requestId === undefined ? {} : { requestId };
  if (kind === "refused") return { code, party: "integrator", message, ...id };
  if (code === "network" || code === "timeout") {
    const text = "The service could not be reached. The customer can try again in the widget.";
    return { code, party: "network", message: text, ...id };
  }
  const text = "The service failed. The customer can try again in the widget.";
  return { code, party: "us", message: text, ...id };
}
