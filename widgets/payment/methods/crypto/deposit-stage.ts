import type { CryptoDepositAction } from "#contract/client/payments";
import type { NoticeTone } from "../../../ui/notice.tsx";

/**
 * The stage of a deposit for the customer: the service's state, or a state derived on this screen.
 * - `expired`: nothing, or too little, arrived before the rate expired.
 * - `reorganised`: the network took back confirmations that this screen had shown.
 * - `other`: a state that only a newer service knows.
 */
export type DepositStage =
  | "waiting"
  | "detected"
  | "underpaid"
  | "confirming"
  | "reorganised"
  | "wrong_asset"
  | "late"
  | "expired"
  | "other";

type Known = Exclude<DepositStage, "expired" | "reorganised" | "other">;

const known: readonly string[] = [
  "waiting",
  "detected",
  "underpaid",
  "confirming",
  "wrong_asset",
  "late",
] satisfies Known[];

/** The customer must still send something before the rate expires. */
const asking: readonly string[] = ["waiting", "underpaid", "wrong_asset"];

/** In these states, only a reorganization reduces the confirmations. */
const counting: readonly string[] = ["waiting", "detected", "confirming"];

/** `highest`: the highest number of confirmations shown so far. `nowMs`: the service's time. */
export function depositStage(
  { state, confirmations, expiresAt }: CryptoDepositAction,
  highest: number,
  nowMs: number,
): DepositStage {
  if (counting.includes(state) && confirmations < highest) return "reorganised";
  if (asking.includes(state) && nowMs >= Date.parse(expiresAt)) return "expired";
  return known.includes(state) ? (state as Known) : "other";
}

/** Whether the customer must still send something. Only then is the address shown. */
export function asksForTransfer(stage: DepositStage): boolean {
  return asking.includes(stage);
}

/** Whether something has arrived and the network is confirming it. */
export function isOnItsWay(stage: DepositStage): boolean {
  return stage === "detected" || stage === "confirming" || stage === "reorganised";
}

/** The tone of the notice; null if there is nothing to notice. */
export function stageTone(stage: DepositStage): NoticeTone | null {
  if (stage === "waiting" || stage === "other") return null;
  return stage === "detected" || stage === "confirming" ? "info" : "warning";
}
