import type { ProcessorRefund, RefundRequest } from "#contract/connectors/processor";

export interface RefundBehavior {
  /** `success` by default. `nothing`: no refund is made. */
  becomes?: "success" | "pending" | "nothing" | { failed: string };
  /**
   * The real outcome by default. `break` drops the connection. `hang` and `later` respond after `release` of the
   * parties. A function is called when the request arrives.
   */
  response?: "break" | "hang" | Response | { later: Response } | (() => Response);
}

interface Response {
  status: number;
  body: unknown;
}

/** A processor's refunds with scripted behavior, over real HTTP. */
export interface StandInRefunds {
  /** Sets the behavior of the next requests; later ones succeed. */
  next(...behaviors: RefundBehavior[]): void;
  /** Drops unused behaviors. */
  forget(): void;
  /** Refunds that were really made, by key. Tests can change it. */
  made: Map<string, ProcessorRefund>;
  calls: { key: string; chargeId: string; body: RefundRequest }[];
  /** The status of every look-up; null returns the real refund. */
  lookUpStatus: number | null;
  /** Returns undefined for other calls. */
  respond(
    path: readonly string[],
    key: string,
    body: unknown,
  ): Response | { later: Response } | "break" | undefined;
}

export function createStandInRefunds(): StandInRefunds {
  const queue: RefundBehavior[] = [];
  const none = { error: { code: "refund_not_found", message: "none" } };
  const refunds: StandInRefunds = {
    next: (...behaviors) => void queue.push(...behaviors),
    forget: () => void queue.splice(0),
    made: new Map(),
    calls: [],
    lookUpStatus: null,
    respond(path, key, body) {
      if (path[0] === "refunds" && path[1] === "by-key") {
        if (refunds.lookUpStatus !== null) return { status: refunds.lookUpStatus, body: {} };
        const refund = refunds.made.get(decodeURIComponent(path[2] ?? ""));
        return refund ? { status: 200, body: refund } : { status: 404, body: none };
      }
      if (path[2] !== "refunds") return undefined;
      const chargeId = decodeURIComponent(path[1] ?? "");
      const request = body as RefundRequest;
      refunds.calls.push({ key, chargeId, body: request });
      const { becomes = "success", response } = queue.shift() ?? {};
      const refund = refunds.made.get(key) ?? makeRefund(key, chargeId, request, becomes);
      if (refund) refunds.made.set(key, refund);
      const real = refund ? { status: 200, body: refund } : { status: 500, body: {} };
      if (typeof response === "function") return response();
      return response === "hang" ? { later: real } : (response ?? real);
    },
  };
  return refunds;
}

function makeRefund(
  key: string,
  chargeId: string,
  { amountMinor, currency }: RefundRequest,
  becomes: NonNullable<RefundBehavior["becomes"]>,
): ProcessorRefund | undefined {
  if (becomes === "nothing") return undefined;
  const refund = {
    refundId: `re-${key}`,
    chargeId,
    amountMinor,
    currency,
    kind: "refund",
  } as const;
  return typeof becomes === "object"
    ? { ...refund, status: "failed", failureCode: becomes.failed }
    : { ...refund, status: becomes };
}
