import type { ChargeFault } from "../catalogue/scripts.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import {
  droppedConnection,
  json,
  problem,
  type SandboxResponse,
  type Silence,
  silence,
} from "./response.ts";

const slowMs = 4_000;

/**
 * Sends a booked result as its script demands: correctly, late, wrongly or not at all. Faults before booking are
 * handled elsewhere.
 */
export async function faultyJson(
  deps: Pick<SandboxDeps, "sleep">,
  body: Record<string, unknown>,
  fault: ChargeFault | undefined,
  status = 200,
): Promise<SandboxResponse | Silence> {
  switch (fault) {
    case "wrong_amount":
      return json(200, { ...body, amountMinor: Number(body["amountMinor"]) + 1 });
    case "wrong_currency":
      return json(200, { ...body, currency: body["currency"] === "JPY" ? "USD" : "JPY" });
    default:
      return faultyResponse(deps, json(status, body), fault);
  }
}

/** Like {@link faultyJson}, for any form of response. The caller adds faults of the content. */
export async function faultyResponse(
  deps: Pick<SandboxDeps, "sleep">,
  response: SandboxResponse,
  fault: ChargeFault | undefined,
): Promise<SandboxResponse | Silence> {
  switch (fault) {
    case "silent_after_charging":
      return silence;
    case "dropped_after_charging":
      return droppedConnection;
    case "error_after_charging":
      return problem(500, "internal", "Something went wrong.");
    case "garbled":
      return { ...json(200, ""), body: "<html><body>It works!</body></html>" };
    case "slow":
      await deps.sleep(slowMs);
      return response;
    default:
      return response;
  }
}
