/**
 * What a processor may charge for a row, by the operator's contract (setting `processorFees`): gross ×
 * `partsPerMillion` / 1,000,000, rounded to minor units, plus `fixedMinor`. Each row is rounded by `rounding`:
 * `half_up` (the default: half a unit and more up), `half_even`, `up` or `down`. Uses big integers; the tolerance is
 * zero.
 */
import type { OperatorSettings } from "../../operators/accounts/index.ts";
import type { SettlementLine } from "./readers/settlement-items.ts";

/** Prices by currency. */
export type ProcessorFees = OperatorSettings["processorFees"][string];

type CurrencyFees = NonNullable<ProcessorFees>[string];
type Rounding = NonNullable<CurrencyFees["rounding"]>;

export interface FeeDifference {
  readonly expectedMinor: number;
  readonly statedMinor: number;
}

/** How far a fee differs from the contract; null if it agrees, or without a contract. */
export function feeDifference(
  line: Pick<SettlementLine, "type" | "currency" | "grossMinor" | "feeMinor" | "fees">,
  fees: ProcessorFees | undefined,
): FeeDifference | null {
  const agreed = fees?.[line.currency];
  const price =
    line.type === "charge" ? agreed?.charge : line.type === "refund" ? agreed?.refund : undefined;
  if (!agreed || !price) return null;
  const { kinds } = agreed;
  const statedMinor = kinds
    ? line.fees.reduce((sum, { kind, minor }) => sum + (kinds.includes(kind) ? minor : 0), 0)
    : line.feeMinor;
  const expectedMinor =
    rounded(BigInt(Math.abs(line.grossMinor)) * BigInt(price.partsPerMillion), agreed.rounding) +
    price.fixedMinor;
  return expectedMinor === statedMinor ? null : { expectedMinor, statedMinor };
}

const million = 1_000_000n;

function rounded(millionths: bigint, rounding: Rounding = "half_up"): number {
  const whole = millionths / million;
  const rest = millionths % million;
  const half = 2n * rest - million;
  const isUp =
    rounding === "up"
      ? rest > 0n
      : rounding === "half_up"
        ? half >= 0n
        : rounding === "half_even" && (half > 0n || (half === 0n && whole % 2n === 1n));
  return Number(isUp ? whole + 1n : whole);
}
