import type { CardRange } from "#contract/connectors/three-ds";

/** Ranges of the cards that take part in 3-D Secure. */
export interface EnrolledRanges {
  /** Finds the range of a card number; undefined if it takes no part. */
  find(cardNumber: string): CardRange | undefined;
  /** Applies changes: added, modified, deleted. */
  with(changes: readonly CardRange[]): EnrolledRanges;
  readonly size: number;
}

/**
 * Builds ranges for binary search. Of overlapping ranges, which EMV forbids, the one with the highest start applies. A
 * range with ends of different lengths, or in the wrong order, holds no number.
 */
export function enrolledRanges(all: readonly CardRange[] = []): EnrolledRanges {
  const byEnds = new Map<string, CardRange>();
  for (const range of all) {
    if (range.startRange.length !== range.endRange.length) continue;
    const ends = `${range.startRange}-${range.endRange}`;
    if (range.actionInd === "D") byEnds.delete(ends);
    else byEnds.set(ends, range);
  }
  const sorted = [...byEnds.values()].sort((one, other) =>
    compare(one.startRange, other.startRange),
  );
  // Highest end up to each range; shows when no range further left can match.
  let furthest = "";
  const reaches = sorted.map(({ endRange }) => {
    if (compare(endRange, furthest) > 0) furthest = endRange;
    return furthest;
  });

  return {
    find(cardNumber) {
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (compare(sorted[middle]?.startRange ?? "", cardNumber) <= 0) low = middle + 1;
        else high = middle;
      }
      for (let at = low - 1; compare(reaches[at] ?? "", cardNumber) >= 0; at -= 1) {
        const range = sorted[at];
        if (range && compare(cardNumber, range.endRange) <= 0) return range;
      }
      return undefined;
    },
    with: (changes) => enrolledRanges([...byEnds.values(), ...changes]),
    size: byEnds.size,
  };
}

function compare(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}
