import type { CryptoDepositAction } from "#contract/client/payments";
import type { NoticeTone } from "../../../ui/notice.tsx";

/**
 * The stage of a deposit for the customer: the service's state, or one derived on this screen.
 * - `expired`: nothing, or too little, arrived before the rate expired;
 * - `reorganised`: the network took back confirmations that were already shown;
 * - `other`: a state of a later version of the service.
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

/** The customer still has something to send, while there is time. */
const asking: readonly string[] = ["waiting", "underpaid", "wrong_asset"];

/** In these states confirmations fall only after a reorganisation. */
const counting: readonly string[] = ["waiting", "detected", "confirming"];

/** `highest`: the most confirmations that this screen has shown. `nowMs`: the service's time. */
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

/** The tone of the notice; null when nothing is wrong or new. */
export function stageTone(stage: DepositStage): NoticeTone | null {
  if (stage === "waiting" || stage === "other") return null;
  return stage === "detected" || stage === "confirming" ? "info" : "warning";
}
