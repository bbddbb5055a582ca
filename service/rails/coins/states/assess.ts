import {
  type DepositFinding,
  type DepositStatus,
  isOpen,
  isPaid,
  nextDepositStatus,
} from "./deposit-states.ts";

/** A deposit, as far as its standing depends on it. Amounts are base units of its asset. */
export interface AssessedDeposit {
  readonly status: DepositStatus;
  readonly network: string;
  readonly asset: string;
  readonly due: bigint;
  /** What may be missing, and what may be too much, without a word: less than one minor unit. */
  readonly tolerance: bigint;
  readonly expiresAtMs: number;
  /** As it was found last. */
  readonly received: bigint;
  /** Confirmations that make it paid. */
  readonly required: number;
  /** The chain's height when paid money was found gone; null while it is there. */
  readonly goneSince: number | null;
  /** Since when the quoted rate is not held any more; null while it is. */
  readonly rateLostAtMs: number | null;
}

/** Money that was seen. `asset`: null for a token that nobody knows. */
export interface AssessedTransfer {
  readonly network: string;
  readonly asset: string | null;
  readonly amount: bigint;
  readonly state: "pending" | "mined" | "gone";
  readonly blockNumber: number | null;
  readonly arrivedAtMs: number;
  /** Its fee was enough when it was first seen, and the deposit's rate was held then. */
  readonly holdsRate: boolean;
  /** When it was first seen in a block; null: not yet. */
  readonly minedAtMs: number | null;
  /** It has been valued at the rate of its block already. */
  readonly isValued: boolean;
}

/** What is known of the chain. */
export interface ChainView {
  readonly height: number;
  /** Everything that was there at this moment has been seen. */
  readonly knownUntilMs: number;
}

/** How a deposit stands. */
export interface Standing {
  readonly status: DepositStatus;
  /** What came of the right asset: in time while it is waited for, in all afterwards. */
  readonly received: bigint;
  /** Of the block that made it enough; 0 before. */
  readonly confirmations: number;
  /** More came than was asked for, at whatever time. */
  readonly isOverpaid: boolean;
  /** Something else lies in a block, or on another network: what waits for one may fail, and bring nothing. */
  readonly hasWrongAsset: boolean;
  readonly goneSince: number | null;
  /** Money is on its way that does not hold the quoted rate, and without it there is not enough. */
  readonly isRateLost: boolean;
}

/** What arrives this much after the end was sent before it. */
export const graceMs = 60_000;

/** Money holds the quoted rate if it lies in a block this soon after it was first seen. */
export const rateHoldMs = 60 * 60_000;

/**
 * Whether money counts at the rate that the deposit has now: it was valued at it, or it was sent while the
 * rate was held, with enough of a fee, and was mined in time or can still be. So nobody can wait with a
 * small fee and have the rate of an hour ago.
 */
export function isAtRate(
  transfer: AssessedTransfer,
  chain: Pick<ChainView, "knownUntilMs">,
): boolean {
  const { isValued, holdsRate, minedAtMs, arrivedAtMs } = transfer;
  if (isValued) return true;
  if (!holdsRate) return false;
  return (minedAtMs ?? chain.knownUntilMs) - arrivedAtMs <= rateHoldMs;
}

/** What came for a deposit in time: the right asset on the right network. */
export function isInTime(
  transfer: AssessedTransfer,
  deposit: Pick<AssessedDeposit, "network" | "asset" | "expiresAtMs">,
): boolean {
  return (
    transfer.state !== "gone" &&
    transfer.network === deposit.network &&
    transfer.asset === deposit.asset &&
    transfer.arrivedAtMs <= deposit.expiresAtMs + graceMs
  );
}

/** Where a deposit stands, from what was seen. Pure; the same again changes nothing. */
export function assess(
  deposit: AssessedDeposit,
  transfers: readonly AssessedTransfer[],
  chain: ChainView,
): Standing {
  const { status, due, tolerance, required } = deposit;
  const there = transfers.filter(({ state }) => state !== "gone");
  const right = there.filter(
    ({ network, asset }) => network === deposit.network && asset === deposit.asset,
  );
  const closesAtMs = deposit.expiresAtMs + graceMs;
  const inTime = right.filter((each) => isInTime(each, deposit));
  const atRate = inTime.filter((each) => isAtRate(each, chain));
  const isEnough = (amount: bigint) => amount + tolerance >= due;
  const received = sum(inTime);
  // What waits may be replaced by what is seen beside it.
  const mined = there.filter(({ state }) => state === "mined");
  const total = sum(mined.filter((each) => right.includes(each)));

  const isRateLost = isOpen(status) && atRate.length < inTime.length && !isEnough(sum(atRate));
  const confirmations = confirmationsOf(atRate, isEnough, chain.height);
  const measured = measure(received, isEnough(received), confirmations, required);
  // Once the rate is lost (and the end put off for it), only what lies in blocks keeps it open beyond its end.
  const isKept = isEnough(deposit.rateLostAtMs === null ? received : sum(atRate));
  // Nothing is left of the money for which the end was put off.
  const { rateLostAtMs } = deposit;
  const isNothingLeft =
    rateLostAtMs !== null && received === 0n && chain.knownUntilMs > rateLostAtMs;
  const isTimeOver = (chain.knownUntilMs > closesAtMs && !isKept) || isNothingLeft;
  const goneSince =
    isPaid(status) && !isEnough(received) ? (deposit.goneSince ?? chain.height) : null;

  const finding = ((): DepositFinding => {
    if (isOpen(status)) return isTimeOver ? "time_over" : measured;
    if (isPaid(status)) {
      const isGone = goneSince !== null && chain.height >= goneSince + required;
      return isGone ? "gone_for_good" : measured;
    }
    // After the end, what was not there when it ended is late.
    const isNew =
      status === "expired"
        ? sum(right) > received || isEnough(received)
        : received > deposit.received;
    return isNew ? "too_late" : "nothing";
  })();
  const next = nextDepositStatus(status, finding);
  return {
    status: next,
    received,
    confirmations,
    isOverpaid: total > due + tolerance,
    hasWrongAsset: mined.some((each) => !right.includes(each)),
    goneSince: isPaid(next) ? goneSince : null,
    isRateLost: isRateLost && isOpen(next),
  };
}

function measure(
  received: bigint,
  isEnough: boolean,
  confirmations: number,
  required: number,
): DepositFinding {
  if (confirmations >= required) return "deep_enough";
  if (confirmations > 0) return "in_blocks";
  if (isEnough) return "enough";
  return received > 0n ? "some" : "nothing";
}

/** Of the first block with which what lies in blocks is enough. */
function confirmationsOf(
  transfers: readonly AssessedTransfer[],
  isEnough: (amount: bigint) => boolean,
  height: number,
): number {
  const blocks = transfers
    .flatMap(({ state, blockNumber, amount }) =>
      state === "mined" && blockNumber !== null ? [{ blockNumber, amount }] : [],
    )
    .sort((one, other) => one.blockNumber - other.blockNumber);
  let reached = 0n;
  for (const { blockNumber, amount } of blocks) {
    reached += amount;
    if (isEnough(reached)) return Math.max(0, height - blockNumber + 1);
  }
  return 0;
}

function sum(transfers: readonly AssessedTransfer[]): bigint {
  return transfers.reduce((total, { amount }) => total + amount, 0n);
}
