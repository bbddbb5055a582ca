export interface Winning {
  winningId: string;
  name: string;
  /** A line below the name. */
  line: string;
  /** The amount in US dollars, the only currency of tax forms. */
  amount: number;
}

/** All winnings: below, at and above the thresholds of tax forms. */
export const winnings: readonly Winning[] = [
  {
    winningId: "corner",
    name: "Four corners",
    line: "A small prize, paid in a minute",
    amount: 85,
  },
  {
    winningId: "full-house",
    name: "Friday full house",
    line: "Every number on the card",
    amount: 1250,
  },
  {
    winningId: "jackpot",
    name: "Golden jackpot",
    line: "Takes the year’s total above the reporting threshold",
    amount: 2400,
  },
];

export function findWinning(winningId: string): Winning | undefined {
  return winnings.find((winning) => winning.winningId === winningId);
}
