import { luhnCheckDigit } from "../catalogue/luhn.ts";
import type { RefundScript } from "../catalogue/scripts.ts";
import type { BookedRefund, RefundChange } from "./refund-book.ts";

/** Delays from the request to the outcome, and from success to the two later changes. */
const settlesAfterMs = 1_500;
const arnAfterMs = 3_000;
const returnsAfterMs = 4_500;

export interface RefundSituation {
  nowMs: number;
  kind: BookedRefund["kind"];
  /** Whether the processor responds `pending` to every refund first. */
  settlesLater: boolean;
  arn: string;
}

/** Plans a first status and its later changes. Only the kind `refund` gets an ARN. */
export function planRefund(
  outcome: Exclude<RefundScript["outcome"], { status: "refused" }>,
  { nowMs, kind, settlesLater, arn }: RefundSituation,
): Pick<BookedRefund, "status" | "changes"> {
  const at = (ms: number) => new Date(ms).toISOString();
  const afterMs = ("afterMs" in outcome && outcome.afterMs) || settlesAfterMs;
  const settlesAt = at(nowMs + afterMs);
  if (outcome.status === "pending" && outcome.settles === "never") {
    return { status: "pending", changes: [] };
  }
  if (outcome.status === "pending" && outcome.settles === "failed") {
    const { failureCode } = outcome;
    return { status: "pending", changes: [{ at: settlesAt, status: "failed", failureCode }] };
  }
  const isPending = settlesLater || outcome.status === "pending";
  const succeedsMs = isPending ? nowMs + afterMs : nowMs;
  const changes: RefundChange[] = [];
  if (isPending) changes.push({ at: settlesAt, status: "success" });
  if (kind === "refund") changes.push({ at: at(succeedsMs + arnAfterMs), arn });
  if (outcome.status === "returned_later") {
    const returnedAt = at(succeedsMs + returnsAfterMs);
    changes.push({ at: returnedAt, status: "failed", failureCode: "returned_by_bank" });
  }
  return { status: isPending ? "pending" : "success", changes };
}

/**
 * An ARN of 23 digits: format code, acquirer's BIN, day as YDDD, sequence number of eleven digits, check digit.
 */
export function acquirerReferenceNumber(bin: string, nowMs: number, sequence: number): string {
  const now = new Date(nowMs);
  const year = now.getUTCFullYear();
  const dayOfYear = Math.floor((nowMs - Date.UTC(year, 0, 0)) / 86_400_000);
  const day = `${year % 10}${String(dayOfYear).padStart(3, "0")}`;
  const digits = `7${bin}${day}${String(sequence).padStart(11, "0")}`;
  return digits + luhnCheckDigit(digits);
}
