import { createHmac } from "node:crypto";
import {
  type DisputeAnswer,
  type DisputeNotice,
  noticeSignatureHeader,
  signedNoticeText,
} from "#contract/connectors/processor";

export interface AnswerBehavior {
  /** `nothing`: the processor does not take the answer. */
  becomes?: "taken" | "nothing";
  /** The real outcome by default. `hang` responds after `release` of the parties. */
  response?: "break" | "hang" | Response;
}

interface Response {
  status: number;
  body: unknown;
}

/** A processor's disputes with scripted behavior, over real HTTP. */
export interface StandInDisputes {
  /** Sets the behavior of the next answers; later ones are taken. */
  next(...behaviors: AnswerBehavior[]): void;
  /** Drops unused behaviors. */
  forget(): void;
  /** Answers by key. */
  taken: Map<string, DisputeAnswer>;
  calls: { key: string; path: string; body: unknown }[];
  /** The status of every look-up; null returns the real answer. */
  lookUpStatus: number | null;
  /** Returns undefined for other calls. */
  respond(
    path: readonly string[],
    key: string,
    body: unknown,
  ): Response | { later: Response } | "break" | undefined;
}

export function createStandInDisputes(): StandInDisputes {
  const queue: AnswerBehavior[] = [];
  const none = { error: { code: "dispute_answer_not_found", message: "none" } };
  const disputes: StandInDisputes = {
    next: (...behaviors) => void queue.push(...behaviors),
    forget: () => void queue.splice(0),
    taken: new Map(),
    calls: [],
    lookUpStatus: null,
    respond(path, key, body) {
      if (path[0] === "dispute-answers") {
        if (disputes.lookUpStatus !== null) return { status: disputes.lookUpStatus, body: {} };
        const found = disputes.taken.get(decodeURIComponent(path[2] ?? ""));
        return found ? { status: 200, body: found } : { status: 404, body: none };
      }
      if (path[0] !== "disputes") return undefined;
      disputes.calls.push({ key, path: path.join("/"), body });
      const { becomes = "taken", response } = queue.shift() ?? {};
      const kind = path[2] === "evidence" ? "evidence" : "acceptance";
      const dispute = disputes.taken.get(key) ?? {
        answerId: `da-${key}`,
        disputeId: decodeURIComponent(path[1] ?? ""),
        kind,
      };
      if (becomes === "taken") disputes.taken.set(key, dispute);
      const truth =
        becomes === "taken" ? { status: 200, body: dispute } : { status: 500, body: {} };
      return response === "hang" ? { later: truth } : (response ?? truth);
    },
  };
  return disputes;
}

let serial = 0;

/** A dispute's notice; by default about a chargeback of 49.99 USD. */
export function noticeOf(
  changes: Partial<DisputeNotice> & Pick<DisputeNotice, "disputeId">,
): DisputeNotice {
  serial += 1;
  return {
    type: "dispute",
    eventId: `event-${serial}`,
    sequence: 1,
    at: "2026-01-01T00:00:00.000Z",
    stage: "chargeback",
    status: "needs_response",
    network: "visa",
    reasonCode: "10.4",
    amountMinor: 4_999,
    currency: "USD",
    feeMinor: 1_500,
    respondBy: null,
    defendable: true,
    ...changes,
  };
}

export function signNotice(key: string, body: string, nowMs: number): Record<string, string> {
  const seconds = Math.floor(nowMs / 1000);
  const hex = createHmac("sha512", key).update(signedNoticeText(seconds, body)).digest("hex");
  return { [noticeSignatureHeader]: `t=${seconds},v1=${hex}` };
}
