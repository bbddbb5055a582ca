import { sandboxOffset } from "#contract/connectors/sandbox-clock";
import type { OutgoingHttp, OutgoingRequest } from "../../platform/outgoing-http.ts";

/** The deadline of a read. A move takes longer, because the sandbox runs what becomes due. */
const readDeadlineMs = 1_000;
const advanceDeadlineMs = 5_000;

/** The sandbox's program. Both functions resolve to undefined if the program does not respond. */
export interface Sandbox {
  readOffset(): Promise<number | undefined>;
  /** Moves the sandbox's clock at least to this offset. Resolves to the new offset. */
  advanceTo(offsetMs: number): Promise<number | undefined>;
}

/** A client for contract/connectors/sandbox-clock.ts. */
export function createSandboxProgram(http: OutgoingHttp, sandboxUrl: string): Sandbox {
  const call = async (
    request: Pick<OutgoingRequest, "method" | "deadlineMs" | "body">,
  ): Promise<number | undefined> => {
    try {
      const response = await http.call({
        ...request,
        url: `${sandboxUrl}/admin/clock`,
        headers: { "content-type": "application/json" },
        party: "sandbox",
      });
      if (response.statusCode !== 200) return undefined;
      return sandboxOffset.parse(JSON.parse(response.text)).offsetMs;
    } catch {
      // The program is not running, or restarting. The follower tries again.
      return undefined;
    }
  };
  return {
    readOffset: () => call({ method: "GET", deadlineMs: readDeadlineMs }),
    advanceTo: (offsetMs) =>
      call({
        method: "POST",
        deadlineMs: advanceDeadlineMs,
        body: JSON.stringify({ offsetMs: Math.round(offsetMs) }),
      }),
  };
}
