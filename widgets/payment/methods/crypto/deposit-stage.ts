import type { CryptoDepositAction } from "#contract/client/payments";
import type { NoticeTone } from "../../../ui/notice.tsx";

/**
 * Where a deposit stands for the customer: the service's state, or what it comes to on this screen.
 *
 * - `run_out`: nothing (or not all) came, and the rate holds no longer;
 * - `reorganised`: the network took back confirmations that were shown already;
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
  | "run_out"
  | "other";

type Known = Exclude<DepositStage, "run_out" | "reorganised" | "other">;

const known: readonly string[] = [
  "waiting",
  "detected",
  "underpaid",
  "confirming",
  "wrong_asset",
  "late",
] satisfies Known[];

/** States in which something is still to be sent, while there is time. */
const asking: readonly string[] = ["waiting", "underpaid", "wrong_asset"];

/** States in which confirmations can't fall but by a reorganised chain. */
const counting: readonly string[] = ["waiting", "detected", "confirming"];

/** `highest`: the most confirmations that this screen has shown; `nowMs` in the service's time. */
export function depositStage(
  { state, confirmations, expiresAt }: CryptoDepositAction,
  highest: number,
  nowMs: number,
): DepositStage {
  if (counting.includes(state) && confirmations < highest) return "reorganised";
  if (asking.includes(state) && nowMs >= Date.parse(expiresAt)) return "run_out";
  return known.includes(state) ? (state as Known) : "other";
}

/** Whether the customer has something to send: then the address is shown, else it is not. */
export function asksForTransfer(stage: DepositStage): boolean {
  return asking.includes(stage);
}

/** Whether something has arrived and the network is at work. */
export function isOnItsWay(stage: DepositStage): boolean {
  return stage === "detected" || stage === "confirming" || stage === "reorganised";
}

/** How a stage looks; null: nothing is wrong and nothing is new. */
export function stageTone(stage: DepositStage): NoticeTone | null {
  if (stage === "waiting" || stage === "other") return null;
  return stage === "detected" || stage === "confirming" ? "info" : "warning";
}
