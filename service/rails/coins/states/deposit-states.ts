/**
 * The status table of a deposit: the only place that says what may become of one. Pure.
 *
 *     waiting ⇄ underpaid ⇄ detected ⇄ confirming ──► confirmed ⇄ shaken ──► reorganised ─┐
 *        └─────────┴───────────┴──────────┴─► expired ──────────────────────► late ◄──────┘
 *
 * What is asked for has to be seen in time; where it lies in the chain is looked at anew in every round,
 * so everything before `confirmed` goes both ways. `confirmed` counts as paid. `shaken`: the blocks that
 * held the money are gone and it isn't seen elsewhere; if it stays so for as many blocks as a payment
 * needs, it is `reorganised`. `late`: money that nobody waits for any more.
 */

/** Every status of a deposit. */
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
/** One of {@link depositStatuses}. */
export type DepositStatus = (typeof depositStatuses)[number];

/**
 * What a round finds: nothing came in time; some did; enough did, not all of it in a block; enough is in
 * blocks; enough is deep enough; the time is over without enough; the customer doesn't want to any more;
 * enough was there and is gone for good; money came after the end.
 */
export const depositFindings = [
  "nothing",
  "some",
  "enough",
  "in_blocks",
  "deep_enough",
  "time_over",
  "called_off",
  "gone_for_good",
  "too_late",
] as const;
/** One of {@link depositFindings}. */
export type DepositFinding = (typeof depositFindings)[number];

/** While it is open, what is found is where it stands. */
const open = {
  nothing: "waiting",
  some: "underpaid",
  enough: "detected",
  in_blocks: "confirming",
  deep_enough: "confirmed",
  time_over: "expired",
} as const;

const table: Record<DepositStatus, Partial<Record<DepositFinding, DepositStatus>>> = {
  waiting: { ...open, called_off: "expired" },
  underpaid: open,
  detected: open,
  confirming: open,
  // Money that only moved to another block is paid still.
  confirmed: { nothing: "shaken", some: "shaken" },
  shaken: { deep_enough: "confirmed", gone_for_good: "reorganised" },
  reorganised: { too_late: "late" },
  expired: { too_late: "late" },
  late: {},
};

/** The status after a finding; the same where the table has no other. */
export function nextDepositStatus(status: DepositStatus, finding: DepositFinding): DepositStatus {
  return table[status][finding] ?? status;
}

/** Whether the customer can still pay. */
export function isOpen(status: DepositStatus): boolean {
  return table[status].time_over !== undefined;
}

/** Whether it counts as paid. */
export function isPaid(status: DepositStatus): boolean {
  return status === "confirmed" || status === "shaken";
}
