/** Something that was won in the demo shop and can be collected. */
export interface Winning {
  winningId: string;
  name: string;
  /** One line under the name. */
  line: string;
  /** US dollars: tax forms are in no other currency. */
  amount: number;
}

/** What can be collected: below, at and above what tax forms ask for. */
export const winnings: readonly Winning[] = [
  {
    winningId: "corner",
    name: "Four corners",
    line: "A small one, paid out in a minute",
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
    line: "With it the year’s total reaches what the law asks about",
    amount: 2400,
  },
];

/** The winning of that id; undefined for one that nobody won. */
export function findWinning(winningId: string): Winning | undefined {
  return winnings.find((each) => each.winningId === winningId);
}
