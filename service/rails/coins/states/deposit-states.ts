/**
 * Status table of a deposit, and the only place that decides which statuses can follow. Pure.
 *
 *     waiting ⇄ underpaid ⇄ detected ⇄ confirming ──► confirmed ⇄ shaken ──► reorganised ─┐
 *        └─────────┴───────────┴──────────┴─► expired ──────────────────────► late ◄──────┘
 *
 * Money must be seen in time. Each round assesses again where it is in the chain, so all statuses before `confirmed`
 * can move both ways. `confirmed` counts as paid. `shaken`: the blocks with the money are gone, and no other block has
 * it. After as many blocks as the payment needs, it is `reorganised`. `late`: money arrived after the end.
 */

export const depositStatuses = [
  "waiting",
  "underpaid",
  "detected",
  "confirming",
  "confirmed",
  "shaken",
  "reorganised",
  "expired",
  "late",
] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/**
 * What a round can find, in this order: nothing arrived in time; a part did; enough did, but not all of it is mined;
 * enough is mined; enough has enough confirmations; the time ended without enough; the customer canceled; enough was
 * there and is gone for good; money arrived after the end.
 */
export const depositFindings = [
  "nothing",
  "some",
  "enough",
  "in_blocks",
  "deep_enough",
  "time_over",
  "canceled",
  "gone_for_good",
  "too_late",
] as const;
export type DepositFinding = (typeof depositFindings)[number];

/** While a deposit is open, the finding decides its status. */
const open = {
  nothing: "waiting",
  some: "underpaid",
  enough: "detected",
  in_blocks: "confirming",
  deep_enough: "confirmed",
  time_over: "expired",
} as const;

const table: Record<DepositStatus, Partial<Record<DepositFinding, DepositStatus>>> = {
  waiting: { ...open, canceled: "expired" },
  underpaid: open,
  detected: open,
  confirming: open,
  // Money that only moved to another block still counts as paid.
  confirmed: { nothing: "shaken", some: "shaken" },
  shaken: { deep_enough: "confirmed", gone_for_good: "reorganised" },
  reorganised: { too_late: "late" },
  expired: { too_late: "late" },
  late: {},
};

/** The same status when the table has no transition. */
export function nextDepositStatus(status: DepositStatus, finding: DepositFinding): DepositStatus {
  return table[status][finding] ?? status;
}

/** Whether the time to pay is still running. */
export function isOpen(status: DepositStatus): boolean {
  return table[status].time_over !== undefined;
}

/** Also while a reorganization may still take the money back (`shaken`). */
export function isPaid(status: DepositStatus): boolean {
  return status === "confirmed" || status === "shaken";
}
