import {
  type DepositFinding,
  type DepositStatus,
  isOpen,
  isPaid,
  nextDepositStatus,
} from "./deposit-states.ts";

/** What the assessment needs. Amounts are base units of the deposit's asset. */
export interface AssessedDeposit {
  readonly status: DepositStatus;
  readonly network: string;
  readonly asset: string;
  readonly due: bigint;
  /** Shortfall or excess without consequences: less than one minor unit. */
  readonly tolerance: bigint;
  readonly expiresAtMs: number;
  /** What had arrived at the last assessment. */
  readonly received: bigint;
  /** Confirmations that make it paid. */
  readonly required: number;
  /** The chain's height when paid money was first found gone; null while it is in the chain. */
  readonly goneSince: number | null;
  /** When the deposit lost the quoted rate; null while it holds. */
  readonly rateLostAtMs: number | null;
}

/** `asset` is null for an unknown token. */
export interface AssessedTransfer {
  readonly network: string;
  readonly asset: string | null;
  readonly amount: bigint;
  readonly state: "pending" | "mined" | "gone";
  readonly blockNumber: number | null;
  readonly arrivedAtMs: number;
  /** Its fee was enough when first seen, and the deposit's rate held then. */
  readonly holdsRate: boolean;
  /** When it was first seen in a block. */
  readonly minedAtMs: number | null;
  /** Whether it was already valued at the rate of its block. */
  readonly isValued: boolean;
}

export interface ChainView {
  readonly height: number;
  /** Everything up to this time has been read. */
  readonly knownUntilMs: number;
}

export interface Assessment {
  readonly status: DepositStatus;
  /** Amount of the right asset: what arrived in time while open, after that also what was mined later. */
  readonly received: bigint;
  /** Confirmations of the block that made it enough; 0 before. */
  readonly confirmations: number;
  /** Whether more arrived than requested, at any time. */
  readonly isOverpaid: boolean;
  /** Whether something else is in a block or on another network. Pending transfers do not count: they can fail. */
  readonly hasWrongAsset: boolean;
  readonly goneSince: number | null;
  /** Whether incoming money lost the quoted rate, and there is not enough without it. */
  readonly isRateLost: boolean;
}

/** Money that arrives this soon after the end counts as in time. */
export const graceMs = 60_000;

/** Money holds the quoted rate if it is mined this soon after it was first seen. */
export const rateHoldMs = 60 * 60_000;

/**
 * Whether a transfer counts at the deposit's current rate. It was already valued at it; or it was sent while the rate
 * held, with a sufficient fee, and was mined in time or still can be. So a customer cannot send with a small fee, wait,
 * and keep an old rate.
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

/** Whether a transfer arrived in time, in the right asset and network. */
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

/**
 * Pure. The same input again changes nothing, with one exception: a deposit first ends as expired, and already late
 * money makes it late in the next round.
 */
export function assess(
  deposit: AssessedDeposit,
  transfers: readonly AssessedTransfer[],
  chain: ChainView,
): Assessment {
  const { status, due, tolerance, required } = deposit;
  const current = transfers.filter(({ state }) => state !== "gone");
  const matching = current.filter(
    ({ network, asset }) => network === deposit.network && asset === deposit.asset,
  );
  const closesAtMs = deposit.expiresAtMs + graceMs;
  const inTime = matching.filter((transfer) => isInTime(transfer, deposit));
  const atRate = inTime.filter((transfer) => isAtRate(transfer, chain));
  const isEnough = (amount: bigint) => amount + tolerance >= due;
  const received = sum(inTime);
  const later = matching.filter((each) => each.state === "mined" && !inTime.includes(each));
  const everything = received + sum(later);
  // Pending transfers can replace each other: only mined ones count as overpaid.
  const mined = current.filter(({ state }) => state === "mined");
  const total = sum(mined.filter((transfer) => matching.includes(transfer)));

  const isRateLost = isOpen(status) && atRate.length < inTime.length && !isEnough(sum(atRate));
  const confirmations = confirmationsOf(atRate, isEnough, chain.height);
  const measured = measure(received, isEnough(received), confirmations, required);
  // Once the rate is lost (which extends the end), only money at the rate keeps the deposit open.
  const isKept = isEnough(deposit.rateLostAtMs === null ? received : sum(atRate));
  // The money for which the end was extended is gone.
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
    // After the end, money that was not there when it ended is late.
    const isNew =
      status === "expired"
        ? sum(matching) > received || isEnough(received)
        : everything > deposit.received;
    return isNew ? "too_late" : "nothing";
  })();
  const next = nextDepositStatus(status, finding);
  return {
    status: next,
    // A deposit that ends unpaid first shows what it ended with.
    received: isOpen(status) && !isPaid(next) ? received : everything,
    confirmations,
    isOverpaid: total > due + tolerance,
    hasWrongAsset: mined.some((transfer) => !matching.includes(transfer)),
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

/** Confirmations of the first block with which the mined money is enough. */
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
